import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { eventOf, giftOf } from '#rooms/event.fixture.ts'
import { Stage } from '#rooms/stage.fixture.ts'
import { GameDesk } from './desk.ts'
import { answering, bundleWith, fileOf, openDesk, playing, TestGame } from './link.fixture.ts'

const itemsOf = <Type extends SpoolItem['type']>(stage: Stage, type: Type) =>
  stage.spooled.filter((one): one is Extract<SpoolItem, { type: Type }> => one.type === type)
const keysOf = (stage: Stage) => stage.events().flatMap(({ event }) => event.game?.key ?? [])

const rose = (event_id: string) => {
  const { gift, ...event } = giftOf(100, { event_id })
  return { ...event, gift: gift && { ...gift, name: '小心心' } }
}

async function begin(...of: Parameters<typeof playing>) {
  const on = await playing(...of)
  onTestFinished(async () => {
    await on.room.stop('now')
    await on.desk.close()
  })
  return on
}

test('a game that is killed in a round breaks it; what it was given has no effect, and the next counts on', async () => {
  const { stage, desk, room } = await begin()
  const game = await TestGame.join(desk)
  game.send({ type: 'round', id: 'r1', state: 'start' })
  await game.next('ack')
  stage.happen(rose('old'))
  await game.next('cmd')
  game.kill()
  await expect.poll(() => room.report().game?.state).toBe('away')
  await stage.time.advance(29_000)
  expect(keysOf(stage)).toEqual(['round_start'])
  await stage.time.advance(2_000)
  expect(keysOf(stage)).toEqual(['round_start', 'lost'])
  stage.happen(rose('fresh'))
  const next = await TestGame.join(desk, { boot_id: 'boot-2' })
  // It knows nothing of the round, nor of what was given half a minute ago
  expect(itemsOf(stage, 'round').at(-1)).toMatchObject({ seq: 1, end_status: 2, players: [] })
  expect(itemsOf(stage, 'cmd')).toMatchObject([
    { event_id: 'old', state: 'lost', detail: '游戏重新启动', user: { nickname: '观众甲' } },
  ])
  expect(await next.next('cmd')).toMatchObject({ name: 'pull' })
  await next.answer()
  next.send({ type: 'round', id: 'r1', state: 'start' })
  expect(await next.next('ack')).toMatchObject({ seq: 2 })
  expect(itemsOf(stage, 'cmd').at(-1)).toMatchObject({ event_id: 'fresh', state: 'done' })
})

test('the same process that comes back goes on with its round, and is told all that it has not answered', async () => {
  const { stage, desk } = await begin()
  const game = await TestGame.join(desk)
  game.send({ type: 'round', id: 'r1', state: 'start' })
  await game.next('ack')
  stage.happen(rose('g1'))
  const { id } = await game.next('cmd')
  game.kill()
  await stage.time.advance(45_000)
  const again = await TestGame.join(desk)
  expect(await again.next('cmd')).toMatchObject({ id })
  again.send({ type: 'round', id: 'r1', state: 'end', winner: 'red' })
  expect(await again.next('ack')).toMatchObject({ seq: 1 })
  expect(itemsOf(stage, 'round').at(-1)).toMatchObject({ seq: 1, end_status: 1 })
})

test('a round whose game stays away, or that lasts too long, is broken', async () => {
  const { stage, desk, room } = await begin()
  const game = await TestGame.join(desk)
  game.send({ type: 'round', id: 'r1', state: 'start' })
  await game.next('ack')
  game.kill()
  await expect.poll(() => room.report().game?.state).toBe('away')
  await stage.time.advance(61_000)
  expect(itemsOf(stage, 'round').map(({ end_status }) => end_status)).toEqual([null, 2])
  const next = await TestGame.join(desk, { boot_id: 'boot-2' })
  next.send({ type: 'round', id: 'r2', state: 'start' })
  await next.next('ack')
  for (let i = 0; i < 31; i++) {
    await stage.time.advance(10_000)
    next.send({ type: 'pong' })
    next.send({ type: 'status', status: 'playing' })
    next.event('near_win', {})
    await next.next('ack', 1 + i)
  }
  expect(itemsOf(stage, 'round').at(-1)).toMatchObject({ seq: 2, end_status: 2 })
})

