import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HAS_VOICE, MOVES_LAYERS } from '@kaibo/contract/agent/frames.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { PreflightItem } from '@kaibo/contract/room/room.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPack } from '@kaibo/testkit/build/pack.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildPlan, timeIn } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import { serverOf } from '@kaibo/testkit/build/voice.build.ts'

let server: TestServer
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
})
afterAll(() => server.close())

const facts = (...sources: string[]) =>
  JSON.stringify({ capabilities: [HAS_VOICE, ...sources.map((source) => `source:${source}`)] })

interface Case {
  account?: Parameters<typeof buildLiveAccount>[1]
  pc?: Parameters<typeof buildPc>[1] | null
  room?: Partial<Room>
  /** The body of the pack that it runs by. */
  pack?: string
}

/** A room that would pass, but for what the case changes. */
async function build({ account, pc, room, pack }: Case): Promise<Room> {
  const { account_id } = await buildLiveAccount(server.platform, account)
  const online = { online: 1, agent_version: '0.1.0', skew_ms: 0, facts_json: facts('bilibili') }
  const { id } =
    pc === null
      ? { id: null }
      : await buildPc(server.platform, { ...online, last_seen_at: server.clock.now(), ...pc })
  const bundle_hash = pack === undefined ? null : await buildPack(server.platform, pack)
  return buildRoom(server.platform, { account_id, pc_id: id, bundle_hash, ...room })
}

async function check(room: Room) {
  const { data } = await server.call(roomApi.preflight, { room_code: room.room_code }, operator)
  const found = (name: PreflightItem['check']) => data.list.find((item) => item.check === name)
  return { ready: data.ready, found, data }
}

test('a room that has everything is ready', async () => {
  const { ready, data } = await check(await build({}))
  expect(data.list.map((item) => item.level)).toEqual(Array(14).fill('pass'))
  expect(ready).toBe(true)
})

test('a room that nobody would hear is started with a warning: no port can speak, and its PC cannot', async () => {
  // The program of the built-in voice is not installed on this server
  const mute = { facts_json: JSON.stringify({ capabilities: ['source:bilibili'] }) }
  const { ready, found } = await check(await build({ pc: mute }))
  expect(ready).toBe(true)
  expect(found('voice')).toMatchObject({
    level: 'warn',
    evidence: '没有可用的声音，只出字幕',
    fix: { path: '/voice' },
  })
  const { server_id } = await serverOf(server)
  const own = { voice_id: 'builtin:embedded', server_id }
  await server.db.query.insertInto('voice_on_server').values(own).execute()
  const room = await build({ pc: mute })
  expect((await check(room)).found('voice')).toMatchObject({
    level: 'pass',
    evidence: '由服务器出声',
  })
  await server.db.query
    .updateTable('voice_port')
    .set({ state: 'down' })
    .where('server_id', '=', server_id)
    .execute()
  expect((await check(room)).found('voice')?.level).toBe('warn')
})

test('what is due within the hour is said: of the room itself, and of another on its PC', async () => {
  const room = await build({})
  const beside = await buildRoom(server.platform, { pc_id: room.pc_id, name: '隔壁' })
  const evidence = async () => (await check(room)).found('plan')
  expect(await evidence()).toMatchObject({ level: 'pass', evidence: '一小时内没有计划' })
  const due = (minutes: number) => ({
    name: '早场',
    start: timeIn(server, minutes),
    stop: { mode: 2 as const, at: timeIn(server, minutes + 10) },
  })
  await buildPlan(server, room.room_code, due(61))
  expect((await evidence())?.evidence).toBe('一小时内没有计划')
  const { start } = await buildPlan(server, room.room_code, due(40))
  expect(await evidence()).toMatchObject({
    level: 'pass',
    evidence: `${start}的计划「早场」到点并入这一场`,
  })
  const theirs = await buildPlan(server, beside.room_code, due(20))
  expect(await evidence()).toMatchObject({
    level: 'warn',
    evidence: `同一PC的直播间「隔壁」${theirs.start}按计划开播`,
    fix: { path: `/digital/plan/${room.room_code}?show=pc` },
  })
})

