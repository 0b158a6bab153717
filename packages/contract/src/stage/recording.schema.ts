import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/* How stages record themselves: WebM, one file for each connection of a page, piece by piece through the PC's disk to the server. */

/** A page makes a piece each second. */
export const PIECE_MS = 1_000
/** At 4 Mbit/s a piece is half a megabyte; a picture that changes all at once is more. */
export const MAX_PIECE_BYTES = 4_194_304
export const RECORDED_BITS = 4_000_000
export const RECORDED_SIZE = { width: 720, height: 1_280 } as const
/** No file is longer. */
export const MAX_RECORDING_MS = 14_400_000
export const RECORDING_TYPE = 'video/webm'
export const RECORDING_ID = /^[\w-]{8,40}$/

/** Why nothing more of a run is recorded. What is there plays. */
export const RecordingTrouble = enumeration({
  disk_full: ['disk_full', 'PC磁盘已满', 'the disk of the PC is full'],
  disk_failed: ['disk_failed', 'PC磁盘写不进', 'the disk of the PC cannot be written'],
  backlog: ['backlog', 'PC上等待上传的录制过多', 'too much waits on the PC to be sent'],
  refused: ['refused', '服务器不再接收', 'the server takes no more of it'],
})
export type RecordingTrouble = ValueOf<typeof RecordingTrouble>

/** `PUT` by a PC: room, recording and the number of the piece follow. Its query says `run_id`, `ms` and `started_at`, and is signed with `pieceClaim`. */
export const RECORDING_PUT_PATH = '/agent/v1/recording/'

export interface PieceOf {
  room_code: string
  recording_id: string
  /** From 1 on, without a gap. */
  seq: number
}

/** What is signed beside the PC, time and nonce, so that a signature is good for one piece and nothing else. */
export const pieceClaim = ({ room_code, recording_id, seq }: PieceOf): string =>
  `|recording|${room_code}|${recording_id}|${seq}`
