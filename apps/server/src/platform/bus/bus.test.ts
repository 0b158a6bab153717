import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Bus } from './bus.ts'
import { createMemoryBus } from './memory.ts'
import { createRedisBus } from './redis.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const errors: unknown[] = []
const onError = (error: unknown) => void errors.push(error)
const open: Bus[] = []

/** Two ends of one bus: with Redis two servers of one installation. */
const kinds: Record<string, () => Promise<readonly [Bus, Bus]>> = {
  memory: async () => {
    const bus = createMemoryBus(onError)
    return [bus, bus]
  },
  ...(redisUrl && {
    redis: async () => {
      const installation = randomUUID()
      return [
        await createRedisBus(redisUrl, installation, onError),
        await createRedisBus(redisUrl, installation, onError),
      ]
    },
  }),
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()))
  errors.length = 0
})

async function ends(kind: string) {
  const [a, b] = (await kinds[kind]?.()) ?? []
  if (!a || !b) throw new Error(kind)
  open.push(...new Set([a, b]))
  return [a, b] as const
}

/** Waits for as many messages as are expected, and a little longer for one too many. */
async function heard<T>(messages: T[], count: number): Promise<T[]> {
  for (let waited = 0; messages.length < count && waited < 2_000; waited += 10) await sleep(10)
  await sleep(20)
  return messages
}

test.each(Object.keys(kinds))('%s: every end hears a message, its publisher too', async (kind) => {
  const [a, b] = await ends(kind)
  const messages: unknown[] = []
  a.subscribe('rooms', (message) => messages.push(message))
  b.subscribe('rooms', (message) => messages.push(message))
  b.subscribe('others', (message) => messages.push(message))
  a.publish('rooms', { text: '你好', list: [1, null] })
  expect(await heard(messages, 2)).toEqual([
    { text: '你好', list: [1, null] },
    { text: '你好', list: [1, null] },
  ])
})

test.each(Object.keys(kinds))('%s: who stopped listening hears nothing', async (kind) => {
  const [a] = await ends(kind)
  const messages: unknown[] = []
  const stop = a.subscribe('rooms', (message) => messages.push(message))
  stop()
  a.publish('rooms', 1)
  expect(await heard(messages, 0)).toEqual([])
})

test.each(Object.keys(kinds))(
  '%s: a listener that throws is reported and harms nobody',
  async (kind) => {
    const [a] = await ends(kind)
    const messages: unknown[] = []
    a.subscribe('rooms', () => {
      throw new Error('broken listener')
    })
    a.subscribe('rooms', (message) => messages.push(message))
    a.publish('rooms', 1)
    expect(await heard(messages, 1)).toEqual([1])
    expect(errors.map(String)).toEqual(['Error: broken listener'])
  },
)

test.runIf(redisUrl)('redis: another installation on the same Redis hears nothing', async () => {
  const [a] = await ends('redis')
  const [other] = await ends('redis')
  const messages: unknown[] = []
  other.subscribe('rooms', (message) => messages.push(message))
  a.publish('rooms', 1)
  await sleep(100)
  expect(messages).toEqual([])
})

test('redis that is not there is named when the server starts', async () => {
  await expect(createRedisBus('redis://127.0.0.1:1', 'x', onError)).rejects.toThrow(
    'Redis连接失败（ECONNREFUSED），请检查 REDIS_URL',
  )
})
