import { afterCommit } from '../db/ending.ts'
import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'

/** Within one process. Listeners run after the publisher's current synchronous code, and must not change the message. */
export function createMemoryBus(onError: (error: unknown) => void): Bus {
  const listeners = createListeners(onError)
  const publish = (channel: string, message: unknown) =>
    queueMicrotask(() => listeners.tell(channel, message))
  return {
    publish,
    publishIn: async (trx, channel, message) => afterCommit(trx, () => publish(channel, message)),
    hint: publish,
    subscribe: (channel, listener) => listeners.add(channel, listener),
    onGap: () => {},
    close: async () => listeners.clear(),
  }
}
