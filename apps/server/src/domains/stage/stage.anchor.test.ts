import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HAS_STAGES, type DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { AnchorConfig } from '@kaibo/contract/stage/anchor.schema.ts'
import { ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { connectAgent, obeyStart, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import { defaultAnchor } from './stage.anchor.default.ts'

let server: TestServer
let url: string
let operator: Login
let room: Room
let agent: TestAgent

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
  await buildOrg(server.platform, { id: 'guild' })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { id: pc_id, private_key } = await buildPc(server.platform, { org_id: 'default' })
  room = await buildRoom(server.platform, { pc_id })
  agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  await agent.hello({ capabilities: ['source:simulator', HAS_STAGES] })
})

type Save = Partial<AnchorConfig> & { version?: number; apply?: 'now' | 'next' }
const save = (change: Save = {}, as = operator) =>
  server.call(
    stageApi.saveAnchor,
    { room_code: room.room_code, version: 0, ...defaultAnchor, ...change },
    as,
  )
const read = async () =>
  (await server.call(stageApi.anchor, { room_code: room.room_code }, operator)).data
const fieldsOf = ({ data }: { data: unknown }) => (data as { fields?: object } | null)?.fields ?? {}

const letters = { size: 60, colour: '#ffffff', outline: null, align: 'left' } as const
const at = { x: 0, y: 0, w: 400, h: 300, rotate: 0, opacity: 1, locked: false, hidden: false }
const textLayer = (text: string, id = 'text'): Layer => ({
  kind: 'text',
  id,
  ...at,
  ...letters,
  text,
})
const sceneWith = (...more: Layer[]) => ({
  layers: defaultAnchor.scene.layers.toSpliced(-1, 0, ...more),
})

const sticker = (asset_id: string): Layer => ({ kind: 'sticker', id: 's', ...at, asset_id })

let built = 0
async function asset(
  of: { kind?: 'actor' | 'background' | 'material'; org_id?: string; expire_at?: number } = {},
) {
  const asset_id = `asset-${++built}`
  const stamped = { created_at: 0, updated_at: 0, version: 1 }
  await server.db.query
    .insertInto('asset')
    .values({
      asset_id,
      kind: 'material',
      name: `素材${built}`,
      type: 0,
      parts_json: '{}',
      tags_json: '[]',
      builtin: 0,
      ...stamped,
      ...of,
    })
    .execute()
  return asset_id
}

const sceneIn = ({ rooms }: { rooms: DesiredRoom[] }) =>
  rooms.find(({ room_code }) => room_code === room.room_code)?.stage?.scene?.hash

/** The scene that the PC is told to show, once it is told. */
async function toldScene(
  wanted: (hash: string | undefined) => boolean,
): Promise<string | undefined> {
  return sceneIn(await agent.next('desired', (frame) => wanted(sceneIn(frame))))
}

async function fetched(hash: string): Promise<ScenePack> {
  agent.send({ type: 'need', hash })
  const { body } = await agent.next('part', (part) => part.hash === hash)
  expect(createHash('sha256').update(body).digest('base64url')).toBe(hash)
  return ScenePack.parse(JSON.parse(body))
}

async function goOnAir() {
  const started = server.call(roomApi.start, { room_code: room.room_code }, operator)
  await obeyStart(agent, room.room_code)
  expect(await started).toMatchObject({ code: 0 })
}

test('a room has a scene, an actor and a voice before anybody arranged it', async () => {
  expect(await read()).toMatchObject({ version: 0, value: defaultAnchor, live_value: null })
  const { assets } = await read()
  expect(assets.map(({ asset_id }) => asset_id).sort()).toEqual([
    'builtin:room-night',
    'builtin:xiaokai',
  ])
  const [cover] = assets.flatMap((one) => one.cover ?? [])
  expect((await fetch(url + String(cover))).headers.get('content-type')).toBe('image/svg+xml')
})

