import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { ReportedStage } from '@kaibo/contract/agent/stage-items.schema.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { OPEN_STAGE } from '@kaibo/testkit/build/stage.build.ts'
import { goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let room: Room
let agent: TestAgent
let run_id: string

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  const on = await goOnAir(server, await server.listen(), operator)
  room = on.room
  agent = on.agent
  run_id = on.run_id
})
afterAll(() => server.close())

const air = (order: object) =>
  server.call(roomApi.air, { room_code: room.room_code, ...order }, operator)
const info = async () =>
  (await server.call(roomApi.info, { room_code: room.room_code }, operator)).data
/** What the PC is told next of the room. */
const told = async () => {
  const { rooms } = await agent.next('desired')
  const { run, air: order, muted, config_hash } = rooms[0] ?? {}
  return { run, air: order, muted, config_hash }
}
const ofStage = (trouble: ReportedStage['trouble']): ReportedStage => ({
  url: 'http://127.0.0.1:18310/stage/R/',
  pages: 1,
  program: null,
  has_voice: true,
  fault: null,
  trouble,
})
const report = (trouble: ReportedStage['trouble']) =>
  agent.report({
    room_code: room.room_code,
    run_id,
    worker: WorkerStatus.living,
    stage: ofStage(trouble),
  })

test('paused, taken over and handed back: the PC is told each time, the run and its settings stay', async () => {
  const acts = [
    ['pause', 'paused', 'paused'],
    ['takeover', 'takeover', 'takeover'],
    ['release', 'living', 'open'],
  ] as const
  const hashes = new Set<unknown>()
  for (const [act, state, order] of acts) {
    const { code, data } = await air({ act })
    expect([code, data.state, data.status]).toEqual([0, state, 2])
    const { config_hash, ...said } = await told()
    expect(said).toEqual({ run: true, air: order, muted: false })
    hashes.add(config_hash)
  }
  expect(hashes.size).toBe(1)
  const run = server.db.query.selectFrom('run').selectAll().where('run_id', '=', run_id)
  expect(await run.executeTakeFirst()).toMatchObject({ ended_at: null, end_cause: null })
  const log = await server.call(roomApi.consoleLogs, { room_code: room.room_code }, operator)
  expect(log.data.list.map(({ tag, text }) => [tag, text.replace(/（.*/, '')]).slice(0, 3)).toEqual(
    [
      ['living', '交还'],
      ['takeover', '接管'],
      ['paused', '暂停'],
    ],
  )
})

test('muted: said with the act or alone, once in the timeline, and gone with the next run', async () => {
  expect((await air({ muted: true })).data).toMatchObject({ state: 'living', muted: true })
  expect(await told()).toMatchObject({ air: 'open', muted: true })
  expect((await air({ act: 'takeover', muted: true })).data).toMatchObject({ state: 'takeover' })
  expect((await air({ act: 'release', muted: false })).data).toMatchObject({
    state: 'living',
    muted: false,
  })
  const log = await server.call(roomApi.consoleLogs, { room_code: room.room_code }, operator)
  const mutes = log.data.list.filter(({ text }) => text.includes('静音'))
  expect(mutes.map(({ text }) => text.replace(/（.*/, ''))).toEqual(['取消静音', '静音'])
})

test('an order that says nothing is refused at its field', async () => {
  expect(await air({})).toMatchObject({ code: 1001, data: { fields: { act: '请选择操作' } } })
})

test('what viewers notice: fallback and why, then heard again; paused, it stays paused', async () => {
  report('stage_lost')
  await expect.poll(async () => (await info()).state).toBe('fallback')
  expect((await info()).attention?.reason).toContain('画面断开')
  report('voice_down')
  await expect.poll(async () => (await info()).attention?.reason).toContain('语音不可用')
  await air({ act: 'pause' })
  expect((await info()).attention).toBeNull()
  expect((await air({ act: 'resume' })).data.state).toBe('fallback')
  report(null)
  await expect.poll(async () => (await info()).state).toBe('living')
  report('silent')
  await expect.poll(async () => (await info()).attention?.reason).toContain('60秒没有声音')
  expect((await info()).state).toBe('living')
  const list = await server.call(roomApi.list, { attention: 1 }, operator)
  expect(list.data.list.map(({ room_code }) => room_code)).toEqual([room.room_code])
})

const drawn = (avatar: 'card' | 'software' | 'failed') => {
  const program = { ...OPEN_STAGE.program, avatar } as ReportedStage['program']
  const stage = { ...OPEN_STAGE, trouble: null, program }
  const { room_code } = room
  agent.report({ room_code, run_id, worker: WorkerStatus.living, stage })
}
const reason = async () => (await info()).attention?.reason ?? ''

test('an avatar that is drawn without a graphics card, or not at all, needs a person', async () => {
  drawn('software')
  await expect.poll(reason).toContain('无显卡')
  drawn('failed')
  await expect.poll(reason).toContain('形象无法显示')
  drawn('card')
  await expect.poll(reason).toBe('')
})

const recorded = (recording: ReportedStage['recording']) =>
  agent.report({
    room_code: room.room_code,
    run_id,
    worker: WorkerStatus.living,
    stage: { ...OPEN_STAGE, trouble: null, recording },
  })
const stops = async () => {
  const log = await server.call(roomApi.consoleLogs, { room_code: room.room_code }, operator)
  return log.data.list.filter(({ text }) => text.startsWith('录制已停：PC磁盘已满')).length
}

test('a recording that has stopped needs a person; the timeline says why once, and again where it stops again', async () => {
  recorded('disk_full')
  await expect.poll(reason).toContain('录制已停：PC磁盘已满')
  await expect.poll(stops).toBe(1)
  recorded('disk_full')
  recorded(null)
  await expect.poll(reason).toBe('')
  recorded('disk_full')
  await expect.poll(stops).toBe(2)
  recorded(null)
  await expect.poll(reason).toBe('')
})

test('what a stage cannot show needs a person, by name, on the wall as on the page', async () => {
  const stage = { ...OPEN_STAGE, trouble: null, missing: ['春节背景', '流光'] }
  agent.report({ room_code: room.room_code, run_id, worker: WorkerStatus.living, stage })
  await expect.poll(reason).toBe('画面中的「春节背景」、「流光」无法显示，请在画面中换掉它')
  const wall = await server.call(roomApi.wall, {}, operator)
  expect(JSON.stringify(wall.data)).toContain('「春节背景」、「流光」无法显示')
  agent.report({
    room_code: room.room_code,
    run_id,
    worker: WorkerStatus.living,
    stage: { ...stage, missing: [] },
  })
  await expect.poll(reason).toBe('')
})
