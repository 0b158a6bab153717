import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'

/** Within one process. Listeners run after the publisher's current synchronous code, and must not change the message. */
export function createMemoryBus(onError: (error: unknown) => void): Bus {
  const listeners = createListeners(onError)
  return {
    publish: (channel, message) => queueMicrotask(() => listeners.tell(channel, message)),
    subscribe: (channel, listener) => listeners.add(channel, listener),
    close: async () => listeners.clear(),
  }
}
