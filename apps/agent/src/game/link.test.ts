import { expect, onTestFinished, test } from 'vitest'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { eventOf, giftOf } from '#rooms/event.fixture.ts'
import type { Stage } from '#rooms/stage.fixture.ts'
import type { GameDesk } from './desk.ts'
import { answering, bundleWith, byHand, playing, sayThat, TestGame } from './link.fixture.ts'

async function begin(bundle?: Bundle) {
  const on = await playing(bundle)
  onTestFinished(async () => {
    await on.room.stop('now')
    await on.desk.close()
  })
  return on
}

const itemsOf = <Type extends SpoolItem['type']>(stage: Stage, type: Type) =>
  stage.spooled.filter((one): one is Extract<SpoolItem, { type: Type }> => one.type === type)
const gameEvents = (stage: Stage) =>
  stage.events().flatMap(({ event }) => (event.game ? [event] : []))

const rose = (event_id: string) => {
  const gift = giftOf(100, { event_id })
  return { ...gift, gift: gift.gift && { ...gift.gift, id: 'x1', name: '小心心', count: 3 } }
}

test('a game is welcome with its room’s secret, and told what leads to what', async () => {
  const { stage, desk, room } = await begin()
  expect(room.report().game).toMatchObject({ state: 'waiting', name: '拔河' })
  const game = await TestGame.join(desk)
  expect(game.of('welcome')[0]).toMatchObject({
    room: { room_code: 'ABCD2345', name: '测试房间' },
    round_seq: 0,
    status: 'idle',
    camps: [{ id: 'red' }, { id: 'blue' }],
  })
  expect(room.report().game).toMatchObject({ state: 'connected', name: '测试游戏' })
  expect(stage.changes).toBeGreaterThan(0)
  game.kill()
  await game.closed
  await expect.poll(() => room.report().game?.state).toBe('away')
})

test('an event is acknowledged once it is on the disk, heard by the rules, and never twice', async () => {
  const said = '快赢了，{{ev.camp_name}}'
  const { stage, desk } = await begin(bundleWith([answering('game.near_win', sayThat(said))]))
  let written = 0
  stage.flush = async () => {
    written++
    return stage.spooled.some((item) => item.type === 'event' && item.event.kind === 'game')
  }
  const game = await TestGame.join(desk)
  const near = { camp: 'red', camp_name: '红队', gap: 85, left_s: 20 }
  const id = game.event('near_win', near)
  expect(await game.next('ack')).toEqual({ type: 'ack', id })
  expect(written).toBeGreaterThan(0)
  expect(stage.spoken()).toEqual(['快赢了，红队'])
  expect(gameEvents(stage)).toMatchObject([
    {
      source: 'game',
      event_id: `ABCD2345:boot-1:${id}`,
      text: '快赢了：阵营 red，阵营名 红队，差距 85，剩余秒数 20',
      game: { key: 'near_win', payload: near },
    },
  ])
  game.event('near_win', near, id)
  await game.next('ack', 1)
  expect(gameEvents(stage)).toHaveLength(1)
})

test('an event that nobody declared, or says what it does not, is rejected with the reason', async () => {
  const { stage, desk } = await begin()
  const game = await TestGame.join(desk)
  game.event('exploded', {})
  game.event('near_win', { camp: 1 })
  game.event('near_win', { colour: 'red' })
  game.event('round_start', { seq: 1 })
  await game.next('reject', 3)
  expect(game.of('reject').map(({ why }) => why)).toEqual([
    '没有事件 exploded',
    '事件“快赢了”的字段 camp 须为文字',
    '事件“快赢了”没有字段 colour',
    '事件 round_start 由客户端发出',
  ])
  expect(gameEvents(stage)).toEqual([])
})

test('an event counts only in the status that it is meant for, and sets the next', async () => {
  const statuses = [{ key: 'near_win', only_in: ['playing' as const], sets: 'settling' as const }]
  const set = answering('game.near_win', sayThat('快赢了'))
  const { stage, desk, room } = await begin(bundleWith([set], { game: byHand({ statuses }) }))
  const game = await TestGame.join(desk)
  game.event('near_win', {})
  await game.next('ack')
  expect(stage.spoken()).toEqual([])
  game.send({ type: 'round', id: 'r1', state: 'start' })
  game.event('near_win', {})
  await game.next('ack', 2)
  expect(stage.spoken()).toEqual(['快赢了'])
  expect(room.report().game?.status).toBe('settling')
  expect(gameEvents(stage).map(({ game: of }) => of?.key)).toEqual([
    'near_win',
    'round_start',
    'near_win',
  ])
})

