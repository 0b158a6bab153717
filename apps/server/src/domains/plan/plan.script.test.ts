import { afterAll, beforeAll, expect, test } from 'vitest'
import { READS_SCRIPTS, Script } from '@kaibo/contract/agent/script.schema.ts'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAsset } from '@kaibo/testkit/build/asset.build.ts'
import { buildPlan, planDraft, timeIn } from '@kaibo/testkit/build/plan.build.ts'
import { buildStudio, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let url: string
let operator: Login
let admin: Login
let room: Room
let agent: TestAgent

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  admin = await server.login('admin')
  url = await server.listen()
  const studio = await buildStudio(server.platform, url)
  room = studio.room
  const { id: pc_id, private_key } = studio.pc
  agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  await agent.hello({ boot_id: 'speaks', capabilities: ['source:simulator', READS_SCRIPTS] })
})
afterAll(() => server.close())

const sound = (more: object = {}) =>
  buildAsset(server.platform, { kind: 'audio', type_of_file: 'audio/wav', name: '鼓掌', ...more })
const film = () => buildAsset(server.platform, { kind: 'material', type_of_file: 'video/webm' })

const save = (segments: InputOf<typeof planApi.add>['segments'], more: object = {}) =>
  server.call(planApi.add, planDraft(room.room_code, { segments, ...more }), operator)
const remove = (id: string) => server.call(planApi.delete, { id }, operator)

/** The script as the PC is given it. */
async function scriptOf(hash: string): Promise<Script> {
  agent.send({ type: 'need', hash })
  const part = await agent.next('part', (one) => one.hash === hash)
  return Script.parse(JSON.parse(part.body))
}
const hashIn = ({
  rooms,
}: {
  rooms: readonly { config: { script?: { hash: string } | undefined } }[]
}) => rooms[0]?.config.script?.hash

test('a start by hand speaks what the room’s settings name, with the files that it plays', async () => {
  const [audio, video] = [await sound(), await film()]
  const plan = await buildPlan(server, room.room_code, {
    loop: true,
    segments: [
      { kind: 'talk', text: '大家好' },
      { kind: 'audio', asset_id: audio.asset_id },
      { kind: 'video', asset_id: video.asset_id },
      { kind: 'wait', seconds: 5 },
    ],
  })
  const { room_code } = room
  const settings = { room_code, version: 0, plans_on: true, script_plan_id: plan.id }
  expect((await server.call(planApi.settings, settings, operator)).code).toBe(0)
  const started = server.call(roomApi.start, { room_code }, operator)
  const desired = await agent.next('desired', (one) => one.rooms[0]?.run === true)
  const run_id = desired.rooms[0]?.run_id ?? ''
  agent.report({ room_code, run_id, worker: WorkerStatus.living })
  expect((await started).code).toBe(0)
  const script = await scriptOf(hashIn(desired) ?? '')
  expect(script).toMatchObject({
    loop: true,
    pieces: [
      { kind: 'talk', text: '大家好' },
      { kind: 'audio', text: '鼓掌', play: { kind: 'audio', file: { sha256: audio.sha256 } } },
      { kind: 'video', play: { kind: 'video', file: { sha256: video.sha256 } } },
      { kind: 'wait', seconds: 5 },
    ],
  })

  // The file of an asset is changed: what is on air speaks it from now on
  const other = await sound({ bytes: Buffer.from('another sound') })
  await server.db.query
    .updateTable('asset')
    .set({ parts_json: other.parts_json })
    .where('asset_id', '=', audio.asset_id)
    .execute()
  await server.db.transaction(async (trx) => {
    const pcs = await server.app.plans.forRooms.repack(trx, audio.asset_id)
    await server.app.link.wake(trx, pcs)
  })
  const again = await agent.next('desired', (one) => hashIn(one) !== hashIn(desired))
  const { pieces } = await scriptOf(hashIn(again) ?? '')
  expect(pieces[1]?.play?.file?.sha256).toBe(other.sha256)
})

test('what is due within ten minutes is told ahead, unless the room’s settings do not want that', async () => {
  const { room: other, pc } = await buildStudio(server.platform, url)
  const { room_code } = other
  const told = async () => {
    const next = await connectAgent(url, {
      pc_id: pc.id,
      private_key: pc.private_key,
      ts: server.clock.now(),
    })
    const welcome = await next.hello({ capabilities: ['source:simulator', READS_SCRIPTS] })
    next.kill()
    return hashIn(welcome)
  }
  await buildPlan(server, room_code, {
    start: timeIn(server, 5),
    stop: { mode: 2, at: timeIn(server, 65) },
    segments: [{ kind: 'talk', text: '马上开播' }],
  })
  expect(await told()).toBeDefined()
  const settings = { room_code, version: 0, plans_on: true, prewarm: false }
  expect((await server.call(planApi.settings, settings, operator)).code).toBe(0)
  expect(await told()).toBeUndefined()
})

test('what a plan plays cannot be deleted while the plan stands', async () => {
  const asset = await sound()
  const { data: plan } = await save([{ kind: 'audio', asset_id: asset.asset_id }], {
    name: '早场',
    start: '08:00',
    stop: { mode: 2, at: '08:30' },
  })
  const del = () => server.call(assetApi.del, { asset_id: asset.asset_id }, admin)
  expect(await del()).toMatchObject({ code: 1006, msg: '使用中：计划「早场」' })
  const shown = await server.call(assetApi.list, { kind: 'audio' }, admin)
  const row = shown.data.list.find(({ asset_id }) => asset_id === asset.asset_id)
  expect(row?.uses.list).toEqual([{ user: 'plan', id: plan.id, name: '早场' }])
  await remove(plan.id)
  expect((await del()).code).toBe(0)
})

const restore = (id: string) => server.call(planApi.restore, { id, version: 1 }, operator)

test('a deletion is not taken back where a file of the plan was deleted meanwhile', async () => {
  const asset = await sound()
  const { data: plan } = await save([{ kind: 'audio', asset_id: asset.asset_id }], {
    name: '午场',
    start: '10:00',
    stop: { mode: 2, at: '10:30' },
  })
  await remove(plan.id)
  expect((await server.call(assetApi.del, { asset_id: asset.asset_id }, admin)).code).toBe(0)
  expect(await restore(plan.id)).toMatchObject({ code: 1006, msg: '素材「鼓掌」已删除' })
  const { version } = await server.db.query
    .selectFrom('asset')
    .select('version')
    .where('asset_id', '=', asset.asset_id)
    .executeTakeFirstOrThrow()
  await server.call(assetApi.restore, { asset_id: asset.asset_id, version }, admin)
  expect((await restore(plan.id)).code).toBe(0)
  expect((await server.call(assetApi.del, { asset_id: asset.asset_id }, admin)).code).toBe(1006)
})

test.each([
  ['a sound where a video is said', 'video', sound, '请选择视频'],
  ['a video where a sound is said', 'audio', film, '请选择声音'],
  [
    'one of another organisation',
    'audio',
    () => sound({ org_id: 'other' }),
    '素材不存在，或这个直播间不能使用',
  ],
] as const)('%s is refused at its place', async (_, kind, make, msg) => {
  const { asset_id } = await make()
  const late = { start: '06:00', stop: { mode: 2, at: '06:30' } }
  const answer = await save(
    [
      { kind: 'talk', text: '先说' },
      { kind, asset_id },
    ],
    late,
  )
  expect(answer).toMatchObject({ code: 1001, data: { fields: { 'segments.1.asset_id': msg } } })
})
