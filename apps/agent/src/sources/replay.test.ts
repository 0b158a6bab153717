import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { eventOf } from '#rooms/event.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import type { Time } from '#time/time.ts'
import { ReplaySource } from './replay.ts'
import { SinkFixture, until } from './sink.fixture.ts'

const RECORDING = fileURLToPath(
  new URL('../../test-data/bilibili-recording.jsonl', import.meta.url),
)

let time: ManualTime
let sink: SinkFixture

beforeEach(() => {
  time = new ManualTime()
  sink = new SinkFixture()
})

function play(file: string, speed = 1): ReplaySource {
  const source = new ReplaySource({
    file,
    roomCode: 'ABCD2345',
    speed,
    time,
    now: () => time.now(),
  })
  sink.run(source)
  return source
}

async function recording(lines: string[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'kaibo-replay-')), 'r.jsonl')
  await writeFile(file, lines.join('\n'))
  return file
}

/** Time stands still while the file is read, so it is moved on until the end. */
async function toTheEnd(): Promise<void> {
  while (!sink.statuses.at(-1)?.detail.startsWith('回放结束')) {
    await time.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

test('the sample: all events, the recorded ids, at the present time', async () => {
  play(RECORDING)
  await toTheEnd()
  expect(sink.events).toHaveLength(9)
  expect(sink.events[1]?.event_id).toBe('eb805544-0cf2-4688-bca1-88299e5344bf')
  expect(sink.events[3]?.event_id).toBe(sink.events[4]?.event_id)
  expect(sink.events.every(({ at }) => at >= 1_700_000_000_000)).toBe(true)
  expect(sink.statuses.at(-1)).toEqual({
    kind: 'replay',
    connected: true,
    detail: '回放结束：9 条事件',
  })
})

test('two replays bring the same ids, so that the ledger counts them once', async () => {
  play(RECORDING)
  await toTheEnd()
  const first = sink.events.map(({ event_id }) => event_id)
  sink = new SinkFixture()
  play(RECORDING)
  await toTheEnd()
  expect(sink.events.map(({ event_id }) => event_id)).toEqual(first)
})

test.each([
  [1, [0, 2_000, 0, 5_000, 0]],
  [10, [0, 200, 0, 500, 0]],
])(
  'at speed %d: the recorded spacing, long silences shortened, never backwards',
  async (speed, waits) => {
    const at = [0, 2_000, 2_000, 500_000_000, 499_000_000]
    const file = await recording(
      at.map((ms, i) => JSON.stringify(eventOf({ event_id: `e${i}`, at: ms }))),
    )
    const asked: number[] = []
    const eager: Time = {
      now: () => 0,
      elapsed: () => 0,
      after(ms, run) {
        asked.push(ms)
        const timer = setImmediate(run)
        return () => clearImmediate(timer)
      },
    }
    const settings = { file, roomCode: 'ABCD2345', speed, time: eager, now: () => 0 }
    sink.run(new ReplaySource(settings))
    await until(() => sink.events.length === at.length)
    expect(asked).toEqual(waits)
  },
)

const good = (id: string) => JSON.stringify(eventOf({ event_id: id, room_code: 'ELSEWHER' }))

test('bad lines are named by number and skipped, the others are played', async () => {
  const file = await recording([
    `\uFEFF${good('a')}`,
    'nonsense',
    '',
    '{"kind":"danmu"}',
    '[]',
    '{"cmd":"LIVE_OPEN_PLATFORM_SEND_GIFT","data":{"gift_num":-3}}',
    '{"cmd":"SOMETHING_ELSE","data":{}}',
    good('b'),
    '{"cmd":"LIVE_OPEN_PLATFORM_DM","data":{"msg":"torn',
  ])
  play(file)
  await toTheEnd()
  expect(sink.events.map(({ event_id, room_code }) => [event_id, room_code])).toEqual([
    ['a', 'ABCD2345'],
    ['b', 'ABCD2345'],
  ])
  const named = sink.logs.map((line) => /第 (\d+) 行/.exec(line)?.[1])
  expect(named).toEqual(['2', '4', '5', '6', '9'])
  expect(sink.statuses.at(-1)?.detail).toBe('回放结束：2 条事件，5 行有误已跳过')
})

test('a file that is not there fails with its path', async () => {
  play('/no/such/file.jsonl')
  await until(() => sink.failures.length > 0)
  expect(sink.failures[0]).toContain('/no/such/file.jsonl：没有这个文件')
})

test('a folder is no recording', async () => {
  play(tmpdir())
  await until(() => sink.failures.length > 0)
})

test('stopped, it plays no further', async () => {
  const source = play(RECORDING)
  await until(() => {
    void time.advance(1)
    return sink.events.length === 1
  })
  await source.stop()
  await time.advance(60_000)
  expect(sink.events).toHaveLength(1)
  expect(sink.failures).toEqual([])
})
