import * as z from 'zod/mini'
import { pageFields, pageOf } from '../kernel/page.ts'
import { roomCode } from './room.schema.ts'

/* What stages have recorded of themselves. */

/** How long files are kept, where there is room for them. */
export const RECORDINGS_KEPT_DAYS = 7
/** `GET` with the signature that the address comes with. */
export const RECORDING_PATH = '/common/recording/'

export const RecordingQuery = z.object({
  room_code: roomCode(),
  page: pageFields.page,
  page_size: pageFields.page_size,
})

export const RecordingRow = z.object({
  recording_id: z.string(),
  run_id: z.string(),
  started_at: z.int(),
  /** Of what has arrived. */
  ms: z.int(),
  bytes: z.int(),
  /** Pieces still arrive. */
  is_open: z.boolean(),
  /** Plays it, for five minutes. */
  url: z.string(),
})
export type RecordingRow = z.infer<typeof RecordingRow>

export const RecordingPage = pageOf(RecordingRow)
