import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvent, TopicName } from '@kaibo/contract/live/topics.ts'
import { LiveChannel, type LiveState } from './live.channel.ts'
import { queryClient } from './query.ts'
import { currentSession, onSession, useSession } from './session.ts'

// Refetches what may have been missed while disconnected.
const channel = new LiveChannel(() => void queryClient.invalidateQueries())

// The connection belongs to one login: it is closed with it, even if another follows at once.
let token = currentSession().token
onSession(() => {
  const now = currentSession().token
  if (now !== token) channel.close()
  token = now
})

/** Subscribes to a topic (`contract/live/topics.ts`) while the component is mounted; does nothing without a topic. */
export function useLive<T extends TopicName>(
  topic: T | undefined,
  onEvent: (message: LiveEvent<T>) => void,
): void {
  const hear = useEffectEvent(onEvent)
  useEffect(() => {
    if (topic === undefined) return undefined
    channel.open()
    // Not validated: the server sends it by the same contract types.
    return channel.subscribe(topic, (event, data) => hear({ event, data } as LiveEvent<T>))
  }, [topic])
}

/** Used by the shell: keeps the channel open while somebody is logged in. */
export function useLiveState(): LiveState {
  const { token: login } = useSession()
  useEffect(() => {
    if (login !== null) channel.open()
  }, [login])
  return useSyncExternalStore(channel.onState, () => channel.state)
}
