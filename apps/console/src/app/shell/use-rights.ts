import { useEffect, useRef } from 'react'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { applyPreferences } from '#client/preferences.ts'
import { keepAnswered, useCall } from '#client/query.ts'
import { currentSession, rememberActions, rememberInfo } from '#client/session.ts'

const RIGHTS_REFRESH_MS = 5 * 60_000

/** Takes the person's data and rights over from the boot script, so that nothing is rendered first as if they were unknown. */
export function takeRights(): void {
  const info = keepAnswered(authApi.info, {})
  if (info) {
    rememberInfo(info)
    applyPreferences(info.preferences)
  }
  const actions = keepAnswered(authApi.actions, {})
  if (actions && currentSession().info) rememberActions(actions.list)
}

/** Refreshes the person's data and rights; until the server answers, those of the last visit are used (spec §4). */
export function useRights(): void {
  const applied = useRef(false)
  const { data: info, isPending } = useCall(authApi.info, {}, { refetchMs: RIGHTS_REFRESH_MS })
  const actions = useCall(authApi.actions, {}, { refetchMs: RIGHTS_REFRESH_MS }).data
  useEffect(() => {
    if (!info) return
    rememberInfo(info)
    // Once per login: later choices are made in this tab.
    if (!applied.current) applyPreferences(info.preferences)
    applied.current = true
  }, [info])
  useEffect(() => {
    // With the rights the page shows. By what its list opens, the person's data say: those first.
    if (actions && !isPending) rememberActions(actions.list)
  }, [actions, isPending])
}
