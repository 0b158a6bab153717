import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import type { Wire } from '../bus/bus.ts'
import { createInstances, type Instances } from './instances.ts'

const SIBLINGS = 3

let server: TestServer
let hearing: (text: string) => void
let ends: { isConnected: boolean; says: boolean; hears: boolean }[]
let servers: Instances[]
let seconds = 0
/** What was said last, whether or not it was heard. */
let last = ''

beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

beforeEach(async () => {
  const listeners: ((text: string) => void)[] = []
  ends = []
  servers = []
  for (let n = 0; n < SIBLINGS; n++) {
    const end = { isConnected: true, says: true, hears: true }
    const wire: Wire = {
      say: (text) => {
        if (end.says) listeners.forEach((hear) => hear(text))
        last = text
      },
      hear(listener) {
        listeners.push((text) => void (end.hears && listener(text)))
        hearing = listener
      },
      get isConnected() {
        return end.isConnected
      },
      close: async () => {},
    }
    ends.push(end)
    const own = { id: randomUUID(), host: `host-${n}`, pid: n, version: '1', schema_name: '1' }
    const { db } = server
    const now = () => seconds * 1_000
    servers.push(
      createInstances({ db, wire, own, offset: () => 0, onError: () => {}, time: now, now }),
    )
  }
  for (const one of servers) await one.startUp()
})
afterEach(async () => {
  for (const one of servers) await one.close()
})

/** What each says of itself some beats later. */
async function soon(): Promise<string[]> {
  for (let beats = 0; beats < 6; beats++) {
    seconds += 5
    for (const one of servers) await one.beat()
  }
  return servers.map((one) => one.bus())
}

const first = (change: Partial<(typeof ends)[number]>) => Object.assign(ends[0] ?? {}, change)

test('the bus is broken for the server that is cut off from it, not for those that miss it', async () => {
  expect(await soon()).toEqual(['ok', 'ok', 'ok'])
  first({ isConnected: false, says: false, hears: false })
  expect(await soon()).toEqual(['cut', 'ok', 'ok'])
  first({ isConnected: true, says: true, hears: true })
  for (const one of servers) await one.beat()
  expect(servers.map((one) => one.bus())).toEqual(['ok', 'ok', 'ok'])
})

test('one that is connected and hears nobody is deaf, one that nobody hears is mute', async () => {
  first({ hears: false, says: false })
  expect(await soon()).toEqual(['deaf', 'ok', 'ok'])
  first({ hears: true })
  expect(await soon()).toEqual(['mute', 'ok', 'ok'])
  first({ says: true })
  expect(await soon()).toEqual(['ok', 'ok', 'ok'])
})

test('of two that do not hear each other each says so', async () => {
  await servers.pop()?.close()
  first({ hears: false, says: false })
  expect(await soon()).toEqual(['deaf', 'deaf'])
})

test('that others are well is known as of when they said it, however late that comes', async () => {
  await soon()
  first({ says: false })
  await servers[0]?.beat()
  const saidAt = seconds * 1_000
  const before = servers[2]?.othersWellAt
  seconds += 20
  hearing(last)
  expect(before).toBeLessThanOrEqual(saidAt)
  expect(servers[2]?.othersWellAt).toBe(saidAt)
})
