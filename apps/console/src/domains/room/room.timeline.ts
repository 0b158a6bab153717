import { useEffect, useRef, useState } from 'react'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { call } from '#client/http.ts'
import { useCall } from '#client/query.ts'
import { useLive } from '#client/live.ts'

const PAGE = 100
/** What stays on screen; older moments are read again on demand. */
const KEPT = 500

export type MomentFilter = Moment['kind'] | undefined

/** A room's timeline, oldest first: the newest page, what comes in live, and older pages as they are asked for. */
export function useTimeline(room_code: string, kind: MomentFilter) {
  const key = `${room_code} ${kind ?? ''}`
  const [held, setHeld] = useState(() => nothingHeld(key))
  const first = useCall(roomApi.consoleLogs, { room_code, kind, page_size: PAGE })
  const ofKey = (some: Held) => (some.key === key ? some : nothingHeld(key))
  const own = ofKey(held)

  useLive(`room:${room_code}`, (event, data) => {
    if (event !== 'room.moments') return
    const fresh = (data as Moment[]).filter((moment) => kind === undefined || moment.kind === kind)
    if (fresh.length === 0) return
    // By what is held then: messages come faster than the screen is drawn.
    setHeld((before) => {
      const mine = ofKey(before)
      const live = [...mine.live, ...fresh]
      // The window moves on: between what is left of it and an older page there must be no hole.
      if (live.length > 2 * KEPT)
        return { key, older: [], live: live.slice(-KEPT), more: true, moved: true }
      return { ...mine, live }
    })
  })

  const newest = own.moved ? [] : (first.data?.list ?? [])
  const moments = merge([...own.older, ...newest, ...own.live])
  const loading = useRef(false)
  const latest = useRef(key)
  useEffect(() => {
    latest.current = key
  }, [key])
  const loadOlder = async () => {
    const oldest = moments[0]
    if (!oldest || loading.current) return
    loading.current = true
    const query = { room_code, kind, page_size: PAGE, before: oldest.id }
    // Its failure is said in a toast.
    const page = await call(roomApi.consoleLogs, query).catch(() => undefined)
    loading.current = false
    // Whoever looks at something else by now does not wait for it.
    if (!page || latest.current !== key) return
    setHeld((before) => {
      const mine = ofKey(before)
      return { ...mine, older: [...page.list, ...mine.older], more: page.has_more }
    })
  }
  const hasOlder = own.more ?? first.data?.has_more ?? false
  return { query: first, moments, hasOlder, loadOlder }
}

/** What a timeline shows beside its newest page. */
interface Held {
  /** The room and the kind that it was asked for. */
  key: string
  older: Moment[]
  live: Moment[]
  more?: boolean
  /** So much came that the newest page of the beginning is no longer next to it. */
  moved?: boolean
}

const nothingHeld = (key: string): Held => ({ key, older: [], live: [] })

/** One of each id, by time; a sentence that was queued gives way to what became of it. */
function merge(moments: readonly Moment[]): Moment[] {
  const byId = new Map(moments.map((moment) => [moment.id, moment]))
  const settled = new Set([...byId.values()].filter(isSettledSpeech).map(speechKey))
  return [...byId.values()]
    .filter((moment) => moment.tag !== 'queued' || !settled.has(speechKey(moment)))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

const isSettledSpeech = ({ kind, tag }: Moment) => kind === 'speech' && tag !== 'queued'
const speechKey = ({ event_id, text }: Moment) => `${event_id} ${text}`
