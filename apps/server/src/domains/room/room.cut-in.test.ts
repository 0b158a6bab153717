import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PLAYS_FILES } from '@kaibo/contract/agent/frames.ts'
import type { InsertItem, PlayState } from '@kaibo/contract/agent/insert.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { obeyStart, connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAsset } from '@kaibo/testkit/build/asset.build.ts'
import { buildStudio, type Room } from '@kaibo/testkit/build/room.build.ts'
import { OPEN_STAGE } from '@kaibo/testkit/build/stage.build.ts'

let server: TestServer
let operator: Login
let room: Room
let agent: TestAgent
let run_id: string

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  const url = await server.listen()
  const studio = await buildStudio(server.platform, url)
  room = studio.room
  const { id: pc_id, private_key } = studio.pc
  agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  await agent.hello({ boot_id: 'plays', capabilities: ['source:simulator', PLAYS_FILES] })
  const started = server.call(roomApi.start, { room_code: room.room_code }, operator)
  run_id = await obeyStart(agent, room.room_code)
  expect((await started).code).toBe(0)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.query.deleteFrom('room_insert').execute()
  await seen(OPEN_STAGE)
})

/** The PC says how the room's stage is, and the server has it. */
async function seen(stage: typeof OPEN_STAGE): Promise<void> {
  const { room_code } = room
  agent.report({ room_code, run_id, stage })
  const has = stage.program ? 1 : 0
  await expect
    .poll(async () => {
      const { reported_json } = await server.db.query
        .selectFrom('room')
        .select('reported_json')
        .where('room_code', '=', room_code)
        .executeTakeFirstOrThrow()
      return Number(reported_json?.includes('"gl"') ?? false)
    })
    .toBe(has)
}

const cutIn = (asset_id: string, more: object = {}) =>
  server.call(
    roomApi.cutInVideo,
    { room_code: room.room_code, asset_id, key: crypto.randomUUID(), ...more },
    operator,
  )
const rowOf = async (id: string) =>
  (await server.call(roomApi.inserts, { room_code: room.room_code }, operator)).data.list.find(
    (one) => one.id === id,
  )
const asked = (id: string) => agent.next('command', ({ insert }) => insert?.id === id)

let seq = 0
async function tell(insert_id: string, state: PlayState, more: Partial<InsertItem> = {}) {
  const of = { room_code: room.room_code, run_id, at: server.clock.now() }
  const item = { type: 'insert', ...of, insert_id, state, name: '片头', ...more } as const
  agent.send({
    type: 'batch',
    spool_id: `spool-${String(room.pc_id)}`,
    first_seq: ++seq,
    items: [item],
  })
  await agent.next('ack', ({ up_to }) => up_to >= seq)
}

const film = (more: object = {}) =>
  buildAsset(server.platform, {
    kind: 'material',
    name: '片头',
    bytes: Buffer.from(crypto.randomUUID()),
    type_of_file: 'video/mp4',
    content: 'video',
    ...more,
  })

test('the PC is told the file by its hash, and each state that it tells shows', async () => {
  const { asset_id, sha256, size } = await film()
  const { code, data } = await cutIn(asset_id, { position: 'now', volume: 60 })
  expect([code, data.status, data.kind, data.text]).toEqual([0, 'queued', 'video', '片头'])
  const command = await asked(data.id)
  expect(command).toMatchObject({
    name: 'room.insert',
    insert: {
      text: '片头',
      position: 'now',
      play: { asset_id, kind: 'video', volume: 60, file: { asset_id, sha256, bytes: size } },
    },
  })
  agent.send({ type: 'command_state', id: command.id, state: 'done', detail: null })
  for (const state of ['fetching', 'playing', 'done'] as const) {
    await tell(data.id, state)
    expect((await rowOf(data.id))?.status).toBe(state)
  }
  await tell(data.id, 'playing')
  expect((await rowOf(data.id))?.status).toBe('done')
})

test('a sound that comes with the program needs no file', async () => {
  const { data } = await cutIn('builtin:applause')
  expect(await asked(data.id)).toMatchObject({
    insert: { text: '掌声', play: { kind: 'audio', file: null, volume: 100 } },
  })
})

test('the timeline says what became of it, and why', async () => {
  const { data } = await cutIn((await film()).asset_id)
  await tell(data.id, 'failed', { why: '视频格式无法播放' })
  expect(await rowOf(data.id)).toMatchObject({ status: 'failed', detail: '视频格式无法播放' })
  const logs = await server.call(roomApi.consoleLogs, { room_code: room.room_code }, operator)
  expect(logs.data.list).toContainEqual(
    expect.objectContaining({ tag: 'failed', text: '插播「片头」失败，视频格式无法播放' }),
  )
})

test('a film that lasts long is not taken for lost while it plays', async () => {
  const { data } = await cutIn((await film()).asset_id)
  await tell(data.id, 'playing', { ms: 3_600_000 })
  const { expires_at } = await server.db.query
    .selectFrom('room_insert')
    .select('expires_at')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  expect(expires_at - server.clock.now()).toBeGreaterThan(3_600_000)
})

test('asked for twice with one key, it is played once', async () => {
  const { asset_id } = await film()
  const key = crypto.randomUUID()
  const [first, second] = [await cutIn(asset_id, { key }), await cutIn(asset_id, { key })]
  expect(second.data.id).toBe(first.data.id)
})

test.each([
  ['a picture', 'builtin:room-night', '请选择声音或视频'],
  ['nothing', 'none', '素材不存在，或这个直播间不能使用'],
])('%s cannot be played', async (_, asset_id, msg) => {
  expect(await cutIn(asset_id)).toMatchObject({ code: 1001, data: { fields: { asset_id: msg } } })
})

test("another organisation's file is none", async () => {
  const { asset_id } = await film({ org_id: 'other' })
  expect(await cutIn(asset_id)).toMatchObject({
    code: 1001,
    data: { fields: { asset_id: '素材不存在，或这个直播间不能使用' } },
  })
})

test('a licence that is over plays nothing', async () => {
  const { asset_id } = await film({ expire_at: server.clock.now() - 1 })
  expect(await cutIn(asset_id)).toMatchObject({ code: 1006, msg: '素材的授权已过期' })
})

test('nobody sees it: it is not cut in', async () => {
  await seen({ ...OPEN_STAGE, program: null })
  expect(await cutIn('builtin:ding')).toMatchObject({
    code: 1006,
    msg: '没有画面连接，无法插播',
  })
})

const facts = (capabilities: string[]) =>
  server.db.query
    .updateTable('pc')
    .set({ facts_json: JSON.stringify({ capabilities }) })
    .where('id', '=', room.pc_id ?? '')
    .execute()

test('a PC that cannot play files would say their names: it is not asked', async () => {
  await facts(['source:simulator'])
  expect(await cutIn('builtin:ding')).toMatchObject({
    code: 1006,
    msg: 'PC客户端版本过旧，请升级后再插播',
  })
  await facts(['source:simulator', PLAYS_FILES])
})

test('no more than twenty wait, lines and files alike', async () => {
  for (let i = 0; i < 20; i += 1) expect((await cutIn('builtin:ding')).code).toBe(0)
  expect(await cutIn('builtin:ding')).toMatchObject({
    code: 1006,
    msg: '已有20条待插播，请等它们结束或取消',
  })
})