const drawn = async (of: Room) => (await check(of)).found('draw')

test('a draw that would not be opened is said; of an account without any nothing is', async () => {
  const lottery = { enabled: 1, every_min: 10, seconds: 60, winners: 1, condition: 'none' }
  const room = (prize: string, more: Partial<Room> = {}) => {
    const lottery_json = JSON.stringify({ ...lottery, word: '', prize })
    return build({ account: { lottery_json }, room: more })
  }
  expect(await drawn(await build({}))).toBeUndefined()
  const small = await room('小礼物')
  expect(await drawn(small)).toMatchObject({
    level: 'pass',
    evidence: '每10分钟一次，奖品「小礼物」',
  })
  expect(await drawn(await room('小礼物', { mode: 2 }))).toMatchObject({ evidence: '录制时不开' })
  const money = await room('现金红包')
  const admin = await server.login('admin')
  const put = [{ word: '现金', level: 'block' as const }]
  const at = { scope: 'org' as const, scope_id: 'default', version: 0 }
  expect((await server.call(talkApi.setWords, { ...at, put }, admin)).code).toBe(0)
  expect(await drawn(money)).toMatchObject({
    level: 'warn',
    evidence: '「现金红包」含有敏感词「现金」，不会开启',
    fix: { path: '/live/account' },
  })
  expect((await drawn(small))?.level).toBe('pass')
})

test('a room of a disabled organisation cannot start, and the others can', async () => {
  const { id } = await buildOrg(server.platform, { name: '停业公会', enabled: 0 })
  const room = await build({ account: { org_id: id }, pc: { org_id: id }, room: { org_id: id } })
  const { ready, found } = await check(room)
  expect(ready).toBe(false)
  expect(found('org')).toMatchObject({ level: 'block', evidence: '公会「停业公会」已停用' })
  const { code } = await server.call(roomApi.start, { room_code: room.room_code }, operator)
  expect(code).toBe(1006)
})

const set = {
  id: 'set',
  name: '坏的',
  version: 1,
  root: { id: 'root', name: '根', enabled: 1, type: 'root', hit: 'first', children: [] },
}
const packOf = (one: object) =>
  JSON.stringify({
    format: 2,
    catalogue: { format: 2, events: [], vars: [] },
    sets: [{ kind: 'talk', set: one, shift: 0, off_nodes: [] }],
    answers: [],
    idle_s: 20,
  })
const broken = packOf(set)
const move = [
  { layer: 'actor', x: 0, y: 0 },
  { layer: 'banner', x: 0, y: 0 },
]
const moving = packOf({
  ...set,
  root: {
    ...set.root,
    triggers: [{ event: 'enter' }],
    children: [
      {
        id: 'son',
        name: '换位',
        type: 'son',
        enabled: 1,
        actions: [{ kind: 'scene', show: ['subtitle'], hide: ['gift-wall'], move, ms: 0 }],
      },
    ],
  },
})

