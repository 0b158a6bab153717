import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { LiveChannel, type LiveState } from './live.channel.ts'
import { queryClient } from './query.ts'
import { currentSession, onSession } from './session.ts'

// What was missed while the channel was away is loaded anew.
const channel = new LiveChannel(() => void queryClient.invalidateQueries())
onSession(() => {
  if (!currentSession().token) channel.close()
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

export function useLiveState(): LiveState {
  useEffect(() => channel.open(), [])
  return useSyncExternalStore(channel.onState, () => channel.state)
}
