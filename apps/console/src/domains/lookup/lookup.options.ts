import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useCall } from '#client/query.ts'
import type { NamedList } from '#kit/list/filter.ts'

/** The option lists that other domains choose from, and name what was chosen by. */
export const optionLists = {
  groups: groupApi.all,
  guildGroups: groupApi.ghlist,
  orgs: lookupApi.orgs,
  studios: lookupApi.studios,
  areas: lookupApi.areas,
  liveAccounts: lookupApi.liveAccounts,
  pcs: lookupApi.pcs,
}

/** What an option is called; its id until the list is there, or where it has gone from it. */
export function useOptionName(list: NamedList): (uid: string) => string {
  const { data } = useCall(list, {})
  return (uid) => data?.list.find((option) => option.uid === uid)?.name ?? uid
}
