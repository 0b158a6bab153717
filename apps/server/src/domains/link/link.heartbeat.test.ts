import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { heartbeatOf, reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildStudio, type Studio } from '@kaibo/testkit/build/room.build.ts'
import { logStatements } from '@kaibo/testkit/statements.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
afterAll(() => server.close())

type Report = Parameters<typeof reportOf>[0]

/** Sends a heartbeat of this PC; resolves once the server has handled it and the frames before it. */
async function beat({ agent, room }: Studio, more: Partial<Report> = {}): Promise<void> {
  const at = server.clock.now()
  const rooms = [reportOf({ room_code: room.room_code, ...more })]
  const spool_id = `heard-${room.room_code}`
  agent.send(heartbeatOf(at, { rooms }))
  agent.send({ type: 'batch', spool_id, first_seq: 1, items: [] })
  await agent.next('ack')
}

/** Longer than one interval of the server's periodic work. */
const beats = () => new Promise((resolve) => setTimeout(resolve, 1_300))

const isOfRooms = (sql: string) => /\broom\b/.test(sql)
const isRead = (sql: string) => sql.startsWith('select')

test('heartbeats read no rules, whether they are changed or unchanged', async () => {
  const studio = await buildStudio(server.platform, url)
  const log = logStatements(server.db)
  await beat(studio, { worker: WorkerStatus.undo })
  await beat(studio, { worker: WorkerStatus.ready })
  await beat(studio, { worker: WorkerStatus.ready })
  await beats()
  log.stop()
  const read = log.statements.filter(isOfRooms)
  expect(read.filter((sql) => sql.includes('reported_json'))).not.toEqual([])
  expect(read.filter((sql) => sql.includes('pack') || sql.includes('*'))).toEqual([])
  studio.agent.kill()
})

test('unchanged heartbeats of many PCs are checked together and write nothing', async () => {
  const studios: Studio[] = []
  for (let i = 0; i < 30; i++) studios.push(await buildStudio(server.platform, url))
  // Whether sentences wait is a change, how many is none.
  await Promise.all(studios.map((studio) => beat(studio, { queue: 1 })))
  await beats()
  const log = logStatements(server.db)
  for (let n = 1; n <= 5; n++)
    await Promise.all(studios.map((studio) => beat(studio, { queue: n })))
  await beats()
  log.stop()
  const ofReports = log.statements.filter((sql) => isOfRooms(sql) && /reported_json|\*/.test(sql))
  expect(ofReports.filter((sql) => !isRead(sql))).toEqual([])
  // For 150 heartbeats: one statement per interval in which some arrived.
  expect(ofReports.length).toBeGreaterThan(0)
  expect(ofReports.length).toBeLessThan(15)
  for (const { agent } of studios) agent.kill()
})

test('a PC that missed a change of its room gets it after its next heartbeat', async () => {
  const studio = await buildStudio(server.platform, url)
  await beat(studio)
  // As if another server had written it and the bus message had been lost.
  await server.db.query
    .updateTable('room')
    .set({ name: '改名', version: studio.room.version + 1 })
    .where('id', '=', studio.room.id)
    .execute()
  await beat(studio)
  const { rooms } = await studio.agent.next('desired')
  expect(rooms).toMatchObject([{ config: { room_name: '改名' } }])

  await beat(studio)
  await beats()
  const told = studio.agent.frames.filter((frame) => frame.type === 'desired')
  expect(told, 'once: it knows by then').toHaveLength(1)
  studio.agent.kill()
})

test('a PC that missed a stop gets it after its next heartbeat, even an unchanged one', async () => {
  const run_id = 'run-that-goes-on'
  const living = { run_id, worker: WorkerStatus.living }
  const studio = await buildStudio(server.platform, url, { room: { state: 'living', run_id } })
  await beat(studio, living)
  await server.db.query
    .updateTable('room')
    .set({ state: 'stopping', desired_run: 0 })
    .where('id', '=', studio.room.id)
    .execute()
  await beat(studio, living)
  expect((await studio.agent.next('desired')).rooms).toMatchObject([{ run: false, run_id }])
  studio.agent.kill()
})
