import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { EventRow } from '@kaibo/contract/game/event.schema.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import { adding, lead, stored, sum } from './game.fixture.ts'

/* What rules and rooms make of a game: its events and variables in rules, in packs, and what of them may not go. */

let server: TestServer
let operator: Login
let game: GameRow
let add: ReturnType<typeof adding>

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  add = adding(server, operator)
})
afterAll(() => server.close())

let made = 0
const newGame = async (): Promise<GameRow> =>
  (await server.call(gameApi.add, { name: `局${++made}` }, operator)).data
beforeEach(async () => {
  game = await newGame()
})

const cheering = (text: string): RuleSet => ({
  id: 'any',
  name: '拔河话术',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '拔河话术',
    enabled: 1,
    triggers: [{ event: 'game.lead_change' }],
    hit: 'all',
    children: [
      {
        id: 'cheer',
        type: 'son',
        name: '反超喝彩',
        enabled: 1,
        actions: [{ kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 }],
      },
    ],
  },
})

test('a set’s made-up events say at first what the game’s people wrote', async () => {
  const { game_id } = game
  await add.event(lead(game_id))
  const drafts = [game_id, null].map((of) => ({ name: `话术${++made}`, kind: 'talk', game_id: of }))
  const samples = await Promise.all(
    drafts.map(async (draft) => {
      const { data } = await server.call(talkApi.add, { ...draft, kind: 'talk' }, operator)
      return (await server.call(talkApi.data, { rule_id: data.rule_id }, operator)).data.samples
    }),
  )
  expect(samples).toEqual([{ 'game.lead_change': { 'ev.camp_name': '红队', 'ev.gap': 3 } }, {}])
})

/** A set of the game, written and published. */
async function published(text: string, game_id: string | null = game.game_id): Promise<string> {
  const draft = { name: `话术${++made}`, kind: 'talk', game_id } as const
  const { data: row } = await server.call(talkApi.add, draft, operator)
  const { rule_id, version } = row
  const set = { ...cheering(text) }
  const saved = await server.call(talkApi.save, { rule_id, version, set }, operator)
  expect(saved.data.problems).toEqual([])
  const { version: v } = saved.data.row
  await server.call(talkApi.publish, { rule_id, version: v, note: '' }, operator)
  return rule_id
}

async function bundleOf({ room_code }: Pick<Room, 'room_code'>): Promise<Bundle> {
  const pack = await server.db.query
    .selectFrom('room')
    .innerJoin('pack', 'pack.hash', 'room.bundle_hash')
    .select('pack.body')
    .where('room_code', '=', room_code)
    .executeTakeFirstOrThrow()
  return Bundle.parse(JSON.parse(pack.body))
}

const bind = (room_code: string, rule_id: string, version = 0) =>
  server.call(
    talkApi.bindTalk,
    { room_code, version, list: [{ rule_id, enabled: 1, shift: 0, off_nodes: [] }] },
    operator,
  )

const changeTo = (room_code: string, game_id: string | null, more: object = {}) =>
  server.call(roomApi.changeGame, { room_code, game_id, ...more }, operator)

describe('rules of a game', () => {
  test('speak of its events, fields and variables; those of no game do not', async () => {
    const { game_id } = game
    await add.event(lead(game_id))
    await add.variable(stored(game_id, 'red'))
    await published('{{ev.camp_name}}反超{{ev.gap}}，红队{{red}}')
    const { data: row } = await server.call(
      talkApi.add,
      { name: `无${++made}`, kind: 'talk' },
      operator,
    )
    const { rule_id, version } = row
    const set = { ...cheering('反超') }
    const { data } = await server.call(talkApi.save, { rule_id, version, set }, operator)
    expect(data.problems[0]).toMatchObject({ message: '没有名为 game.lead_change 的事件' })
    const { data: known } = await server.call(
      lookupApi.events,
      { game_id, keyword: '反超' },
      operator,
    )
    expect(known.list).toMatchObject([{ id: 'game.lead_change', eta: false }])
    const { data: vars } = await server.call(lookupApi.vars, { game_id }, operator)
    expect(vars.list).toMatchObject([{ id: 'red', settable: true }])
  })

  test('are tried with what the game knows, in no room', async () => {
    await add.event(lead(game.game_id))
    const rule_id = await published('{{ev.camp_name}}反超')
    const { data } = await server.call(
      talkApi.test,
      {
        target: { rule_id },
        event: { key: 'game.lead_change', vars: { 'ev.camp_name': '蓝队' } },
        state: 'clean',
      },
      operator,
    )
    expect(data.fired).toMatchObject([{ text: '蓝队反超' }])
  })
})

