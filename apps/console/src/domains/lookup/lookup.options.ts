import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useCall } from '#client/query.ts'
import type { OptionList } from '#kit/list/filter.ts'

/** The option lists that filters of other domains' lists choose from. */
export const optionLists = {
  groups: groupApi.all,
  orgs: lookupApi.orgs,
  areas: lookupApi.areas,
}

/** What an option is called; its id until the list is there, or where it has gone from it. */
export function useOptionName(list: OptionList): (uid: string) => string {
  const { data } = useCall(list, {})
  return (uid) => data?.list.find((option) => option.uid === uid)?.name ?? uid
}