test('an agent that ends while its run goes on hands on round and commands, and does nothing twice', async () => {
  const pull = {
    kind: 'cmd' as const,
    command: 'pull',
    args: [{ origin: 'input' as const, value: 7 }],
  }
  const bundle = bundleWith([answering('user.follow', [pull])])
  const { stage, desk, room } = await playing(bundle)
  const game = await TestGame.join(desk)
  game.send({ type: 'round', id: 'r1', state: 'start' })
  await game.next('ack')
  const follow = eventOf({ kind: 'follow', event_id: 'f1', text: undefined })
  stage.happen(follow)
  stage.happen(rose('g1'))
  const [rule, gift] = [await game.next('cmd', 0), await game.next('cmd', 1)]
  game.send({ type: 'result', id: rule.id, ok: true })
  game.event('near_win', {})
  await game.next('ack', 1)
  await room.stop('now', false)
  await desk.close()
  await game.closed
  const rounds = itemsOf(stage, 'round').length

  const second = await begin(bundle, { stage })
  expect(itemsOf(stage, 'round')).toHaveLength(rounds)
  // The decision is made again, of an event that was not known to be seen
  stage.happen({ ...follow, event_id: 'f1' })
  const again = await TestGame.join(second.desk)
  expect(await again.next('cmd')).toMatchObject({ id: gift.id })
  again.send({ type: 'round', id: 'r1', state: 'start' })
  expect(await again.next('ack')).toMatchObject({ seq: 1 })
  expect(again.of('cmd')).toHaveLength(1)
})

test('an agent that is killed leaves its commands in the file: all are accounted for', async () => {
  const { stage, desk } = await playing()
  const game = await TestGame.join(desk)
  for (let i = 0; i < 50; i++) stage.happen(rose(`g${i}`))
  await game.next('cmd', 49)
  for (const { id } of game.of('cmd').slice(0, 20)) game.send({ type: 'result', id, ok: true })
  await expect.poll(() => itemsOf(stage, 'cmd').length).toBe(20)
  // Nothing is tidied up: another process finds the file as it is
  await desk.close()
  const run_id = 'run-2'
  await begin(undefined, { stage, run_id })
  const all = itemsOf(stage, 'cmd')
  expect(new Set(all.map(({ cmd_id }) => cmd_id)).size).toBe(50)
  expect(all.filter(({ state }) => state === 'lost')).toHaveLength(30)
  expect(all.every((one) => one.run_id === 'run-1')).toBe(true)
})

test('a game that takes nothing costs bounded memory, and no gift is forgotten', async () => {
  const { stage, desk, room } = await begin()
  const game = await TestGame.join(desk, { want: ['danmu'] })
  game.pause()
  const before = process.memoryUsage().rss
  const long = '哈'.repeat(200)
  for (let second = 0; second < 3; second++) {
    for (let i = 0; i < 10_000; i++)
      stage.happen(eventOf({ event_id: `d${second}-${i}`, text: i % 10 ? long : '拉' }))
    stage.spooled.splice(0, stage.spooled.length, ...itemsOf(stage, 'cmd'))
    await stage.time.advance(1_000)
  }
  for (let i = 0; i < 500; i++) stage.happen(rose(`g${i}`))
  const grown = (process.memoryUsage().rss - before) / 1_048_576
  expect(grown).toBeLessThan(150)
  expect(room.report().game?.waiting).toBeLessThanOrEqual(1_000)
  await room.stop('now')
  const gifts = itemsOf(stage, 'cmd').filter(({ cause }) => cause === 'gift')
  expect(new Set(gifts.map(({ event_id }) => event_id)).size).toBe(500)
}, 60_000)

test('secrets are this user’s only; a port that another program has taken is an alarm', async () => {
  const stage = await Stage.open()
  const first = await openDesk(stage)
  const port = Number(new URL(first.origin ?? '').port)
  await first.tokensOf('ABCD2345')
  if (process.platform !== 'win32')
    expect((await stat(fileOf(stage, 'game-link.json'))).mode & 0o777).toBe(0o600)
  const { tokens } = JSON.parse(await readFile(fileOf(stage, 'game-link.json'), 'utf8')) as {
    tokens: Record<string, { game: string }>
  }
  expect(Buffer.from(tokens['ABCD2345']?.game ?? '', 'base64url')).toHaveLength(32)
  await first.close()

  const again = await openDesk(stage)
  expect(again.origin).toBe(first.origin)
  await again.close()

  const squatter = createServer().listen(port, '127.0.0.1')
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  const { desk } = await begin(undefined, { stage })
  expect(desk.origin).not.toBe(first.origin)
  const notes = itemsOf(stage, 'log').filter(({ level }) => level === 'error')
  expect(notes[0]?.text).toContain(`游戏端口 ${port} 被其他程序占用`)
})

test('without a port the room goes on, and says why there is no game', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const { stage, room } = await begin(undefined, { desk: { ports: { first: port, last: port } } })
  expect(room.report().game).toMatchObject({
    state: 'off',
    fault: '游戏端口被占用，没有开通游戏连接',
  })
  stage.happen(rose('g1'))
  expect(stage.events()).toHaveLength(1)
  const off = await GameDesk.open({
    folder: fileOf(stage, 'other'),
    ports: undefined,
    program: { main: '', execArgv: [] },
    gamesDir: undefined,
    pages: { sdk: '', builtin: {} },
    time: stage.time,
    clock: stage.clock,
    log: stage.heard.log,
  })
  expect(off.origin).toBeUndefined()
})
