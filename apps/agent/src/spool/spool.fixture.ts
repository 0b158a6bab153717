import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { openLog, type Log } from '#log/log.ts'
import { eventOf, giftOf } from '#rooms/event.fixture.ts'
import { systemTime } from '#time/time.ts'
import { Spool } from './spool.ts'

export const freshFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'kaibo-agent-test-'))

/** A log whose lines a test can read. */
export function heardLog(): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { log: openLog((line) => lines.push(line), 'debug'), lines }
}

export async function openSpool(folder: string, limitBytes?: number, log = heardLog().log) {
  return Spool.open(folder, { time: systemTime, log, ...(limitBytes && { limitBytes }) })
}

export const logItem = (text: string): SpoolItem => ({
  type: 'log',
  room_code: null,
  run_id: null,
  at: 1,
  level: 'info',
  text,
})
export const danmuItem = (event_id: string): SpoolItem => ({
  type: 'event',
  run_id: 'run-1',
  event: eventOf({ event_id }),
})
export const giftItem = (event_id: string): SpoolItem => ({
  type: 'event',
  run_id: 'run-1',
  event: giftOf(100, { event_id }),
})
export const decisionItem = (event_id: string, size: number): SpoolItem => ({
  type: 'decision',
  room_code: 'ABCD2345',
  run_id: 'run-1',
  at: 1,
  event_id,
  event_key: 'danmu.message',
  set_id: 's',
  node_id: 'n',
  node_name: '欢迎',
  outcome: 'FIRED',
  text: '欢迎',
  trace: { steps: 'x'.repeat(size) },
})

/** Everything in the spool after `after`, with its numbers. */
export function readAll(spool: Spool, after = 0): { seq: number; item: SpoolItem }[] {
  const all: { seq: number; item: SpoolItem }[] = []
  for (let last = after; ;) {
    const batch = spool.read(last, { items: 1_000, bytes: 250_000 })
    if (!batch) return all
    batch.items.forEach((item, index) => all.push({ seq: batch.seqs[index] ?? 0, item }))
    last = batch.last_seq
  }
}
