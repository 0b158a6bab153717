import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
afterAll(() => server.close())

const connect = ({ pc }: OnAir) =>
  connectAgent(url, { pc_id: pc.id, private_key: pc.private_key, ts: server.clock.now() })

/** The spool item with this number: a gift of 10 yuan, or for every third number a log line of the room. */
function nth({ room, run }: OnAir, seq: number) {
  const at = server.clock.now()
  if (seq % 3 > 0)
    return {
      type: 'event',
      run_id: run.run_id,
      event: giftEvent(room.room_code, { event_id: `${room.id}-${seq}`, at }),
    }
  const { room_code } = room
  return { type: 'log', room_code, run_id: run.run_id, at, level: 'info', text: `${seq}` }
}

async function send(agent: TestAgent, air: OnAir, spool_id: string, seqs: number[]) {
  const items = seqs.map((seq) => nth(air, seq))
  agent.send({ type: 'batch', spool_id, first_seq: seqs[0] ?? 1, seqs, items })
  return agent.next('ack', (ack) => ack.spool_id === spool_id)
}

const gifts = async ({ room }: OnAir) => {
  const rows = await server.db.query
    .selectFrom('gift_event')
    .select('event_id')
    .where('room_id', '=', room.id)
    .execute()
  return rows.map(({ event_id }) => Number(event_id.split('-').at(-1))).sort((a, b) => a - b)
}

const lines = async ({ room, pc }: OnAir) => {
  const rows = await server.db.query
    .selectFrom('room_moment')
    .select('key')
    .where('room_id', '=', room.id)
    .where('key', 'like', `${pc.id}:%`)
    .execute()
  return rows.map(({ key }) => key.slice(pc.id.length + 1)).sort()
}

test('a batch with gaps is stored once, however it is split when it is sent again', async () => {
  const air = await buildOnAir(server.platform)
  const agent = await connect(air)
  expect(await agent.hello()).toMatchObject({
    capabilities: expect.arrayContaining(['batch.seqs']),
    backlogs: [],
  })
  expect(await send(agent, air, 'backlog', [2, 3, 7, 8])).toMatchObject({ up_to: 8, refused: [] })
  expect(await send(agent, air, 'live', [9, 12])).toMatchObject({ up_to: 12 })
  expect(await send(agent, air, 'backlog', [3, 7, 8, 20, 21])).toMatchObject({ up_to: 21 })
  expect(await gifts(air)).toEqual([2, 7, 8, 20])
  expect(await lines(air)).toEqual(['backlog:21', 'backlog:3', 'live:12', 'live:9'])
  agent.kill()

  const again = await connect(air)
  const backlogs = ['backlog', 'unknown']
  expect(await again.hello({ spool_id: 'live', backlogs })).toMatchObject({
    spool_acked: 12,
    backlogs: [
      { spool_id: 'backlog', acked: 21 },
      { spool_id: 'unknown', acked: 0 },
    ],
  })
  again.kill()
  expect(await reconcile(server.db)).toEqual([])
})

test.each([
  ['too few', [1]],
  ['not from the first', [2, 3]],
  ['not rising', [1, 1]],
])('numbers that do not fit the items are named, and nothing is stored: %s', async (_, seqs) => {
  const air = await buildOnAir(server.platform)
  const agent = await connect(air)
  await agent.hello()
  const items = [nth(air, 1), nth(air, 2)]
  agent.send({ type: 'batch', spool_id: 'spool', first_seq: 1, seqs, items })
  expect((await agent.next('fault')).msg).toBe('消息不合规：seqs')
  expect(await gifts(air)).toEqual([])
  agent.kill()
})