test('what is saved is told to the PC by its hash, and fetched by it', async () => {
  const { data } = await save({ scene: sceneWith(textLayer('晚安')) })
  expect(data).toMatchObject({ version: 1, live_value: null })
  const hash = await toldScene((told) => told !== undefined)
  const { scene } = await fetched(String(hash))
  expect(scene).toEqual(data.value.scene)
})

test('on air it is shown at once, or from the next start', async () => {
  await goOnAir()
  await save({ scene: sceneWith(textLayer('现在')) })
  const first = await toldScene((told) => told !== undefined)
  const { data } = await save({ version: 1, apply: 'next', scene: sceneWith(textLayer('下次')) })
  expect(data.value.scene).toEqual(sceneWith(textLayer('下次')))
  expect(data.live_value?.scene).toEqual(sceneWith(textLayer('现在')))
  const again = await save({ version: 2, apply: 'next', scene: sceneWith(textLayer('再下次')) })
  expect(again.data.live_value?.scene).toEqual(sceneWith(textLayer('现在')))
  const of = () =>
    server.db.query
      .selectFrom('room')
      .select(['scene_hash', 'next_scene_hash'])
      .where('id', '=', room.id)
      .executeTakeFirstOrThrow()
  const { scene_hash, next_scene_hash } = await of()
  expect(scene_hash).toBe(first)
  const stopped = server.call(roomApi.stop, { room_code: room.room_code, mode: 'now' }, operator)
  await agent.next('desired', ({ rooms }) =>
    rooms.some(({ run, stage }) => !run && stage?.scene?.hash === first),
  )
  agent.report({ room_code: room.room_code })
  await stopped
  await expect.poll(async () => (await read()).room.state).toBe('ended')
  await goOnAir()
  expect(await of()).toEqual({ scene_hash: next_scene_hash, next_scene_hash: null })
  expect(await read()).toMatchObject({ live_value: null, version: 3 })
})

test.each(['preflight', 'starting', 'stopping'] as const)(
  'in %s nothing is saved',
  async (state) => {
    await server.db.query.updateTable('room').set({ state }).where('id', '=', room.id).execute()
    expect(await save()).toMatchObject({ code: 1006, msg: expect.stringContaining('请稍候') })
  },
)

test('who saves what others have saved meanwhile is told, and is shown it; a repeat is answered', async () => {
  const mine = { scene: sceneWith(textLayer('我的')) }
  await save(mine)
  expect(await save(mine)).toMatchObject({ code: 0, data: { version: 1 } })
  const other = await server.login('operator')
  const { code, msg, data } = await save({ scene: sceneWith(textLayer('别的')) }, other)
  expect(code).toBe(1006)
  expect(msg).toContain('刚刚保存过此画面')
  expect(data).toMatchObject({ version: 1, value: mine })
})

test('without the AI label nothing is saved', async () => {
  const layers = defaultAnchor.scene.layers
  const without = { layers: layers.filter(({ kind }) => kind !== 'ai_label') }
  expect(await save({ scene: without })).toMatchObject({ code: 1001, msg: '请保留AI标识' })
  const hidden = {
    layers: layers.map((one) => (one.kind === 'ai_label' ? { ...one, hidden: true } : one)),
  }
  expect(fieldsOf(await save({ scene: hidden }))).toEqual({
    'scene.layers.3.hidden': '请保留AI标识',
  })
})

test.each<[string, Save | { scene: unknown }, string]>([
  [
    '41 layers',
    { scene: sceneWith(...Array.from({ length: 37 }, (_, i) => textLayer('a', `t${i}`))) },
    'scene.layers',
  ],
  [
    'a place that JSON does not know',
    { scene: sceneWith({ ...textLayer('a'), x: Number.NaN }) },
    'scene.layers.3.x',
  ],
  ['a voice too fast', { voice: { ...defaultAnchor.voice, speed: 9 } }, 'voice.speed'],
  [
    'a voice that is none',
    { voice: { ...defaultAnchor.voice, voice_id: 'none' } },
    'voice.voice_id',
  ],
  ['a second actor who is the first', { co_actor_id: defaultAnchor.actor_id }, 'co_actor_id'],
  [
    'a fallback that is no sound',
    { scene: { ...defaultAnchor.scene, fallback_asset: 'builtin:room-day' } },
    'scene.fallback_asset',
  ],
])('%s is refused at its field', async (_, change, path) => {
  const refused = await save(change as Save)
  expect(refused.code).toBe(1001)
  expect(Object.keys(fieldsOf(refused))).toEqual([path])
})