test('rounds are counted from the last one that anybody knows, and end with their players', async () => {
  const { stage, desk, room } = await begin(
    bundleWith([answering('game.round_end', sayThat('{{ev.winner_name}}胜，最佳{{ev.mvp_name}}'))]),
  )
  const game = await TestGame.join(desk)
  game.send({ type: 'round', id: 'r1', state: 'start' })
  expect(await game.next('ack')).toMatchObject({ id: 'r1', seq: 1 })
  await stage.time.advance(90_000)
  const players = [
    { open_id: 'u1', nickname: '阿强', camp: 'red', score: 30 },
    { open_id: 'u2', nickname: '小美', camp: 'blue', score: 40 },
  ]
  const camps = [
    { id: 'red', score: 30 },
    { id: 'blue', score: 40 },
  ]
  game.send({ type: 'round', id: 'r1', state: 'end', winner: 'green', camps, players })
  expect(await game.next('reject')).toMatchObject({ why: '没有阵营 green，平局请写 null' })
  game.send({ type: 'round', id: 'r1', state: 'end', winner: 'blue', camps, players })
  await game.next('ack', 1)
  game.send({ type: 'round', id: 'r1', state: 'end', winner: 'blue', camps, players })
  expect(await game.next('ack', 2)).toMatchObject({ id: 'r1', seq: 1 })
  game.send({ type: 'round', id: 'r9', state: 'end' })
  expect(await game.next('reject', 1)).toMatchObject({ why: '没有这一局' })
  game.send({ type: 'round', id: 'r2', state: 'start' })
  expect(await game.next('ack', 3)).toMatchObject({ seq: 2 })
  expect(itemsOf(stage, 'round')).toMatchObject([
    { seq: 1, end_status: null, run_id: 'run-1' },
    { seq: 1, end_status: 1, winner: 'blue', camps, players },
    { seq: 2, end_status: null },
  ])
  expect(gameEvents(stage).map(({ game: of }) => of?.payload)).toEqual([
    { seq: 1 },
    {
      seq: 1,
      seconds: 90,
      winner: 'blue',
      winner_name: '蓝队',
      score_win: 40,
      score_lose: 30,
      mvp_name: '小美',
    },
    { seq: 2 },
  ])
  expect(stage.spoken()).toEqual(['蓝队胜，最佳小美'])
  expect(room.report().game?.round_seq).toBe(2)
})

test('gifts and words become commands; each gift is told the server, of the rest what failed', async () => {
  const { stage, desk } = await begin()
  const game = await TestGame.join(desk)
  stage.happen(eventOf({ event_id: 'd1', text: '我要拉' }))
  stage.happen(rose('gift-1'))
  stage.happen(rose('gift-2'))
  stage.happen(eventOf({ event_id: 'd2', text: '随便说说' }))
  await game.answer(0)
  await game.answer(1)
  await game.answer(2, false)
  expect(game.of('cmd')).toMatchObject([
    { name: 'pull', args: [1], user: { nickname: '观众甲' }, count: 1, value_fen: 0 },
    { name: 'pull', args: [10], count: 3, value_fen: 100 },
    { name: 'pull', args: [10] },
  ])
  await expect
    .poll(() => itemsOf(stage, 'cmd'))
    .toMatchObject([
      { cause: 'gift', state: 'done', event_id: 'gift-1', gift: '小心心', value_fen: 100 },
      { cause: 'gift', state: 'failed', detail: '做不了', event_id: 'gift-2' },
    ])
})

test('a rule has the game do something, once however often the event is decided', async () => {
  const pull = {
    kind: 'cmd' as const,
    command: 'pull',
    args: [{ origin: 'input' as const, value: 7 }],
  }
  const unknown = { kind: 'cmd' as const, command: 'dance', args: [] }
  const { stage, desk } = await begin(bundleWith([answering('user.follow', [pull, unknown])]))
  const game = await TestGame.join(desk)
  stage.happen(eventOf({ kind: 'follow', event_id: 'f1', text: undefined }))
  const cmd = await game.next('cmd')
  expect(cmd).toMatchObject({ name: 'pull', args: [7], count: 1 })
  expect(itemsOf(stage, 'cmd')).toMatchObject([
    { cause: 'rule', state: 'failed', name: 'dance', detail: '游戏没有命令 dance' },
  ])
  expect(stage.heard.lines.join('')).not.toContain('暂未开通')
})

test('variables that the game sets are the rules’, and a moment that it foresees is told before', async () => {
  const set = answering('var.changed', sayThat('红队{{ev.new}}'))
  const soon = answering('game.round_end', sayThat('还有十秒'))
  const ahead = {
    ...soon,
    id: 'soon',
    root: {
      ...soon.root,
      triggers: [{ event: 'game.round_end', notify: 2 as const, lead_s: 10 }],
    },
  }
  const { stage, desk } = await begin(bundleWith([set, ahead]))
  const game = await TestGame.join(desk)
  game.send({
    type: 'vars',
    vars: [
      { key: 'red', value: 12 },
      { key: 'none', value: 1 },
    ],
  })
  game.send({ type: 'round', id: 'r1', state: 'start' })
  await game.next('ack')
  expect(stage.spoken()).toEqual(['红队12'])
  game.send({ type: 'eta', key: 'round_end', id: 'r1', at: stage.time.now() + 20_000 })
  game.event('near_win', {})
  await game.next('ack', 1)
  await stage.time.advance(8_000)
  expect(stage.spoken()).toEqual(['红队12'])
  await stage.time.advance(4_000)
  expect(stage.spoken()).toEqual(['红队12', '还有十秒'])
  expect(gameEvents(stage).map(({ game: of }) => of?.payload)).toContainEqual({
    seq: 1,
    left_s: 10,
  })
})

