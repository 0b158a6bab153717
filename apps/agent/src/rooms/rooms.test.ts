import { beforeEach, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { PushSource } from '#sources/push.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ServerClock } from '#time/server-clock.ts'
import { systemTime } from '#time/time.ts'
import { until } from '#sources/sink.fixture.ts'
import { desiredRoom } from './desired.fixture.ts'
import { Rooms } from './rooms.ts'

let folder: string

beforeEach(async () => {
  folder = await freshFolder()
})

const open = (): Promise<Rooms> =>
  Rooms.open({
    folder,
    time: systemTime,
    clock: new ServerClock(systemTime),
    log: heardLog().log,
    spool: () => {},
    flush: async () => true,
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
