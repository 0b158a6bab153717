import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvent, TopicName } from '@kaibo/contract/live/topics.ts'
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

/** Hears the live messages of a topic (`contract/live/topics.ts`) while the component stands; of none, nothing. */
export function useLive<T extends TopicName>(
  topic: T | undefined,
  onEvent: (message: LiveEvent<T>) => void,
): void {
  const hear = useEffectEvent(onEvent)
  useEffect(() => {
    if (topic === undefined) return undefined
    channel.open()
    // What it carries is the contract's promise: the server says it by the same types.
    return channel.subscribe(topic, (event, data) => hear({ event, data } as LiveEvent<T>))
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
