import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
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
  const tickets = () =>
    createTickets({
      seal: createSeal(Buffer.alloc(32)),
      clock: testClock(),
      ids: systemIds,
      bus,
      ttlMs: 30_000,
    })
  const log = pino({ level: 'silent' })
  const make = () =>
    createHub({ bus, tickets: tickets(), log, closeCodes: { forced: 4403, slow: 4408 } })
  const pair = [make(), make()] as const
  hubs.push(...pair)
  for (const hub of pair) hub.guard('rooms', async () => true)
  return pair
}

const actor: Actor = { ...visitor, uid: 'u1', session_id: 's1', scope: { kind: 'all' } }

async function consoleOn(hub: Hub, backlog = 0) {
  const sent: string[] = []
  const closes: number[] = []
  const socket = {
    send: (text: string) => void sent.push(text),
    backlog,
    close: (code: number) => void closes.push(code),
  }
  const connection = hub.connect(actor, async () => actor, socket)
  await connection.subscribe(['rooms'])
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
  here.forceOut(['s2'], 2003, '别人')
  here.forceOut(['s1'], 2003, '账号已停用，请重新登录')
  await sleep(1)
  expect(sent).toEqual(['{"type":"forced_out","code":2003,"msg":"账号已停用，请重新登录"}'])
  expect(closes).toEqual([4403])
})

test('a ticket of one server opens the channel on the other, and then nowhere', async () => {
  const [here, there] = twoServers()
  const ticket = here.ticket(actor)
  expect(there.redeem(ticket)).toBe('s1')
  await sleep(1)
  expect(here.redeem(ticket)).toBeUndefined()
})

test('a console that cannot follow is dropped, and the others go on', async () => {
  const [here] = twoServers()
  const slow = await consoleOn(here, 5_000_000)
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