describe('what rules use', () => {
  let event: EventRow
  beforeEach(async () => {
    const { game_id } = game
    event = (await add.event(lead(game_id))).data
    await add.variable(stored(game_id, 'red'))
  })

  test('is not deleted, disabled or changed under them; they are named', async () => {
    const rule_id = await published('{{ev.camp_name}}反超，红队{{red}}')
    const { event_id, version } = event
    const refused = {
      code: 1006,
      data: { rules: [{ rule_id, node_id: 'root' }], others: 0 },
    }
    expect(await server.call(gameApi.deleteEvent, { event_id }, operator)).toMatchObject(refused)
    expect(
      await server.call(gameApi.enableEvent, { event_id, enabled: 0 }, operator),
    ).toMatchObject(refused)
    const [field = { key: '', label: '', type: 0 as const }] = event.payload
    const broken = { event_id, version, payload: [{ ...field, key: 'side' }], sample: {} }
    const answer = await server.call(gameApi.updateEvent, broken, operator)
    expect(answer).toMatchObject({ code: 1006, data: { rules: [{ node: '反超喝彩' }] } })
    expect(answer.msg).toContain('失效')
    const { data: page } = await server.call(gameApi.vars, { game_id: game.game_id }, operator)
    const { var_id = '' } = page.list[0] ?? {}
    expect(page.list).toMatchObject([{ key: 'red', references: 1 }])
    expect(await server.call(gameApi.deleteVar, { var_id }, operator)).toMatchObject({
      code: 1006,
      data: { rules: [{ rule_id, node: '反超喝彩' }] },
    })

    // With force the rule reads what is gone as missing, and its draft says so
    const forced = await server.call(gameApi.updateEvent, { ...broken, force: true }, operator)
    expect(forced.code).toBe(0)
    const { data } = await server.call(talkApi.data, { rule_id }, operator)
    expect(data.row.problems).toBe(1)
    expect(data.problems).toMatchObject([
      { node_id: 'cheer', message: expect.stringContaining('ev.camp_name') },
    ])
  })

  test('and what nothing uses goes', async () => {
    const { event_id } = event
    expect(await server.call(gameApi.deleteEvent, { event_id }, operator)).toMatchObject({
      code: 0,
    })
    const { data } = await server.call(gameApi.events, { game_id: game.game_id }, operator)
    expect(data.list).toEqual([])
  })

  test('an event whose fields do not fit is refused at the field', async () => {
    const wrong = await add.event({
      ...lead(game.game_id),
      key: 'round_start',
      sample: { camp_name: 3, side: 'x' },
    })
    expect(wrong).toMatchObject({
      code: 1001,
      data: {
        fields: {
          key: expect.stringContaining('系统事件'),
          'sample.camp_name': '「阵营名」须为文字',
          'sample.side': '没有字段「side」',
        },
      },
    })
  })
})

describe('variables', () => {
  test('that are computed of each other in a circle are refused, and say the circle', async () => {
    const { game_id } = game
    await add.variable(stored(game_id, 'c'))
    await add.variable(sum(game_id, 'b', 'c', 'c'))
    const { data: a } = await add.variable(sum(game_id, 'a', 'b', 'b'))
    const { data: page } = await server.call(gameApi.vars, { game_id }, operator)
    const b = page.list.find(({ key }) => key === 'b')
    const { how } = sum(game_id, 'b', 'a', 'c')
    const circle = await server.call(
      gameApi.updateVar,
      { var_id: b?.var_id ?? '', version: 1, how },
      operator,
    )
    expect(circle).toMatchObject({ code: 1001 })
    expect(circle.msg).toMatch(/变量互相引用：(a → b → a|b → a → b)/)
    // What another is computed of stays
    expect(
      await server.call(gameApi.deleteVar, { var_id: b?.var_id ?? '' }, operator),
    ).toMatchObject({
      code: 1006,
      data: { vars: [{ key: 'a' }] },
    })
    expect(await server.call(gameApi.deleteVar, { var_id: a.var_id }, operator)).toMatchObject({
      code: 0,
    })
  })

  test('are tried with values before they are saved', async () => {
    const { game_id } = game
    await add.variable(stored(game_id, 'red'))
    await add.variable(stored(game_id, 'blue'))
    const draft = sum(game_id, 'both', 'red', 'blue')
    const { data } = await server.call(
      gameApi.tryVar,
      { ...draft, values: { red: 3, blue: 4 } },
      operator,
    )
    expect(data).toMatchObject({ value: 7, why: null, reads: [{ key: 'red' }, { key: 'blue' }] })
    const missing = await server.call(
      gameApi.tryVar,
      { ...sum(game_id, 'x', 'red', 'green'), values: {} },
      operator,
    )
    expect(missing.data).toMatchObject({ value: null, why: '没有名为 green 的变量' })
  })

  test('what is reserved, and what is not available, is refused', async () => {
    const { game_id } = game
    expect(await add.variable(stored(game_id, 'ev.x'))).toMatchObject({ code: 1001 })
    const how = { calc: 5, provider: 'room_rank_today' } as const
    expect(await add.variable({ ...stored(game_id, 'rank'), how })).toMatchObject({ code: 1009 })
  })
})

