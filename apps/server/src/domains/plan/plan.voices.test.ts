import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAKES_CLIPS, type VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { HAS_STAGES, type DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { READS_SCRIPTS } from '@kaibo/contract/agent/script.schema.ts'
import { OpenStatus, WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildStudio, type Room } from '@kaibo/testkit/build/room.build.ts'
import { serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'

let server: TestServer
let operator: Login
let admin: Login
let room: Room
let agent: TestAgent
let server_id: string
let url: string

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  admin = await server.login('admin')
  url = await server.listen()
  const studio = await buildStudio(server.platform, url)
  room = studio.room
  const { id: pc_id, private_key } = studio.pc
  agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  const capabilities = ['source:simulator', READS_SCRIPTS, HAS_STAGES, MAKES_CLIPS]
  await agent.hello({ capabilities })
  server_id = (await serverOf(server)).server_id
})
afterAll(() => server.close())

const addVoice = async (more: Partial<Parameters<typeof voiceDraft>[0]> = {}) => {
  const draft = voiceDraft({ server_ids: [server_id], ...more })
  const { data } = await server.call(voiceApi.add, draft, admin)
  return data
}
const times = (hour: number) => ({
  start: `0${hour}:00`,
  stop: { mode: 2 as const, at: `0${hour}:30` },
})
const lines = (first: string, second: string) => [
  { kind: 'talk' as const, text: '大家好', voice_id: first },
  { kind: 'wait' as const, seconds: 3, voice_id: first },
  { kind: 'talk' as const, text: '再说一遍' },
  { kind: 'talk' as const, text: '大家好', voice_id: second },
]
const save = (segments: InputOf<typeof planApi.add>['segments'], more: object = {}) =>
  server.call(planApi.add, planDraft(room.room_code, { segments, ...more }), operator)
const soundIn = ({ rooms }: { rooms: DesiredRoom[] }): VoiceOrder | undefined =>
  rooms[0]?.stage?.voice
const setVoice = async (voice_id: string, change: { enabled?: OpenStatus; org_id?: string }) => {
  const { data } = await server.call(voiceApi.list, { voice_id }, admin)
  const version = data.list[0]?.version ?? 0
  return server.call(voiceApi.edit, { voice_id, version, ...change }, admin)
}

test('a line names its own voice: the PC is told how it sounds, and which pieces it says', async () => {
  const [one, two] = [await addVoice({ speed: 1.2, volume: 0.5 }), await addVoice()]
  const { data: plan } = await save(lines(one.voice_id, two.voice_id))
  const settings = { room_code: room.room_code, version: 0, plans_on: true }
  await server.call(planApi.settings, { ...settings, script_plan_id: plan.id }, operator)
  const started = server.call(roomApi.start, { room_code: room.room_code }, operator)
  const told = await agent.next('desired', (frame) => soundIn(frame)?.script !== undefined)
  const hash = told.rooms[0]?.config.script?.hash
  expect(soundIn(told)?.voice_id).toBe('builtin:embedded')
  expect(soundIn(told)?.script).toMatchObject({
    hash,
    pieces: [
      [0, one.voice_id],
      [3, two.voice_id],
    ],
    voices: [
      { voice_id: one.voice_id, volume: 0.5, seed: { provider: 'openai', speed: 1.2 } },
      { voice_id: two.voice_id, volume: 1 },
    ],
  })
  const run_id = told.rooms[0]?.run_id ?? ''
  agent.report({ room_code: room.room_code, run_id, worker: WorkerStatus.living })
  expect((await started).code).toBe(0)

  // Another voice says it: the script goes on where it is
  await save(lines(two.voice_id, two.voice_id), { id: plan.id, version: plan.version })
  const other = await agent.next('desired', (one) => soundIn(one)?.script?.voices.length === 1)
  expect(other.rooms[0]?.config.script?.hash).toBe(hash)
  expect(soundIn(other)?.script?.pieces).toEqual([
    [0, two.voice_id],
    [3, two.voice_id],
  ])
})