test('a game hears what it wants, and nothing of AI viewers unless it marks them', async () => {
  const { stage, desk } = await begin()
  const game = await TestGame.join(desk, { want: ['danmu', 'like'], ai_label: undefined })
  stage.happen(eventOf({ event_id: 'a', text: '你好', is_ai: true }))
  stage.happen(eventOf({ event_id: 'b', text: '拉', is_ai: true }))
  stage.happen(eventOf({ event_id: 'c', kind: 'enter', text: undefined }))
  stage.happen(eventOf({ event_id: 'd', kind: 'like', text: undefined, count: 9 }))
  expect(await game.next('input')).toMatchObject({ kind: 'like', id: 'd', count: 9 })
  expect(game.of('cmd')).toEqual([])
  expect(itemsOf(stage, 'cmd')).toMatchObject([{ state: 'failed', is_ai: true }])
})

test('the newer of two games plays; eight pages at most show it, each the newest picture', async () => {
  const { desk } = await begin()
  const first = await TestGame.join(desk)
  const second = await TestGame.join(desk)
  expect(await first.closed).toBe(4409)
  second.send({ type: 'view', data: { rope: 1 } })
  second.send({ type: 'view', data: { rope: 2 } })
  const views: TestGame[] = []
  for (let i = 0; i < 8; i++) views.push(await TestGame.join(desk, { role: 'view' }))
  expect(await views[7]?.next('view')).toEqual({ type: 'view', data: { rope: 2 } })
  const ninth = await TestGame.open(desk.origin ?? '')
  const { view } = await desk.tokensOf('ABCD2345')
  ninth.hello({ role: 'view', token: view })
  expect(await ninth.next('refused')).toMatchObject({ why: '打开的画面太多' })
})

test('a person’s command is answered with what the game did', async () => {
  const { stage, desk, room } = await begin()
  expect(await room.command('c1', 'pull', [1])).toEqual({ state: 'failed', detail: '游戏未连接' })
  const game = await TestGame.join(desk)
  const done = room.command('c2', 'pull', [5])
  await game.answer(0)
  expect(await done).toEqual({ state: 'done', detail: '' })
  const late = room.command('c3', 'pull', [5])
  await game.next('cmd', 1)
  await stage.time.advance(10_000)
  expect(await late).toEqual({ state: 'lost', detail: '游戏没有回应' })
})

async function refusal(
  desk: GameDesk,
  first: Record<string, unknown> | string,
): Promise<[number, string | undefined]> {
  const game = await TestGame.open(desk.origin ?? '')
  game.send(first)
  const code = await game.closed
  return [code, game.of('refused')[0]?.why]
}

test('who has no secret, says nothing first or too much is not let in', async () => {
  const { stage, desk } = await begin()
  const { view } = await desk.tokensOf('ABCD2345')
  const hello = { type: 'hello', role: 'game', name: 'x', version: '1', boot_id: 'b' }
  expect(await refusal(desk, { ...hello, token: 'wrong' })).toEqual([4403, '令牌不正确'])
  expect(await refusal(desk, { ...hello, token: view })).toEqual([4403, '令牌不正确'])
  expect(await refusal(desk, { type: 'pong' })).toEqual([4400, '请先发送hello'])
  expect(await refusal(desk, { type: 'nonsense' })).toEqual([4400, '看不懂：type'])
  expect(await refusal(desk, 'no JSON')).toEqual([4400, '不是JSON'])
  const silent = await TestGame.open(desk.origin ?? '')
  await stage.time.advance(3_000)
  expect(await silent.closed).toBe(4400)
  const loud = await TestGame.join(desk)
  for (let i = 0; i < 201; i++) loud.send({ type: 'status', status: 'idle' })
  expect(await loud.closed).toBe(4429)
})

test('of a post nothing is taken where one of its frames cannot be read', async () => {
  const { stage, desk } = await begin()
  const { game: token } = await desk.tokensOf('ABCD2345')
  const post = async (body: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `${desk.origin}/game/v1/frames`
    const answer = await fetch(url, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { why?: string }).why]
  }
  const hello = { type: 'hello', role: 'game', token, name: 'x', version: '1', boot_id: 'b' }
  const event = { type: 'event', id: 'e1', key: 'near_win', payload: {} }
  const posted = (...frames: object[]) => post(JSON.stringify(frames))
  expect(await posted({ type: 'pong' })).toEqual([409, '请先发送hello'])
  expect(await posted(hello, event, { ...event, id: '第一' })).toEqual([400, '第3条看不懂：id'])
  expect(await posted(event, hello)).toEqual([400, 'hello只能是第一条'])
  expect(await post('{')).toEqual([400, '应是不超过100条的JSON数组'])
  expect(await post(JSON.stringify(['x'.repeat(600_000)]))).toEqual([413, '一次不超过512 KB'])
  expect(gameEvents(stage)).toEqual([])
  expect(await posted(hello, event)).toEqual([200, undefined])
  expect(gameEvents(stage)).toHaveLength(1)
})