describe('a room with a game', () => {
  let room: Room
  beforeEach(async () => {
    room = await buildRoom(server.platform, { org_id: 'default' })
    await add.event(lead(game.game_id))
  })

  test('is told of the game, its events and its status; a change of them reaches its pack', async () => {
    const { game_id } = game
    expect((await changeTo(room.room_code, game_id)).data).toMatchObject({
      game: { id: game_id, name: game.name },
    })
    const rule_id = await published('{{ev.camp_name}}反超')
    expect((await bind(room.room_code, rule_id)).data).toMatchObject({ list: [{ applies: true }] })
    expect(await bundleOf(room)).toMatchObject({
      catalogue: { events: [{ key: 'game.lead_change' }] },
      game: { game_id, statuses: [] },
      sets: [{ set: { id: rule_id } }],
    })
    const { data: events } = await server.call(gameApi.events, { game_id }, operator)
    const { event_id = '' } = events.list[0] ?? {}
    const rows = [{ event_id, only_in: ['playing' as const], sets: 'settling' as const }]
    await server.call(gameApi.saveStatus, { game_id, version: game.version, rows }, operator)
    expect((await bundleOf(room)).game?.statuses).toEqual([
      { key: 'lead_change', only_in: ['playing'], sets: 'settling' },
    ])
  })

  test('keeps sets of another game bound, and does not run them', async () => {
    await changeTo(room.room_code, game.game_id)
    const rule_id = await published('反超')
    await bind(room.room_code, rule_id)
    const other = await newGame()
    await changeTo(room.room_code, other.game_id)
    expect((await bundleOf(room)).sets).toEqual([])
    const { data: part } = await server.call(
      talkApi.part,
      { room_code: room.room_code, part: 'talk' },
      operator,
    )
    expect(part).toMatchObject({
      room: { game: { id: other.game_id } },
      list: [{ rule_id, applies: false, game: { id: game.game_id } }],
    })
    // It may stay where it is; another room of another game does not get it
    expect(await bind(room.room_code, rule_id, part.version)).toMatchObject({ code: 0 })
    const { room_code } = await buildRoom(server.platform, { org_id: 'default' })
    expect(await bind(room_code, rule_id)).toMatchObject({
      code: 1001,
      data: { fields: { 'list.0.rule_id': expect.stringContaining(`属于游戏「${game.name}」`) } },
    })
    await changeTo(room.room_code, game.game_id)
    expect((await bundleOf(room)).sets).toHaveLength(1)
  })

  test('may only have a game that its guild may run', async () => {
    const { game_id, version } = game
    const locked = { game_id, version, auth_expire_at: server.clock.now() - 1 }
    await server.call(gameApi.update, locked, operator)
    expect(await changeTo(room.room_code, game_id)).toMatchObject({
      code: 1001,
      data: { fields: { game_id: expect.stringContaining('未授权') } },
    })
  })

  test('on air it changes its game only by force, with a reason', async () => {
    const onAir = await buildRoom(server.platform, {
      org_id: 'default',
      state: 'living',
      desired_run: 1,
      game_id: game.game_id,
    })
    const { room_code } = onAir
    expect(await changeTo(room_code, null)).toMatchObject({ code: 1006 })
    expect(await changeTo(room_code, null, { force: true })).toMatchObject({
      code: 1001,
      data: { fields: { reason: expect.any(String) } },
    })
    expect(await changeTo(room_code, null, { force: true, reason: '换玩法' })).toMatchObject({
      code: 0,
      data: { game: null },
    })
  })

  test('speaks of its own accord as the game does, unless it says otherwise', async () => {
    const { game_id } = game
    await changeTo(room.room_code, game_id)
    const quiet = [{ from: '01:00', to: '06:00' }]
    const drive = { list: [], idle_s: 45, quiet }
    await server.call(gameApi.saveDrive, { game_id, version: game.version, ...drive }, operator)
    expect(await bundleOf(room)).toMatchObject({ idle_s: 45, quiet })
    const of = { room_code: room.room_code }
    const { data: part } = await server.call(talkApi.part, { ...of, part: 'initiative' }, operator)
    expect(part.drive).toEqual({ idle_s: 45, quiet, inherit: 1 })
    const own = { ...of, version: part.version, list: [], idle_s: 12, quiet: [] }
    const { data: saved } = await server.call(talkApi.bindDrive, own, operator)
    expect(saved.drive).toEqual({ idle_s: 12, quiet: [], inherit: 0 })
    expect((await bundleOf(room)).idle_s).toBe(12)
    const { data: info } = await server.call(gameApi.info, { game_id }, operator)
    expect(info.rooms).toMatchObject([{ ...of, inherits: false }])
    await server.call(talkApi.bindDrive, { ...own, version: saved.version, inherit: 1 }, operator)
    expect((await bundleOf(room)).idle_s).toBe(45)
  })
})