test('only voices that the room may have are taken, each refused at its line, and at most eight', async () => {
  const closed = await addVoice()
  await setVoice(closed.voice_id, { enabled: OpenStatus.close })
  const { data: org } = await server.call(
    voiceApi.add,
    voiceDraft({ server_ids: [server_id] }),
    await server.login('guild', {
      org_id: 'elsewhere',
      extra_actions: ['voice.look', 'voice.add'],
    }),
  )
  for (const voice_id of [closed.voice_id, org.voice_id, 'nobody'])
    expect(
      await save(
        [
          { kind: 'talk', text: '先' },
          { kind: 'talk', text: '一', voice_id },
        ],
        times(1),
      ),
    ).toMatchObject({
      code: 1001,
      data: { fields: { 'segments.1.voice_id': expect.stringContaining('属于另一公会') } },
    })
  const many = await Promise.all(Array.from({ length: 9 }, () => addVoice()))
  const each = many.map(({ voice_id }) => ({ kind: 'talk' as const, text: '说', voice_id }))
  expect(await save(each, times(1))).toMatchObject({
    code: 1001,
    data: { fields: { 'segments.8.voice_id': '一个脚本最多用8个音色' } },
  })
})

test('a voice that a plan’s line is said by is neither disabled, deleted nor given to another guild', async () => {
  const { voice_id } = await addVoice({ name: '台词音色' })
  const named = { name: '音色计划', ...times(3) }
  const { data: plan } = await save([{ kind: 'talk', text: '说', voice_id }], named)
  const refused = { code: 1006, msg: '使用中：计划「音色计划」' }
  const { data: other } = await server.call(voiceApi.list, { voice_id }, admin)
  expect(other.list).toHaveLength(1)
  expect(await setVoice(voice_id, { enabled: OpenStatus.close })).toMatchObject(refused)
  expect(await setVoice(voice_id, { org_id: 'elsewhere' })).toMatchObject(refused)
  expect(await server.call(voiceApi.del, { voice_id }, admin)).toMatchObject(refused)
  expect(await setVoice(voice_id, { org_id: room.org_id })).toMatchObject({ code: 0 })
  await server.call(planApi.delete, { id: plan.id }, operator)
  expect(await setVoice(voice_id, { enabled: OpenStatus.close })).toMatchObject({ code: 0 })
  const restore = () => server.call(planApi.restore, { id: plan.id, version: 1 }, operator)
  expect(await restore()).toMatchObject({
    code: 1006,
    msg: '脚本第1段：音色不存在、已停用或属于另一公会，请重新选择；不能撤销删除',
  })
  expect(await setVoice(voice_id, { enabled: OpenStatus.open })).toMatchObject({ code: 0 })
  expect((await restore()).code).toBe(0)
})

test('the check before a start names a line’s voice that no port can speak', async () => {
  const { server_id: own } = await serverOf(server)
  const { voice_id } = await addVoice({ name: '哑音色', server_ids: [own] })
  await save([{ kind: 'talk', text: '说', voice_id }], { name: '哑计划', ...times(5) })
  const { room: other } = await buildStudio(server.platform, url)
  const found = async (room_code: string) => {
    const { data } = await server.call(roomApi.preflight, { room_code }, operator)
    return data.list.find((item) => item.check === 'voice')
  }
  await server.db.query
    .updateTable('voice_port')
    .set({ state: 'down' })
    .where('server_id', '=', own)
    .execute()
  const voiced = { voice_id: 'builtin:embedded', server_id }
  await server.db.query.insertInto('voice_on_server').values(voiced).execute()
  expect(await found(room.room_code)).toMatchObject({
    level: 'warn',
    evidence: '计划「哑计划」里的音色「哑音色」不可用，这些台词用房间的声音',
  })
  expect((await found(other.room_code))?.level).toBe('pass')
})
