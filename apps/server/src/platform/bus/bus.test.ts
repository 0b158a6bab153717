import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import type { Bus, Wire } from './bus.ts'
import { createMemoryBus } from './memory.ts'
import { createRedisWire } from './redis.ts'
import * as store from './rows.store.ts'
import { openRowsBus } from './rows.ts'

const redisUrl = process.env['TEST_REDIS_URL']
const errors: unknown[] = []
const onError = (error: unknown) => void errors.push(error)
const open: { close(): Promise<void> }[] = []
let server: TestServer
/** A channel of its own for each test: what was said in the last seconds is read again. */
let rooms = ''

beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())
beforeEach(() => {
  rooms = randomUUID()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()))
  errors.length = 0
})

/** A wire that can be cut: what is said then is lost, and it says of itself that all is well. */
function twoEnds() {
  const ends: ((text: string) => void)[] = []
  const state = { isCut: false }
  const end = (): Wire => ({
    say: (text) => void (state.isCut || ends.forEach((hear) => hear(text))),
    hear: (listener) => void ends.push(listener),
    isConnected: true,
    close: async () => {},
  })
  return { state, wires: [end(), end()] as const }
}

async function rowsBus(wire: Wire | undefined): Promise<Bus> {
  const sender = randomUUID()
  const bus = await openRowsBus({ db: server.db, sender, wire, onError, readEveryMs: 50 })
  open.push(bus)
  return bus
}

/** Two ends of one bus: two servers of one installation. */
const kinds: Record<string, () => Promise<readonly [Bus, Bus]>> = {
  memory: async () => {
    const bus = createMemoryBus(onError)
    return [bus, bus]
  },
  rows: async () => [await rowsBus(undefined), await rowsBus(undefined)],
  'rows and a wire': async () => {
    const [a, b] = twoEnds().wires
    return [await rowsBus(a), await rowsBus(b)]
  },
}

/** Waits for as many messages as are expected, and longer for one too many. */
async function heard<T>(messages: T[], count: number): Promise<T[]> {
  for (let waited = 0; messages.length < count && waited < 3_000; waited += 10) await sleep(10)
  await sleep(150)
  return messages
}

test.each(Object.keys(kinds))(
  '%s: every end hears a message once, its publisher too',
  async (kind) => {
    const [a, b] = (await kinds[kind]?.()) ?? []
    const messages: unknown[] = []
    a?.subscribe(rooms, (message) => messages.push(message))
    b?.subscribe(rooms, (message) => messages.push(message))
    b?.subscribe('others', (message) => messages.push(message))
    await sleep(100)
    const said = { text: '你好😀'.repeat(5_000), list: [1, null] }
    a?.publish(rooms, said)
    expect(await heard(messages, 2)).toEqual([said, said])
  },
)

test.each(Object.keys(kinds))(
  '%s: what is undone was not said, what is committed was',
  async (kind) => {
    const [a, b] = (await kinds[kind]?.()) ?? []
    const messages: unknown[] = []
    b?.subscribe(rooms, (message) => messages.push(message))
    await sleep(100)
    const undone = server.db.transaction(async (trx) => {
      await a?.publishIn(trx, rooms, 'undone')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await server.db.transaction(async (trx) => a?.publishIn(trx, rooms, 'done'))
    expect(await heard(messages, 1)).toEqual(['done'])
  },
)

test.each(Object.keys(kinds))(
  '%s: a listener that throws is reported and harms nobody, one that stopped hears nothing',
  async (kind) => {
    const [a] = (await kinds[kind]?.()) ?? []
    const messages: unknown[] = []
    a?.subscribe(rooms, () => {
      throw new Error('broken listener')
    })
    a?.subscribe(rooms, (message) => messages.push(message))
    const stop = a?.subscribe(rooms, () => messages.push('stopped'))
    stop?.()
    a?.publish(rooms, 1)
    expect(await heard(messages, 1)).toEqual([1])
    expect(errors.map(String)).toEqual(['Error: broken listener'])
  },
)

test('a wire that loses what is said, and says that all is well, loses no message', async () => {
  const { state, wires } = twoEnds()
  const [a, b] = [await rowsBus(wires[0]), await rowsBus(wires[1])]
  const messages: unknown[] = []
  b.subscribe(rooms, (message) => messages.push(message))
  await sleep(100)
  state.isCut = true
  a.publish(rooms, 'lost')
  a.hint(rooms, 'only said')
  expect(await heard(messages, 1)).toEqual(['lost'])
})

test('what was said before a server began is in what it reads as it begins, and is not heard', async () => {
  const first = await rowsBus(undefined)
  await server.db.transaction((trx) => first.publishIn(trx, rooms, 'before'))
  const second = await rowsBus(undefined)
  const messages: unknown[] = []
  second.subscribe(rooms, (message) => messages.push(message))
  first.publish(rooms, 'after')
  expect(await heard(messages, 1)).toEqual(['after'])
})

test('what is old is forgotten, and what stands in a time to come since the clock was set back', async () => {
  const { query, dialect } = server.db
  const ids = ['old', 'now', 'to come'].map((name) => `${rooms} ${name}`)
  const parts = ids.map((id) => ({ id, part: 0, parts: 1, topic: rooms, payload: '0' }))
  await store.write(query, dialect, 'x', parts)
  for (const [i, by] of [-3_600_000, 0, 3_600_000].entries())
    await sql`update bus_row set at = at + ${by} where id = ${ids[i]}`.execute(query)
  await store.forget(query, dialect, 60_000)
  expect((await store.read(query, ids)).map(({ id }) => id)).toEqual([ids[1]])
})

test('Redis that is not there keeps no server from starting, and is told of once', async () => {
  const told: boolean[] = []
  const wire = createRedisWire('redis://127.0.0.1:1', 'x', (isConnected) => told.push(isConnected))
  open.push(wire)
  await expect.poll(() => told).toEqual([false])
  await sleep(700)
  expect(told).toEqual([false])
  expect(wire.isConnected).toBe(false)
})

test.runIf(redisUrl)(
  'over Redis others of the installation hear at once, another one nothing',
  async () => {
    const told: boolean[] = []
    const wires = ['one', 'one', 'other'].map((name) =>
      createRedisWire(redisUrl ?? '', name, (isConnected) => told.push(isConnected)),
    )
    open.push(...wires)
    const texts: string[][] = [[], [], []]
    wires.forEach((wire, i) => wire.hear((text) => texts[i]?.push(text)))
    await expect.poll(() => wires.every((wire) => wire.isConnected)).toBe(true)
    await sleep(100)
    expect(told).toEqual([true, true, true])
    wires[0]?.say('你好')
    await expect.poll(() => texts[1]).toEqual(['你好'])
    expect(texts[2]).toEqual([])
  },
)
