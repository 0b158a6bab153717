import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { readPart } from '@kaibo/rules/tape.text.ts'
import { freshFolder } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { ServerClock } from '#time/server-clock.ts'
import { Tape } from './tape.ts'

type Piece = Extract<SpoolItem, { type: 'tape' }>

let folder: string
let time: ManualTime
let sent: Piece[]

beforeEach(async () => {
  folder = await freshFolder()
  time = new ManualTime()
  sent = []
})

const open = () =>
  new Tape({
    folder,
    time,
    clock: new ServerClock(time),
    spool: (item) => item.type === 'tape' && sent.push(item),
    address: () => ({ room_code: 'ABCD2345', run_id: 'run-1' }),
    memory: () => ({ bundle: 'a', words: null, rules: { snapshot: () => ({}) } }),
    note: () => {},
  })

/** The parts that were sent, each read as one that follows on those before it. */
function parts() {
  let former: { key: string; isWhole: boolean } | undefined
  return sent.map(({ from_at, body }) => {
    const text = gunzipSync(Buffer.from(body, 'base64')).toString()
    const { part, isWhole } = readPart(text, former)
    former = { key: String(from_at), isWhole }
    return { inputs: part.inputs.map(({ do: what }) => what), isJoined: part.isJoined, isWhole }
  })
}

const tick = () => ({ do: 'tick', moment: { now: time.now() } }) as const

test('what the rules are told is sent in parts of five minutes, one following on the other', async () => {
  const tape = open()
  await tape.begin()
  tape.hear({ do: 'open', now: 0, run: 'run-1' })
  await time.advance(299_000)
  tape.hear(tick())
  await time.advance(2_000)
  tape.hear(tick())
  await tape.close()
  expect(parts()).toEqual([
    { inputs: ['open', 'tick'], isJoined: false, isWhole: true },
    { inputs: ['tick'], isJoined: true, isWhole: true },
  ])
  expect(sent[0]).toMatchObject({ room_code: 'ABCD2345', run_id: 'run-1', piece: 0, of: 1 })
})

test('what is asked for is sent at once, and the tape goes on', async () => {
  const tape = open()
  await tape.begin()
  tape.hear(tick())
  await tape.flush()
  expect(parts()).toHaveLength(1)
  await time.advance(1)
  tape.hear(tick())
  await tape.close()
  expect(parts().map(({ isJoined }) => isJoined)).toEqual([false, true])
})

test('what a killed process had recorded is sent by the next one, as one that is not whole', async () => {
  const lines = [
    JSON.stringify({ from_at: 5, run_id: 'run-0' }),
    JSON.stringify({ format: 1, after: null, bundle: 'a', words: null, state: {} }),
    JSON.stringify({ do: 'open', now: 5, run: 'run-0' }),
    '{"do":"ti',
  ]
  await writeFile(join(folder, 'ABCD2345.tape'), lines.join('\n'))
  const tape = open()
  await tape.begin()
  expect(sent).toMatchObject([{ run_id: 'run-0', from_at: 5 }])
  tape.hear(tick())
  await tape.close()
  expect(parts()).toEqual([
    { inputs: ['open'], isJoined: false, isWhole: false },
    { inputs: ['tick'], isJoined: false, isWhole: true },
  ])
})

test('before it begins and after it is closed nothing is recorded', async () => {
  const tape = open()
  tape.hear(tick())
  await tape.begin()
  await tape.close()
  tape.hear(tick())
  await tape.close()
  expect(parts()).toEqual([{ inputs: [], isJoined: false, isWhole: true }])
})
