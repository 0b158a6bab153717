import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { writeJson } from '#disk/json-file.ts'
import { PushSource } from '#sources/push.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ServerClock } from '#time/server-clock.ts'
import { ManualTime } from '#time/manual-time.ts'
import { systemTime, type Time } from '#time/time.ts'
import { until } from '#sources/sink.fixture.ts'
import { desiredRoom } from './desired.fixture.ts'
import { Packs } from './packs.ts'
import { Rooms } from './rooms.ts'
import { readRooms } from './wanted.ts'

let folder: string
let heard: ReturnType<typeof heardLog>

beforeEach(async () => {
  folder = await freshFolder()
  heard = heardLog()
})

const open = (time: Time = systemTime): Promise<Rooms> =>
  Rooms.open({
    folder,
    time,
    clock: new ServerClock(systemTime),
    log: heard.log,
    spool: () => {},
    flush: async () => true,
    packs: new Packs({
      folder: join(folder, 'packs'),
      time: systemTime,
      log: heard.log,
      send: () => false,
    }),
    sourceFor: () => new PushSource(),
    changed: () => {},
  })

const workers = (rooms: Rooms) =>
  rooms.report().map(({ room_code, run_id, worker }) => [room_code, run_id, worker])

test('what was desired runs again after a restart, before any server was heard', async () => {
  const first = await open()
  await first.desire([
    desiredRoom(),
    desiredRoom({ room_code: 'WXYZ2345', run: false, run_id: null }),
  ])
  await until(() => first.report()[0]?.worker === WorkerStatus.living)
  // No shutDown: the process was killed
  const second = await open()
  await until(() => second.report()[0]?.worker === WorkerStatus.living)
  expect(workers(second)).toEqual([
    ['ABCD2345', 'run-1', WorkerStatus.living],
    ['WXYZ2345', null, WorkerStatus.undo],
  ])
  await second.shutDown()
  await first.shutDown()
})

test('a proper end leaves the rooms desired as well', async () => {
  const first = await open()
  await first.desire([desiredRoom()])
  await first.shutDown()
  const second = await open()
  expect(second.get('ABCD2345')).toBeDefined()
  await second.shutDown()
})

test('a room that is switched off ends and stays known as idle', async () => {
  const rooms = await open()
  await rooms.desire([desiredRoom()])
  await rooms.desire([desiredRoom({ run: false, run_id: null })])
  await until(() => rooms.get('ABCD2345') === undefined)
  expect(workers(rooms)).toEqual([['ABCD2345', null, WorkerStatus.undo]])
  await rooms.shutDown()
  expect((await open()).get('ABCD2345')).toBeUndefined()
})

test('a room that is taken away ends and is not reported any more', async () => {
  const rooms = await open()
  await rooms.desire([desiredRoom()])
  await rooms.desire([])
  await until(() => rooms.report().length === 0)
})

test('the next run begins when the one before has ended', async () => {
  const rooms = await open()
  await rooms.desire([desiredRoom()])
  await rooms.desire([desiredRoom({ run_id: 'run-2' })])
  await until(() => rooms.report()[0]?.run_id === 'run-2')
  await rooms.shutDown()
})

/** What a later server asks for: this version cannot read the settings. */
function later(...overrides: Parameters<typeof desiredRoom>): Parameters<Rooms['desire']> {
  const room = desiredRoom(...overrides)
  const { rooms, unread } = readRooms([{ ...room, config: { ...room.config, platform: 'weibo' } }])
  return [rooms, unread]
}
const isLiving = (rooms: Rooms) => () => rooms.report()[0]?.worker === WorkerStatus.living

test('a run whose new settings cannot be read goes on with those before, and says so once', async () => {
  const rooms = await open()
  await rooms.desire([desiredRoom()])
  await until(isLiving(rooms))
  await rooms.desire(...later({ config_hash: 'h2' }))
  await rooms.desire(...later({ config_hash: 'h2' }))
  expect(rooms.report()).toMatchObject([
    { run_id: 'run-1', worker: WorkerStatus.living, config_hash: 'h1', queue: 0 },
  ])
  expect(rooms.report()[0]?.error).toContain('升级客户端')
  expect(heard.lines.filter((line) => line.includes('看不懂'))).toHaveLength(1)
  await rooms.shutDown()
  const again = await open()
  await until(isLiving(again))
  await again.desire([desiredRoom({ config_hash: 'h2' })])
  expect(again.report()).toMatchObject([{ config_hash: 'h2', error: null }])
  await again.shutDown()
})

test('a run whose settings cannot be read can be stopped', async () => {
  const rooms = await open()
  await rooms.desire([desiredRoom()])
  await rooms.desire(...later({ run: false, run_id: null }))
  await until(() => rooms.get('ABCD2345') === undefined)
  expect(workers(rooms)).toEqual([['ABCD2345', null, WorkerStatus.undo]])
})

test('another run whose settings cannot be read does not begin, and is reported as failed', async () => {
  const rooms = await open()
  await rooms.desire([desiredRoom()])
  await rooms.desire(...later({ run_id: 'run-2' }))
  await until(() => rooms.get('ABCD2345') === undefined)
  expect(workers(rooms)).toEqual([['ABCD2345', 'run-2', WorkerStatus.unliving]])
  expect(rooms.report()[0]?.error).toContain('config.platform')
})

test('a stored room that cannot be read any more is named in the log', async () => {
  const room = { ...desiredRoom({ room_code: 'OLD23456' }), config: {} }
  await writeJson(join(folder, 'desired.json'), [room, desiredRoom()])
  const rooms = await open()
  await until(isLiving(rooms))
  expect(heard.lines.join('')).toMatch(/看不懂上次存下的直播间.*room=OLD23456/)
  await rooms.shutDown()
})

test('taken over by a person whose server is away for two minutes, its rules speak again; paused, they do not', async () => {
  const time = new ManualTime()
  const rooms = await open(time)
  await rooms.desire([
    desiredRoom({ air: 'takeover' }),
    desiredRoom({ room_code: 'WXYZ2345', air: 'paused' }),
  ])
  const airs = () => ['ABCD2345', 'WXYZ2345'].map((code) => rooms.get(code)?.actual().air)
  rooms.linked(false)
  await time.advance(119_999)
  expect(airs()).toEqual(['takeover', 'paused'])
  await time.advance(1)
  expect(airs()).toEqual(['open', 'paused'])
  rooms.linked(true)
  await rooms.desire([
    desiredRoom({ air: 'takeover' }),
    desiredRoom({ room_code: 'WXYZ2345', air: 'paused' }),
  ])
  expect(airs()).toEqual(['takeover', 'paused'])
  await rooms.shutDown()
})
