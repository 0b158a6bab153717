import { Redis } from 'ioredis'
import { codeOf, StartFault } from '../start-fault.ts'
import type { Bus } from './bus.ts'
import { createListeners } from './listeners.ts'

/**
 * Between the servers of one installation, whose name keeps it apart from others on the same Redis. While Redis is away
 * messages are lost, as `Bus` allows; both connections come back by themselves.
 */
export async function createRedisBus(
  url: string,
  installation: string,
  onError: (error: unknown) => void,
): Promise<Bus> {
  const prefix = `kaibo:${installation}:`
  const listeners = createListeners(onError)
  const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 }
  const sender = new Redis(url, options)
  const receiver = new Redis(url, options)
  let reason: unknown
  for (const connection of [sender, receiver]) {
    connection.on('error', (error) => {
      reason = error
      onError(error)
    })
  }
  try {
    await Promise.all([sender.connect(), receiver.connect()])
  } catch (cause) {
    sender.disconnect()
    receiver.disconnect()
    throw new StartFault(`Redis连接失败（${codeOf(reason ?? cause)}），请检查 REDIS_URL`, { cause })
  }
  receiver.on('pmessage', (_pattern: string, channel: string, text: string) => {
    listeners.tell(channel.slice(prefix.length), JSON.parse(text))
  })
  await receiver.psubscribe(`${prefix}*`)
  return {
    publish: (channel, message) => {
      sender.publish(prefix + channel, JSON.stringify(message)).catch(onError)
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    close: async () => {
      listeners.clear()
      sender.disconnect()
      receiver.disconnect()
    },
  }
}
