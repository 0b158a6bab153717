import { Redis } from 'ioredis'
import type { Wire } from './bus.ts'

/**
 * Between the servers of one installation, whose name keeps it apart from others on the same Redis. It opens without Redis too, and
 * comes back by itself; `onChange` hears once of each change.
 */
export function createRedisWire(
  url: string,
  installation: string,
  onChange: (isConnected: boolean, reason: unknown) => void,
): Wire {
  const channel = `kaibo:${installation}:bus`
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 3_000,
    retryStrategy: (times: number) => Math.min(200 * times, 2_000),
  }
  const sender = new Redis(url, options)
  // What it subscribed to before it connected, or lost the connection, it subscribes to again by itself.
  const receiver = new Redis(url, {
    ...options,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
  })
  let reason: unknown
  let told: boolean | undefined
  const isConnected = () => sender.status === 'ready' && receiver.status === 'ready'
  const look = () => {
    if (isConnected() === told) return
    told = isConnected()
    onChange(told, reason)
  }
  for (const connection of [sender, receiver]) {
    connection.on('error', (error) => {
      reason = error
    })
    // The first of the two that is ready is no change.
    connection.on('ready', () => isConnected() && look())
    connection.on('close', look)
  }
  const heard: ((text: string) => void)[] = []
  receiver.on('message', (_channel: string, text: string) => {
    for (const listener of heard) listener(text)
  })
  receiver.subscribe(channel).catch(() => {})
  return {
    say: (text) => {
      if (sender.status === 'ready') sender.publish(channel, text).catch(() => {})
    },
    hear: (listener) => void heard.push(listener),
    get isConnected() {
      return isConnected()
    },
    close: async () => {
      sender.removeAllListeners('close')
      receiver.removeAllListeners('close')
      sender.disconnect()
      receiver.disconnect()
    },
  }
}
