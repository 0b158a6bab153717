import { words } from '@kaibo/contract/kernel/words.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { testClock } from '@kaibo/testkit/clock.ts'
import { visitor, type Actor } from '../auth/actor.ts'
import { createMemoryBus } from '../bus/memory.ts'
import { systemIds } from '../ids.ts'
import { createSeal } from '../seal.ts'
import { createHub, type Hub } from './create-hub.ts'
import { createTickets } from './tickets.ts'

const hubs: Hub[] = []
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close()
})

/** Two servers of one installation, and a console on the second. */
function twoServers() {
  const bus = createMemoryBus((error) => {
    throw error
  })
  const clock = testClock()
  const used = new Set<string>()
  const once = async (key: string) => !used.has(key) && Boolean(used.add(key))
  const tickets = () =>
    createTickets({
      seal: createSeal(Buffer.alloc(32)),
      clock,
      ids: systemIds,
      once,
      ttlMs: 30_000,
    })
  const log = pino({ level: 'silent' })
  const make = () =>
    createHub({
      bus,
      ids: systemIds,
      tickets: tickets(),
      clock,
      log,
      closeCodes: { forced: 4403, slow: 4408 },
    })
  const pair = [make(), make()] as const
  hubs.push(...pair)
  for (const hub of pair) hub.policy('rooms', async (_actor, topics) => topics)
  return pair
}

const actor: Actor = { ...visitor, uid: 'u1', session_id: 's1', scope: { kind: 'all' } }

async function consoleOn(hub: Hub, { backlog = 0, as = actor, topic = 'rooms' } = {}) {
  const sent: string[] = []
  const closes: number[] = []
  const socket = {
    send: (text: string) => void sent.push(text),
    backlog,
    close: (code: number) => void closes.push(code),
  }
  const connection = hub.connect(as, async () => as, socket)
  await connection?.subscribe([topic])
  return { sent, closes }
}

const message = { topic: 'rooms', org_id: 'o1', event: 'room.changed', data: 1 }

test('what one server publishes is heard on the other', async () => {
  const [here, there] = twoServers()
  const { sent } = await consoleOn(there)
  here.publish(message)
  await sleep(1)
  expect(sent).toEqual(['{"type":"event","topic":"rooms","event":"room.changed","data":1}'])
})

test('a login that is forced out on one server loses its channel on the other', async () => {
  const [here, there] = twoServers()
  const { sent, closes } = await consoleOn(there)
  here.forceOut(['s2'], 2003, words('请重新登录', 'Log in again'))
  here.forceOut(['s1'], 2003, words('账号已停用，请重新登录', 'Disabled; log in again'))
  await sleep(1)
  expect(sent).toEqual([
    '{"type":"forced_out","code":2003,"msg":"账号已停用，请重新登录","msg_en":"Disabled; log in again"}',
  ])
  expect(closes).toEqual([4403])
})

test('a ticket of one server opens the channel on the other, and then nowhere', async () => {
  const [here, there] = twoServers()
  const ticket = here.ticket(actor)
  expect(await there.redeem(ticket)).toEqual({ session_id: 's1', group_id: null })
  await sleep(1)
  expect(await here.redeem(ticket)).toBeUndefined()
})

test('a console that cannot follow is dropped, and the others go on', async () => {
  const [here] = twoServers()
  const slow = await consoleOn(here, { backlog: 5_000_000 })
  const quick = await consoleOn(here)
  here.publish(message)
  here.publish(message)
  await sleep(1)
  expect(slow).toEqual({ sent: [], closes: [4408] })
  expect(quick.sent).toHaveLength(2)
})

test('a server that ends says goodbye to its consoles', async () => {
  const [here] = twoServers()
  const { closes } = await consoleOn(here)
  here.close()
  expect(closes).toEqual([1001])
})

const rowsIn = (sent: string[]) => sent.map((text) => (JSON.parse(text) as { data: string[] }).data)

