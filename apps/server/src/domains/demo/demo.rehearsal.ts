import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { filmed, filmOf } from './demo.films.ts'
import type { PastRun } from './demo.history.ts'
import type { DemoRoom } from './demo.seed.ts'
import * as store from './demo.store.ts'

/** Before the last evening of a room. */
const BEFORE_MS = 1_800_000
/** From the start of the run to that of its film. */
const OPENS_MS = 2_000
const SCRIPT_PRIORITY = 20

export interface FilmMaker {
  /** Takes what a stage has recorded, as from the PC. */
  putRecording: (piece: {
    pc_id: string
    room_code: string
    recording_id: string
    seq: number
    run_id: string
    ms: number
    started_at: number
    body: Buffer
  }) => Promise<unknown>
}

interface Rehearsed {
  room_id: string
  room_code: string
  account_id: string
  org_id: string
  pc_id: string
  last: Pick<PastRun, 'day' | 'started_at'>
}

/** A run that was recorded half an hour before the last evening. Answers what the PC would have sent about it. */
export async function addRehearsal(
  { db, ids }: Platform<Tables>,
  { putRecording }: FilmMaker,
  demo: DemoRoom,
  { last, ...room }: Rehearsed,
): Promise<SpoolItem[]> {
  const started_at = last.started_at - BEFORE_MS
  const film_at = started_at + OPENS_MS
  const { said, ms } = filmed(demo)
  const run_id = ids.next(started_at)
  await store.addRun(db.query, {
    ...room,
    run_id,
    room_name: demo.name,
    day: last.day,
    mode: RoomMode.record,
    started_at,
    living_at: started_at,
    ended_at: film_at + ms,
    end_cause: 'operator_stop',
    stop_reason: null,
    started_by: null,
    is_demo: 1,
  })
  const { room_code, pc_id } = room
  const recording_id = ids.next(film_at)
  const film = { recording_id, seq: 1, ms, started_at: film_at, body: filmOf(demo) }
  await putRecording({ pc_id, room_code, run_id, ...film })
  return said.map((line, index): SpoolItem => ({
    type: 'speech',
    room_code,
    run_id,
    at: film_at + line.at + line.ms,
    speech_id: `${run_id}-${index}`,
    event_id: null,
    state: 'spoken',
    text: line.text,
    priority: SCRIPT_PRIORITY,
    played: { via: 'none', ms: line.ms, first_ms: 0, rms: 0, heard: false },
  }))
}
