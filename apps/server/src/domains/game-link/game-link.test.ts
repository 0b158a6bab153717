import { afterAll, beforeAll, expect, test } from 'vitest'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import type { CmdItem, RoundItem } from '@kaibo/contract/agent/game-items.schema.ts'
import type { TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let room: Room
let agent: TestAgent
let run_id: string | null
let seq = 0

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  const on = await goOnAir(server, await server.listen(), operator)
  room = on.room
  agent = on.agent
  const found = server.db.query.selectFrom('room').select('run_id').where('id', '=', room.id)
  run_id = (await found.executeTakeFirstOrThrow()).run_id
})
afterAll(() => server.close())

const round = (number: number, more: Partial<RoundItem> = {}): RoundItem => ({
  type: 'round',
  room_code: room.room_code,
  run_id,
  at: server.clock.now(),
  seq: number,
  game_id: 'g1',
  round_id: `r${number}`,
  started_at: server.clock.now() - 60_000,
  end_status: null,
  winner: null,
  camps: [],
  players: [],
  ...more,
})

const cmd = (cmd_id: string, more: Partial<CmdItem> = {}): CmdItem => ({
  type: 'cmd',
  room_code: room.room_code,
  run_id,
  game_id: 'g1',
  at: server.clock.now(),
  cmd_id,
  cause: 'gift',
  state: 'lost',
  detail: '游戏重新启动',
  name: 'pull',
  args: [10],
  event_id: 'e1',
  user: { open_id: 'u1', nickname: '阿强' },
  gift: '小心心',
  count: 1,
  value_fen: 100,
  is_ai: false,
  is_test: false,
  queued_at: server.clock.now(),
  round_seq: 1,
  ...more,
})

/** As a PC hands over what it has. */
async function store(items: (RoundItem | CmdItem)[], spool_id = 'games'): Promise<void> {
  agent.send({ type: 'batch', spool_id, first_seq: seq + 1, items })
  seq += items.length
  const up_to = seq
  await agent.next('ack', (ack) => ack.spool_id === spool_id && ack.up_to === up_to)
}

const call = {
  rounds: (more = {}) =>
    server.call(gameLinkApi.rounds, { room_code: room.room_code, ...more }, operator),
  effects: (more = {}) =>
    server.call(gameLinkApi.effects, { room_code: room.room_code, ...more }, operator),
}

const ended = {
  end_status: 1 as const,
  winner: 'red',
  camps: [{ id: 'red', score: 9 }],
  players: [
    { open_id: 'u1', nickname: '阿强', camp: 'red', score: 6 },
    { open_id: 'u2', nickname: '小美', camp: 'blue', score: 3 },
  ],
}

test('a round is one however often and in which order it comes, with its best players', async () => {
  await store([round(1)])
  expect((await call.rounds()).data.list).toMatchObject([{ seq: 1, end_status: null, players: [] }])
  // The end came before, out of a backlog; the start comes again
  await store([round(2, ended), round(2), round(1, ended), round(1, ended)])
  const { data } = await call.rounds()
  expect(data.total).toBe(2)
  expect(data.list).toMatchObject([
    { seq: 2, end_status: 1, winner: 'red', players: [{ nickname: '阿强' }, { nickname: '小美' }] },
    { seq: 1, end_status: 1, camps: [{ id: 'red', score: 9 }] },
  ])
  const { data: first } = await call.rounds({ page_size: 1 })
  const { data: rest } = await call.rounds({ page_size: 1, cursor: first.next ?? '' })
  expect([first.list[0]?.seq, rest.list[0]?.seq, rest.next]).toEqual([2, 1, null])
})

test('a PC that gets the room is told up to where rounds are counted', async () => {
  server.app.link.pushDesired([room.pc_id ?? ''])
  const { rooms } = await agent.next('desired', ({ rooms: all }) =>
    all.some((one) => one.last_round_seq !== undefined),
  )
  expect(rooms).toMatchObject([{ last_round_seq: 2 }])
})

test('a gift without effect is owed to somebody, once, until it is made good', async () => {
  await store([
    cmd('c1'),
    cmd('c1', { state: 'done' }),
    cmd('c2', { state: 'done' }),
    cmd('c3', { cause: 'rule', user: null, gift: null }),
  ])
  const { data } = await call.effects()
  expect(data.list).toMatchObject([
    { cmd_id: 'c1', state: 'lost', user: { nickname: '阿强' }, gift: '小心心', value_fen: 100 },
  ])
  expect((await call.effects({ cause: 'rule' })).data.list).toMatchObject([{ cmd_id: 'c3' }])
  const of = { room_code: room.room_code, cmd_id: 'c1' }
  const good = await server.call(gameLinkApi.madeGood, of, operator)
  expect(good.data).toMatchObject({ made_good_at: server.clock.now() })
  expect(good.data.made_good_by).not.toBeNull()
  expect(await server.call(gameLinkApi.madeGood, of, operator)).toMatchObject({ code: 1006 })
  expect((await call.effects({ made_good: 0 })).data.list).toEqual([])
  expect((await call.effects({ made_good: 1 })).data.list).toHaveLength(1)
})

const game = {
  state: 'connected' as const,
  name: '拔河',
  version: '1',
  url: 'http://127.0.0.1:18310/play/X/#secret',
  round_seq: 2,
  status: 'playing',
  waiting: 0,
  fault: null,
}
const command = () =>
  server.call(
    gameLinkApi.command,
    { room_code: room.room_code, command: 'pull', args: [5] },
    operator,
  )

test('a command goes to the game, and its answer comes back; without a game it is refused', async () => {
  expect(await command()).toMatchObject({ code: 1009, msg: '游戏未连接' })
  agent.report({ room_code: room.room_code, run_id, worker: 2, game })
  const state = () => server.call(gameLinkApi.state, { room_code: room.room_code }, operator)
  const asked = expect.poll(async () => {
    const told = state()
    const { id } = await agent.next('ask_state').catch(() => ({ id: '' }))
    const rules = { vars: { room: { red: { value: 7, period: 1 } } } }
    const speech = { waiting: 0, silent_ms: 0, saying: [] }
    if (id) agent.send({ type: 'state', id, state: { rules, speech } })
    return (await told).data
  })
  await asked.toMatchObject({ link: game, vars: [{ key: 'red', value: 7 }] })
  const done = command()
  const frame = await agent.next('command')
  expect(frame).toMatchObject({ name: 'game.cmd', game: { name: 'pull', args: [5] } })
  agent.send({ type: 'command_state', id: frame.id, state: 'done', detail: null })
  expect((await done).data).toEqual({ state: 'done', detail: '' })
  const failed = command()
  const second = await agent.next('command')
  agent.send({ type: 'command_state', id: second.id, state: 'failed', detail: '做不了' })
  expect((await failed).data).toEqual({ state: 'failed', detail: '做不了' })
})

test('the link with its secret is shown only to who may operate the room', async () => {
  const finance = await server.login('finance')
  const { data } = await server.call(gameLinkApi.state, { room_code: room.room_code }, finance)
  expect(data.link).toMatchObject({ state: 'connected', url: '' })
})