describe('a list that tells of its rows', () => {
  const list = { name: 'thing.list', can: 'room.look' } as const
  const looking: Actor = { ...actor, actions: new Set(['room.look']) }
  const guild = (org_id: string): Actor => ({ ...looking, scope: { kind: 'org', org_id } })
  const own: Actor = { ...looking, session_id: 's8', scope: { kind: 'own', uid: 'u9' } }
  const writer: Actor = { ...looking, session_id: 's9' }
  const QUIET = 400

  test('says to each console the keys of the rows it sees, once for a bulk of 500', async () => {
    const [here, there] = twoServers()
    there.list(list)
    const tell = here.list(list)
    const hears = (as: Actor) => consoleOn(there, { as, topic: 'thing.list' })
    const all = await hears(looking)
    const [one, two, mine] = [await hears(guild('o1')), await hears(guild('o2')), await hears(own)]
    for (let n = 0; n < 500; n++) tell(writer, { id: `r${n}`, of: { org_ids: ['o1', null] } })
    tell(writer, { id: 'r0', of: { org_ids: ['o2'], uid: 'u9' } })
    await sleep(QUIET)
    expect(rowsIn(all.sent).map((keys) => keys.length)).toEqual([500])
    expect(rowsIn(one.sent).map((keys) => keys.length)).toEqual([500])
    expect(rowsIn(two.sent)).toEqual([['r0']])
    expect(rowsIn(mine.sent)).toEqual([['r0']])
    expect(two.sent).toEqual([
      '{"type":"event","topic":"thing.list","event":"rows.changed","data":["r0"]}',
    ])
  })

  test('whose rows everybody sees tells everybody, and who wrote hears of the others alone', async () => {
    const [here] = twoServers()
    const tell = here.list(list)
    const mine = await consoleOn(here, { as: writer, topic: 'thing.list' })
    const theirs = await consoleOn(here, { as: own, topic: 'thing.list' })
    tell(writer, { id: 'a' })
    tell(looking, { id: 'b' })
    await sleep(QUIET)
    expect(rowsIn(mine.sent)).toEqual([['b']])
    expect(rowsIn(theirs.sent)).toEqual([['a', 'b']])
  })

  test('is closed to whoever may not call it', async () => {
    const [here] = twoServers()
    const tell = here.list(list)
    const { sent } = await consoleOn(here, { as: actor, topic: 'thing.list' })
    tell(writer, { id: 'a' })
    await sleep(QUIET)
    expect(sent).toEqual([])
  })
})

test('a policy that fails while rights change is asked again the next time', async () => {
  const [, there] = twoServers()
  let asked = 0
  there.policy('rooms', async ({ actions }, topics) => {
    if (actions.has('room.look')) return topics
    asked += 1
    if (asked === 1) throw new Error('no database')
    return []
  })
  const sent: string[] = []
  const socket = { send: (text: string) => void sent.push(text), backlog: 0, close: () => {} }
  let now = { ...actor, actions: new Set(['room.look']) }
  const connection = there.connect(now, async () => now, socket)
  await connection?.subscribe(['rooms'])
  now = { ...actor, actions: new Set() }
  await there.recheck()
  await there.recheck()
  there.publish(message)
  await sleep(1)
  expect(asked).toBe(2)
  expect(sent).toEqual([])
})

test('rights that shrink while a subscription is being looked at count', async () => {
  const [, there] = twoServers()
  there.policy('rooms', async ({ actions }, topics) => {
    if (!actions.has('room.look')) return []
    await sleep(30)
    return topics
  })
  const socket = { send: () => {}, backlog: 0, close: () => {} }
  const entitled = { ...actor, actions: new Set(['room.look']) }
  const connection = there.connect(entitled, async () => actor, socket)
  const subscribing = connection?.subscribe(['rooms'])
  await there.recheck()
  expect(await subscribing).toEqual({ open: [], refused: ['rooms'] })
})
