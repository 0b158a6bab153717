import { appendFile, readdir, readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import type { SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { OpenLines, tellOpenLines } from './open-lines.ts'

let folder: string
let time: ManualTime
beforeEach(async () => {
  folder = await freshFolder()
  time = new ManualTime()
})

const item = (speech_id: string, state: SpeechItem['state']): SpeechItem => ({
  type: 'speech',
  room_code: 'R1',
  run_id: 'run-1',
  at: 1,
  speech_id,
  event_id: null,
  state,
  text: '谢谢'.repeat(20),
  priority: 50,
})
const open = () => new OpenLines({ folder, room_code: 'R1', time, log: heardLog().log })

/** What the next process tells. */
async function told(flush = async () => true) {
  const items: SpeechItem[] = []
  await tellOpenLines({ folder, now: () => 99, spool: (one) => void items.push(one), flush })
  return items.map(({ speech_id, state, at, run_id }) => `${speech_id} ${state} ${at} ${run_id}`)
}

test('a sentence that a killed process left has failed; one that ended is told again, as the spool may have lost it', async () => {
  const lines = open()
  lines.note(item('a', 'queued'))
  lines.note(item('b', 'queued'))
  lines.note(item('a', 'speaking'))
  lines.note(item('a', 'spoken'))
  // Half of a line was written
  await appendFile(`${folder}/R1.lines.jsonl`, '{"type":"spee')
  expect(await told(async () => false)).toEqual(['a spoken 1 run-1', 'b failed 99 run-1'])
  expect(await told()).toEqual(['a spoken 1 run-1', 'b failed 99 run-1'])
  expect(await told()).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test('what has ended is not kept for ever', async () => {
  const lines = open()
  const say = (id: string) => {
    lines.note(item(id, 'queued'))
    lines.note(item(id, 'spoken'))
  }
  for (let at = 0; at < 100; at++) say(`s${at}`)
  const { length: before } = await readFile(`${folder}/R1.lines.jsonl`)
  await time.advance(2_000)
  say('last')
  const { length: after } = await readFile(`${folder}/R1.lines.jsonl`)
  expect(after).toBeLessThan(before / 20)
  expect(await told()).toEqual(['last spoken 1 run-1'])
})