test('a colour that is none is told so in words', async () => {
  const refused = await save({
    scene: sceneWith({ ...textLayer('a'), colour: 'url(#a)' } as Layer),
  })
  expect(fieldsOf(refused)).toEqual({ 'scene.layers.3.colour': '颜色须为#和6位十六进制数' })
})

test('an asset of another guild, of another kind, or of none is refused where it stands', async () => {
  for (const bad of [
    await asset({ org_id: 'guild' }),
    await asset({ kind: 'background' }),
    'none',
  ]) {
    const refused = await save({ scene: sceneWith(sticker(bad)) })
    expect([refused.code, ...Object.keys(fieldsOf(refused))]).toEqual([
      1001,
      'scene.layers.3.asset_id',
    ])
  }
  expect(await save({ scene: sceneWith(sticker(await asset())) })).toMatchObject({ code: 0 })
})

test('the actor stands in all of her places; a second place needs a second actor', async () => {
  const actor_id = await asset({ kind: 'actor' })
  const { data } = await save({ actor_id })
  expect(data.value.scene.layers).toContainEqual(
    expect.objectContaining({ kind: 'actor', asset_id: actor_id }),
  )
  const co: Layer = { kind: 'actor', id: 'co', ...at, slot: 'co', asset_id: actor_id }
  expect(Object.keys(fieldsOf(await save({ version: 1, scene: sceneWith(co) })))).toEqual([
    'scene.layers.3.slot',
  ])
})

test('whose licence is over is not cast, and not started with; a run goes on', async () => {
  const now = server.clock.now()
  const actor_id = await asset({ kind: 'actor', expire_at: now + 60_000 })
  expect((await save({ actor_id })).code).toBe(0)
  await server.db.query
    .updateTable('asset')
    .set({ expire_at: now - 1 })
    .where('asset_id', '=', actor_id)
    .execute()
  expect(await save({ version: 1, actor_id })).toMatchObject({ code: 1006, msg: '形象授权已过期' })
  const { data } = await server.call(roomApi.preflight, { room_code: room.room_code }, operator)
  expect(data.list).toContainEqual(
    expect.objectContaining({
      check: 'licence',
      level: 'block',
      evidence: expect.stringContaining('授权已过期'),
    }),
  )
})

test('a scene whose file is gone is not started with', async () => {
  const gone = await asset()
  await save({ scene: sceneWith({ kind: 'sticker', id: 's', ...at, asset_id: gone }) })
  const { data } = await server.call(roomApi.preflight, { room_code: room.room_code }, operator)
  expect(data.list).toContainEqual(expect.objectContaining({ check: 'scene', level: 'block' }))
})

test.each([1, 2, 3])('platform %i is not available', async (digital_platform) => {
  const refused = await save({ digital_platform: digital_platform as 1 })
  expect(refused).toMatchObject({ code: 1009, msg: expect.stringContaining('暂未开通') })
})

test('the audit says which layers are others', async () => {
  await save({ scene: sceneWith(textLayer('晚安')) })
  const row = await server.db.query
    .selectFrom('audit')
    .select(['action', 'target_id', 'before_json', 'after_json'])
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ action: 'stage.saveAnchor', target_id: room.room_code })
  const { layers } = JSON.parse(row.after_json ?? '') as { layers: object }
  expect(Object.keys(layers)).toEqual(['text'])
})
