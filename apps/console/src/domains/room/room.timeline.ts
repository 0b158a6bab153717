import { useReducer, useRef } from 'react'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { passes, type MomentFilter } from '@kaibo/contract/room/moment.rules.ts'
import { call } from '#client/http.ts'
import { useCall } from '#client/query.ts'
import { useLive } from '#client/live.ts'
import { hold, nothingHeld } from './room.moments.ts'
import { BACKSTOP_MS } from './room.queries.ts'

const PAGE = 100

/** A room's timeline, oldest first: the newest page, what comes in live, and older pages as they are asked for. */
export function useTimeline(room_code: string, kind: MomentFilter | undefined) {
  const key = `${room_code} ${kind ?? ''}`
  const [held, came] = useReducer(hold, key, nothingHeld)
  const own = held.key === key ? held : nothingHeld(key)
  const input = { room_code, kind, page_size: PAGE }
  const query = useCall(roomApi.consoleLogs, input, {
    refetchMs: BACKSTOP_MS,
    anew: true,
  })
  // What is read anew joins what is held: a message that was missed is made good so.
  if (query.data && query.data !== own.newest) came({ type: 'newestLoaded', key, page: query.data })

  useLive(
    `room:${room_code}`,
    ({ event, data }) => {
      if (event !== 'room.moments') return
      const moments = data.filter((moment) => passes(kind, moment))
      if (moments.length > 0) came({ type: 'arrived', key, moments })
    },
    () => void query.refetch(),
  )

  const loading = useRef(false)
  const loadOlder = async () => {
    const oldest = own.moments[0]
    if (!oldest || loading.current) return
    loading.current = true
    // Its failure is said in a toast.
    const page = await call(roomApi.consoleLogs, { ...input, before: oldest.id }).catch(
      () => undefined,
    )
    loading.current = false
    if (page) came({ type: 'olderLoaded', key, before: oldest.id, page })
  }
  return { query, moments: own.moments, hasOlder: own.more ?? false, loadOlder }
}
