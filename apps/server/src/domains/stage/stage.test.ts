import { afterAll, beforeAll, expect, test } from 'vitest'
import { HAS_STAGES } from '@kaibo/contract/agent/frames.ts'
import type { ReportedStage, SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildStudio, type Studio } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let finance: Login
let studio: Studio
let agent: TestAgent
let room_code: string
let token: string | undefined

const REPORTED: ReportedStage = {
  url: 'http://127.0.0.1:18310/stage/X/',
  pages: 1,
  program: {
    audio: 'ok',
    active: true,
    obs: '31.0.0',
    gl: '',
    fps: 30,
    silent_s: 0,
    label_visible: true,
  },
  has_voice: true,
  fault: null,
}

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  finance = await server.login('finance')
  const url = await server.listen()
  studio = await buildStudio(server.platform, url)
  room_code = studio.room.room_code
  const { id: pc_id, private_key } = studio.pc
  agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  const welcome = await agent.hello({
    boot_id: 'with stages',
    capabilities: ['source:simulator', HAS_STAGES],
  })
  token = welcome.rooms[0]?.stage?.token
})
afterAll(() => server.close())

const view = (as: Login) => server.call(stageApi.view, { room_code }, as)

test('a PC without stages is told no secret, and its room has none', async () => {
  const welcome = studio.agent.frames.find(({ type }) => type === 'welcome')
  expect(welcome).toMatchObject({ rooms: [{ room_code }] })
  expect(JSON.stringify(welcome)).not.toContain('"stage"')
  expect((await view(operator)).data).toEqual({ stage: null })
})

test('the link opens the stage for who may edit the room; others see how it stands', async () => {
  agent.report({ room_code, stage: REPORTED })
  await expect.poll(async () => (await view(operator)).data?.stage?.pages).toBe(1)
  expect((await view(operator)).data?.stage).toEqual({
    ...REPORTED,
    url: `${REPORTED.url}#${token}`,
  })
  expect((await view(finance)).data?.stage).toEqual({ ...REPORTED, url: '' })
})

test('renewed, the PC is told another secret at once', async () => {
  const { code, data } = await server.call(stageApi.renew, { room_code }, operator)
  expect(code).toBe(0)
  const { rooms } = await agent.next('desired', ({ rooms: all }) => all[0]?.stage?.token !== token)
  const renewed = rooms[0]?.stage?.token
  expect(renewed).toEqual(expect.any(String))
  expect(renewed).not.toBe(token)
  expect(data?.stage?.url).toBe(`${REPORTED.url}#${renewed}`)
  expect((await server.call(stageApi.renew, { room_code }, finance)).code).toBe(1003)
})

test('the timeline says how a sentence was played, and the room what is being said', async () => {
  const at = server.clock.now()
  const of = { type: 'speech', room_code, run_id: null, at, priority: 50 } as const
  const line = { speech_id: 's1', event_id: null, text: '谢谢山茶同学' }
  const played = { via: 'embedded', ms: 2_100, first_ms: 90, rms: 0.12, heard: true } as const
  const items: SpeechItem[] = [
    { ...of, ...line, state: 'queued' },
    { ...of, ...line, state: 'speaking' },
    { ...of, ...line, state: 'spoken', played },
    { ...of, ...line, speech_id: 's2', state: 'failed', why: '画面没有播放完' },
  ]
  const spool_id = 'speech'
  agent.send({ type: 'batch', spool_id, first_seq: 1, items })
  await agent.next('ack', (ack) => ack.spool_id === spool_id)
  const { data } = await server.call(roomApi.consoleLogs, { room_code, kind: 'speech' }, operator)
  expect(data?.list.map(({ tag, played: how }) => [tag, how])).toEqual([
    ['failed', null],
    ['spoken', played],
    ['speaking', null],
    ['queued', null],
  ])
  const { data: room } = await server.call(roomApi.info, { room_code }, operator)
  expect(room?.sentence?.text).toBe('谢谢山茶同学')
})
