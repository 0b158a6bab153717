import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { LiveChannel, type LiveState } from './live.channel.ts'
import { queryClient } from './query.ts'
import { currentSession, onSession, useSession } from './session.ts'

// What was missed while the channel was away is loaded anew.
const channel = new LiveChannel(() => void queryClient.invalidateQueries())

// What a login may hear ends with it, also where another one takes its place at once.
let token = currentSession().token
onSession(() => {
  const now = currentSession().token
  if (now !== token) channel.close()
  token = now
})

/** Hears the live messages of a topic (`contract/live/channel.ts`) while the component stands; of none, nothing. */
export function useLive(
  topic: string | undefined,
  onEvent: (event: string, data: unknown) => void,
): void {
  const hear = useEffectEvent(onEvent)
  useEffect(() => {
    if (topic === undefined) return undefined
    channel.open()
    return channel.subscribe(topic, (event, data) => hear(event, data))
  }, [topic])
}

/** The shell's, which keeps the channel open as long as somebody is logged in. */
export function useLiveState(): LiveState {
  const { token: login } = useSession()
  useEffect(() => {
    if (login !== null) channel.open()
  }, [login])
  return useSyncExternalStore(channel.onState, () => channel.state)
}
