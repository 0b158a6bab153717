import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useCall } from '#client/query.ts'
import type { NamedList } from '#kit/list/filter.ts'

/** The option lists that other domains offer, also used to show the name of a chosen option. */
export const optionLists = {
  groups: groupApi.all,
  guildGroups: groupApi.ghlist,
  orgs: lookupApi.orgs,
  studios: lookupApi.studios,
  areas: lookupApi.areas,
  liveAccounts: lookupApi.liveAccounts,
  pcs: lookupApi.pcs,
  games: lookupApi.games,
  playables: lookupApi.playables,
  voices: lookupApi.voices,
}

/** An option's name; its id while the list is loading, or if it is no longer in the list. */
export function useOptionName(list: NamedList): (uid: string) => string {
  const { data } = useCall(list, {})
  return (uid) => data?.list.find((option) => option.uid === uid)?.name ?? uid
}
