import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { studioGame } from './game.fixture.ts'

let server: TestServer
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
})
afterAll(() => server.close())

let games = 0
const add = (more: object = {}, as = operator) =>
  server.call(gameApi.add, { name: `拔河${++games}`, ...more }, as)

const MAPS = {
  camps: [
    { id: 'red', name: '红队', colour: '#e5484d' },
    { id: 'blue', name: '蓝队', colour: '#3e63dd' },
  ],
  commands: [{ name: 'pull', label: '拉', args: ['力气'] }],
  gift_map: [
    { gift: '小心心', command: 'pull', args: [{ origin: 'input', value: 10 }], text: '拉10下' },
  ],
  keyword_map: [
    { word: '拉', command: 'pull', args: [{ origin: 'input', value: 1 }], text: '拉1下' },
  ],
} as const

describe('a game', () => {
  test('is made with its maps, changed, and its history is kept', async () => {
    const { data: made } = await add(MAPS)
    expect(made).toMatchObject({ ...MAPS, owner: null, auth_status: 0, enabled: 1, rooms: 0 })
    const { game_id, version } = made
    const { data } = await server.call(
      gameApi.update,
      { game_id, version, round_max_min: 5 },
      operator,
    )
    expect(data).toMatchObject({ ...MAPS, name: made.name, round_max_min: 5 })
    const history = await server.call(historyApi.list, { kind: 'game', id: game_id }, operator)
    expect(history.data.list.map(({ version: of }) => of)).toEqual([2, 1])
    const found = await server.call(gameApi.list, { keyword: made.name }, operator)
    expect(found.data.list).toMatchObject([{ game_id }])
  })

  test('tells its rooms, and of those on air how their PCs are linked to it', async () => {
    const { game_id } = (await add()).data
    const seat = { state: 'away', name: '拔河', version: '1', url: '', fault: null }
    const game = { ...seat, round_seq: 0, status: 'idle', waiting: 0 }
    const { room } = await buildOnAir(server.platform, { room: { game_id } })
    const told = { room_code: room.room_code, run_id: null, worker: 2, config_hash: null }
    const report = { ...told, source: null, queue: 0, error: null }
    const reported_json = JSON.stringify({ ...report, game })
    const connected = { ...game, state: 'connected' }
    const counts = async () =>
      (await server.call(gameApi.list, { game_id }, operator)).data.list.map((one) => [
        one.rooms,
        one.connected,
      ])
    const put = (more: { reported_json?: string; desired_run?: 0 | 1 }) =>
      server.db.query.updateTable('room').set(more).where('id', '=', room.id).execute()
    const rooms = async () => (await server.call(gameApi.info, { game_id }, operator)).data.rooms
    await put({ reported_json })
    expect(await rooms()).toMatchObject([{ room_code: room.room_code, link: 'away' }])
    expect(await counts()).toEqual([[1, 0]])
    await put({ reported_json: JSON.stringify({ ...report, game: connected }) })
    expect(await counts()).toEqual([[1, 1]])
    await put({ desired_run: 0 })
    expect(await rooms()).toMatchObject([{ inherits: true, link: null }])
    expect(await counts()).toEqual([[1, 0]])
  })

  test('what does not fit is told at its field', async () => {
    const wrong = await add({
      camps: [MAPS.camps[0]],
      commands: MAPS.commands,
      gift_map: [{ ...MAPS.gift_map[0], command: 'push' }],
      keyword_map: [{ ...MAPS.keyword_map[0], args: [] }],
    })
    expect(wrong).toMatchObject({ code: 1001 })
    expect(wrong.data).toMatchObject({
      fields: {
        camps: '阵营要么没有，要么至少2个',
        'gift_map.0.command': '没有命令「push」，请先在命令里添加',
        'keyword_map.0.args': '命令「拉」要1个参数，填了0个',
      },
    })
  })

  test('a name that another game has, and a stale version, are 1006', async () => {
    const { data: game } = await add()
    expect(await add({ name: game.name })).toMatchObject({
      code: 1006,
      data: { fields: { name: expect.stringContaining('已有同名游戏') } },
    })
    const { game_id } = game
    const change = { game_id, version: 1, icon: '🪢' }
    expect(await server.call(gameApi.update, change, operator)).toMatchObject({ code: 0 })
    expect(await server.call(gameApi.update, change, operator)).toMatchObject({
      code: 1006,
      data: { game_id, version: 2 },
    })
  })
})

describe('who sees and changes a game', () => {
  let game: GameRow
  let studio: Login
  let guild: Login
  let other: Login

  beforeAll(async () => {
    for (const id of ['studio-1', 'guild-1', 'guild-2']) await buildOrg(server.platform, { id })
    game = await studioGame(server, 'studio-1', { org_ids: ['guild-1'] })
    studio = await server.login('studio', { org_id: 'studio-1' })
    guild = await server.login('guild', { org_id: 'guild-1', extra_actions: ['game.edit'] })
    other = await server.login('guild', { org_id: 'guild-2' })
  })
  const listed = async (as: Login) =>
    (await server.call(gameApi.list, { game_id: game.game_id }, as)).data.list

  test('its studio and the guilds that may run it see it, others do not', async () => {
    expect(await listed(studio)).toMatchObject([{ owner: { id: 'studio-1' }, orgs: [] }])
    expect(await listed(guild)).toMatchObject([{ owner: null, orgs: [{ id: 'guild-1' }] }])
    expect(await listed(other)).toEqual([])
    const { game_id } = game
    expect(await server.call(gameApi.info, { game_id }, other)).toMatchObject({ code: 1005 })
    const options = await server.call(lookupApi.games, {}, guild)
    expect(options.data.list).toMatchObject([{ id: game_id, expire_status: 0 }])
  })

  test('a guild changes nothing of it, its studio all but what operators allow', async () => {
    const change = { game_id: game.game_id, version: game.version, icon: '🎮' }
    expect(await server.call(gameApi.update, change, guild)).toMatchObject({ code: 1003 })
    expect(
      await server.call(gameApi.update, { ...change, org_ids: ['guild-2'] }, studio),
    ).toMatchObject({ code: 1001, data: { fields: { org_ids: '只有运营可以设置这一项' } } })
    expect(
      await server.call(
        gameApi.update,
        { ...change, launch: { kind: 'page', package: 'x' } },
        studio,
      ),
    ).toMatchObject({ code: 1001, data: { fields: { launch: '只有运营可以设置这一项' } } })
    expect(await server.call(gameApi.update, change, studio)).toMatchObject({ code: 0 })
    expect(await listed(guild)).toMatchObject([{ icon: '🎮' }])
  })

  test('a studio’s new game is its own, and no guild’s yet', async () => {
    const { data } = await add({}, studio)
    expect(data).toMatchObject({ owner: { id: 'studio-1' }, launch: { kind: 'manual' } })
    const { data: there } = await server.call(gameApi.list, { game_id: data.game_id }, guild)
    expect(there.list).toEqual([])
  })
})
