import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { testClock } from '@kaibo/testkit/clock.ts'
import { visitor, type Actor } from '../auth/actor.ts'
import { createMemoryBus } from '../bus/memory.ts'
import { systemIds } from '../ids.ts'
import { createSeal } from '../seal.ts'
import { createHub, type Hub } from './create-hub.ts'
import { createPresence, type Present } from './presence.ts'
import { createTickets } from './tickets.ts'

const bus = createMemoryBus((error) => {
  throw error
})
const clock = testClock()
const ids = systemIds
const TOPIC = 'form:fruit.edit:f1'

let hubs: Hub[] = []
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close()
})
const once = async () => true

function server(): Hub {
  const tickets = createTickets({ seal: createSeal(Buffer.alloc(32)), clock, ids, once, ttlMs: 1 })
  const log = pino({ level: 'silent' })
  const hub = createHub({ bus, ids, tickets, clock, log, closeCodes: { forced: 1, slow: 2 } })
  hub.form({ name: 'fruit.edit', can: 'room.edit' }, async (_actor, id) => id.startsWith('f'))
  hubs.push(hub)
  return hub
}

const someone = (uid: string, more: Partial<Actor> = {}): Actor => ({
  ...visitor,
  uid,
  nickname: `${uid}的昵称`,
  actions: new Set(['room.edit']),
  scope: { kind: 'all' },
  ...more,
})
const of = (org_id: string): Partial<Actor> => ({ org_id, scope: { kind: 'org', org_id } })

/** A form that somebody has open; `told` is all they heard of the others. */
async function open(hub: Hub, actor: Actor, topic = TOPIC) {
  const told: Present[] = []
  let actorNow = actor
  const connection = hub.connect(actor, async () => actorNow, {
    send: (text) => void told.push((JSON.parse(text) as { data: Present }).data),
    backlog: 0,
    close: () => {},
  })
  const { refused = [] } = (await connection?.subscribe([topic])) ?? {}
  return {
    told,
    refused,
    names: () => told.at(-1)?.people.map(({ name }) => name) ?? [],
    more: () => told.at(-1)?.more ?? 0,
    close: () => connection?.unsubscribe([topic]),
    die: () => connection?.gone(),
    subscribe: (...topics: string[]) => connection?.subscribe(topics),
    become: (next: Actor) => (actorNow = next),
  }
}

test('each hears of the others and not of themselves, over two servers, and when they go', async () => {
  const [here, there] = [server(), server()]
  const a = await open(here, someone('甲'))
  const b = await open(there, someone('乙'))
  await expect.poll(a.names).toEqual(['乙的昵称'])
  await expect.poll(b.names).toEqual(['甲的昵称'])
  const c = await open(there, someone('丙'))
  await expect.poll(a.names).toEqual(['丙的昵称', '乙的昵称'])
  c.close()
  await expect.poll(a.names).toEqual(['乙的昵称'])
  b.die()
  await expect.poll(a.names).toEqual([])
})

test('a change is one frame, however many come at once', async () => {
  const hub = server()
  const a = await open(hub, someone('甲'))
  await Promise.all(['乙', '丙', '丁'].map((uid) => open(hub, someone(uid))))
  await expect.poll(a.names).toHaveLength(3)
  expect(a.told).toHaveLength(1)
  // In a second window of their own nothing is new to the others.
  await open(hub, someone('乙'))
  await sleep(400)
  expect(a.told).toHaveLength(1)
})

test('a person of another organisation is counted and not named', async () => {
  const hub = server()
  const mine = await open(hub, someone('本会', of('o1')))
  const colleague = await open(hub, someone('同事', of('o1')))
  const stranger = await open(hub, someone('外人', of('o2')))
  const staff = await open(hub, someone('平台'))
  await expect.poll(() => staff.names().length).toBe(3)
  await expect.poll(mine.more).toBe(2)
  expect(mine.names()).toEqual(['同事的昵称'])
  expect(colleague.names()).toEqual(['本会的昵称'])
  expect(JSON.stringify(stranger.told)).not.toMatch(/本会|同事|平台/)
  expect(stranger.more()).toBe(3)
})

test('it takes the right to save, and the record in sight; who looks as a group has nothing open', async () => {
  const hub = server()
  const view_as = { id: 'g', name: '组' }
  for (const actor of [someone('甲', { actions: new Set() }), someone('乙', { view_as })])
    expect((await open(hub, actor)).refused).toEqual([TOPIC])
  expect((await open(hub, someone('丙'), 'form:fruit.edit:x1')).refused).toHaveLength(1)
  expect((await open(hub, someone('丁'), 'form:stone.edit:f1')).refused).toHaveLength(1)
})

test('who loses the right is there no longer', async () => {
  const hub = server()
  const a = await open(hub, someone('甲'))
  const b = await open(hub, someone('乙'))
  await expect.poll(a.names).toEqual(['乙的昵称'])
  b.become(someone('乙', { actions: new Set() }))
  await hub.recheck()
  await expect.poll(a.names).toEqual([])
})

test('a page has eight forms open and no more', async () => {
  const hub = server()
  const a = await open(hub, someone('甲'))
  const topics = Array.from({ length: 9 }, (_, i) => `form:fruit.edit:f${i}`)
  const answer = await a.subscribe(...topics)
  expect(answer?.refused).toEqual(['form:fruit.edit:f8'])
  a.close()
  expect((await a.subscribe('form:fruit.edit:f8'))?.refused).toEqual([])
})

test('of a server that says nothing any more nobody is left, nor of one that closes', async () => {
  const [here, there] = [server(), server()]
  const a = await open(here, someone('甲'))
  await open(there, someone('乙'))
  await expect.poll(a.names).toEqual(['乙的昵称'])
  there.close()
  await expect.poll(a.names).toEqual([])

  const told: Present[] = []
  const watcher = { actor: someone('甲') }
  const presence = createPresence({
    bus,
    clock,
    server: 'third',
    listening: () => [watcher],
    tell: (_, __, present) => void told.push(present),
    onError: () => {},
  })
  const people = [{ uid: '丙', name: '丙', org_id: null }]
  bus.publish('live.present', { server: 'dead', topics: [[TOPIC, people]], whole: true })
  await expect.poll(() => told.at(-1)?.people).toHaveLength(1)
  clock.advance(14_000)
  await presence.look()
  expect(told.at(-1)?.people).toHaveLength(1)
  clock.advance(2_000)
  await presence.look()
  expect(told.at(-1)?.people).toEqual([])
  presence.close()
})
