import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvent, TopicName } from '@kaibo/contract/live/topics.ts'
import { LiveChannel, type LiveState } from './live.channel.ts'
import { connectionBroke, connectionHolds, onBack } from './connection.ts'
import { queryClient } from './query.ts'
import { currentSession, onSession, useSession } from './session.ts'

// Refetches what may have been missed while disconnected.
const channel = new LiveChannel(() => void queryClient.invalidateQueries())

// A channel that never opened says nothing about the server: a proxy may block WebSockets.
let wasOpen = false
channel.onState(() => {
  if (channel.state === 'lost' && wasOpen) connectionBroke()
  if (channel.state === 'open') connectionHolds()
  wasOpen = channel.state === 'open'
})
onBack(() => channel.hurry())

// The connection belongs to one login: it is closed with it, even if another follows at once.
let token = currentSession().token
onSession(() => {
  const now = currentSession().token
  if (now !== token) channel.close()
  token = now
})

/**
 * Hears the live messages of a topic (`contract/live/topics.ts`) while the component stands; of none, nothing. `onBegun` is
 * called when the server says that from now on it tells them all: what was read before may lack what came in between.
 */
export function useLive<T extends TopicName>(
  topic: T | undefined,
  onEvent: (message: LiveEvent<T>) => void,
  onBegun?: () => void,
): void {
  const hear = useEffectEvent(onEvent)
  const begin = useEffectEvent(() => onBegun?.())
  useEffect(() => {
    if (topic === undefined) return undefined
    channel.open()
    // What it carries is the contract's promise: the server says it by the same types.
    const forget = channel.onSubscribed((begun) => {
      if (begun === topic) begin()
    })
    const end = channel.subscribe(topic, (event, data) => hear({ event, data } as LiveEvent<T>))
    return () => {
      forget()
      end()
    }
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