const cases: [PreflightItem['check'], PreflightItem['level'], RegExp, Case][] = [
  ['account', 'block', /已停用/, { account: { enabled: 0 } }],
  ['account', 'block', /凭据不完整/, { account: { platform: 'bilibili' } }],
  ['account', 'block', /凭据不完整/, { account: { platform: 'douyin' } }],
  [
    'account',
    'block',
    /凭据不完整/,
    { account: { platform: 'bilibili', credentials_sealed: 'sealed by another key' } },
  ],
  ['account', 'warn', /不连接平台/, { account: { platform: 'bilibili' }, room: { mode: 2 } }],
  [
    'account',
    'warn',
    /不连接平台/,
    { account: { platform: 'bilibili' }, pc: { facts_json: facts('simulator') } },
  ],
  ['pc', 'block', /未选择PC/, { pc: null }],
  ['pc_online', 'block', /未选择PC/, { pc: null }],
  ['pc_online', 'block', /^离线$/, { pc: { online: 0 } }],
  ['pc_online', 'block', /^正在重连$/, { pc: { last_seen_at: 1 } }],
  ['pc_online', 'block', /从未连接/, { pc: { online: 0, last_seen_at: null } }],
  ['pc_version', 'block', /0\.0\.9，最低要求0\.1\.0/, { pc: { agent_version: '0.0.9' } }],
  ['pc_version', 'block', /最低要求/, { pc: { agent_version: 'banana' } }],
  ['pc_version', 'pass', /^0\.10\.0-rc\.1$/, { pc: { agent_version: '0.10.0-rc.1' } }],
  ['pc_version', 'block', /尚未报告/, { pc: { agent_version: null } }],
  ['clock', 'pass', /5\.0秒/, { pc: { skew_ms: -5_000 } }],
  ['clock', 'warn', /5\.0秒/, { pc: { skew_ms: -5_001 } }],
  ['clock', 'warn', /300\.0秒/, { pc: { skew_ms: 300_000 } }],
  ['clock', 'block', /300\.0秒/, { pc: { skew_ms: 300_001 } }],
  [
    'source',
    'block',
    /不能连接哔哩哔哩/,
    { account: { platform: 'bilibili' }, pc: { facts_json: facts('push') } },
  ],
  ['source', 'pass', /录制/, { room: { mode: 2 } }],
  ['source', 'pass', /模拟观众/, { pc: { facts_json: facts('simulator') } }],
  [
    'source',
    'warn',
    /模拟观众/,
    { account: { platform: 'bilibili' }, pc: { facts_json: facts('simulator') } },
  ],
  [
    'source',
    'pass',
    /模拟观众/,
    {
      account: { platform: 'bilibili' },
      pc: { facts_json: facts('simulator') },
      room: { is_demo: 1 },
    },
  ],
  ['rules', 'block', /./, { pack: broken }],
  [
    'rules',
    'warn',
    /^画面中没有话术规则要用的图层「gift-wall」、「banner」$/,
    { pack: moving, pc: { facts_json: JSON.stringify({ capabilities: [MOVES_LAYERS] }) } },
  ],
  ['rules', 'block', /移动图层，该PC的客户端版本看不懂/, { pack: moving }],
]

describe.each(cases)('%s: %s', (name, level, evidence, changed) => {
  test(`${evidence}`, async () => {
    const { ready, found } = await check(await build(changed))
    expect(found(name)).toMatchObject({ level, evidence: expect.stringMatching(evidence) })
    expect(found(name)?.fix === null).toBe(level === 'pass')
    if (level === 'block') expect(ready).toBe(false)
  })
})

test('what another room has on air is not free', async () => {
  const room = await build({})
  const rival = await buildRoom(server.platform, {
    account_id: room.account_id,
    pc_id: room.pc_id,
    state: 'living',
    name: '对手',
  })
  const { found } = await check(room)
  for (const name of ['account_free', 'pc_free'] as const) {
    expect(found(name)).toMatchObject({
      level: 'block',
      evidence: `正在直播间「对手」（${rival.room_code}）使用`,
      fix: { text: '先停播「对手」', path: `/digital/actor?room=${rival.room_code}` },
    })
  }
})

test('a start that is refused names what is missing and leaves the room as it was', async () => {
  const room = await build({ pc: { online: 0 }, room: { state: 'ended' } })
  const { room_code } = room
  const answer = await server.call(roomApi.start, { room_code }, operator)
  expect(answer).toMatchObject({ code: 1006, msg: '开播检查未通过：PC在线（离线）' })
  expect(answer.data).toMatchObject({ preflight: { ready: false } })
  const { data } = await server.call(roomApi.info, { room_code }, operator)
  expect(data).toMatchObject({ state: 'ended', run: null })
  const logs = await server.call(roomApi.consoleLogs, { room_code, kind: 'state' }, operator)
  expect(logs.data.list.map((moment) => moment.text).sort()).toEqual([
    '开播检查未通过',
    '运营开播（operator）',
  ])
})
