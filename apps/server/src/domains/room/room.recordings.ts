import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import {
  RECORDING_PATH,
  type RecordingPage,
  type RecordingRow,
} from '@kaibo/contract/room/room.recording.schema.ts'
import {
  MAX_RECORDING_MS,
  PIECE_MS,
  RECORDING_TYPE,
  type PieceOf,
} from '@kaibo/contract/stage/recording.schema.ts'
import type * as z from 'zod/mini'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import { conflict, notFound } from '#platform/fault.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import type { Platform } from '#platform/platform.ts'
import { isSameText } from '#platform/same-text.ts'
import { fileOf, pieceKey } from './room.recording.file.ts'
import type { Cue } from './room.recording.head.ts'
import { RecordedWebm } from './room.recording.webm.ts'
import * as store from './room.recording.store.ts'

const ADDRESS_MS = 300_000
/** A piece comes each second: without one for so long it is over. */
const OPEN_MS = 10_000
/** The last piece of a run that has ended may still be on its way. */
const LAST_MS = 3_000

/** A piece as its PC sends it. */
export interface Piece extends PieceOf {
  pc_id: string
  run_id: string
  /** How long the recording is with it. */
  ms: number
  /** When its PC says that the recording began; `NaN` where it is too old to say so. */
  started_at: number
  body: Buffer
}

interface Address {
  pieces?: unknown
  until?: unknown
  signature?: unknown
}

/** What stages record of themselves: taken piece by piece from PCs, and sent as files that can be sought in. */
export function createRecordings(
  { db, clock, ids, seal }: Platform<Tables>,
  { blobs }: { blobs: Pick<BlobStore, 'read' | 'write' | 'remove'> },
) {
  /** An address is of so many pieces: the file that it leads to does not change while more come. */
  const signature = (recording_id: string, pieces: number, until: number) =>
    seal.sign('recording', `${recording_id} ${pieces} ${until}`)

  function rowOf(
    { recording_id, run_id, started_at, ms, bytes, pieces, last_at, run_ended_at }: store.Listed,
    now: number,
  ): RecordingRow {
    const until = now + ADDRESS_MS
    const signed = signature(recording_id, pieces, until)
    const url = `${RECORDING_PATH}${recording_id}?pieces=${pieces}&until=${until}&signature=${signed}`
    const is_open = now - last_at < (run_ended_at === null ? OPEN_MS : LAST_MS)
    return { recording_id, run_id, started_at, ms, bytes, is_open, url }
  }

  /** Takes the piece that comes next; one that is there already is as good as taken. Answers the number of the next one. */
  async function put({
    pc_id,
    room_code,
    recording_id,
    seq,
    run_id,
    ms,
    started_at,
    body,
  }: Piece): Promise<number> {
    const room = await store.roomOfRun(db.query, { pc_id, room_code, run_id })
    if (!room) throw notFound(nouns.room)
    const now = clock.now()
    const known = await store.byId(db.query, recording_id)
    if (known && known.run_id !== run_id) throw conflict(OTHER_RUN)
    const next = (known?.pieces ?? 0) + 1
    if (seq !== next) return next
    if (ms > MAX_RECORDING_MS + PIECE_MS) throw conflict(TOO_LONG)
    const reader = new RecordedWebm(known && (await readTo(known)))
    const cues = reader.push(body)
    const blob_id = ids.next(now)
    await blobs.write(pieceKey(blob_id), [body])
    const isAdded = await db.transaction(async (trx) => {
      await trx
        .insertInto('recording')
        .values({
          recording_id,
          room_id: room.id,
          org_id: room.org_id,
          run_id,
          started_at: begunAt(started_at, { run: room.started_at, latest: now - ms }),
          last_at: now,
        })
        .onConflict((on) => on.column('recording_id').doNothing())
        .execute()
      const piece = { recording_id, blob_id, bytes: body.length, ...readOf(seq, reader, cues) }
      return store.addPiece(trx, piece, { ms: reader.clustersAt === null ? ms : reader.ms, now })
    })
    if (!isAdded) await blobs.remove(pieceKey(blob_id))
    return seq + 1
  }

  async function list(
    { scope }: Actor,
    { room_code, page, page_size }: ParsedOf<typeof roomApi.recordings>,
  ): Promise<z.infer<typeof RecordingPage>> {
    const room = await store.roomSeen(db.query, scope, room_code)
    if (!room) throw notFound(nouns.room)
    const { rows, total } = await store.listOf(db.query, room.id, { page, page_size })
    const now = clock.now()
    return { list: rows.map((row) => rowOf(row, now)), total }
  }

  /** The place of the reader behind all pieces. Those from before they were read as they came are read now. */
  async function readTo({ recording_id, pieces, ...recording }: store.Recording): Promise<string> {
    let { reader } = recording
    if (recording.read_pieces === pieces) return reader
    for (const { seq, blob_id } of await store.piecesOf(db.query, recording_id, pieces)) {
      if (seq <= recording.read_pieces) continue
      const webm = new RecordedWebm(reader)
      const cues: Cue[] = []
      for await (const chunk of (await blobs.read(pieceKey(blob_id))) ?? [])
        cues.push(...webm.push(chunk as Buffer))
      reader = webm.place
      await store.keepRead(db.query, recording_id, readOf(seq, webm, cues))
    }
    return reader
  }

  return {
    put,
    list,

    /** What an address of ours leads to; nothing for one that is too old, or of a recording without a picture. */
    async file(
      recording_id: string,
      address: Address,
    ): Promise<(SentBlob & { filename: string }) | undefined> {
      const [pieces, until] = [Number(address.pieces), Number(address.until)]
      const expected = signature(recording_id, pieces, until)
      if (typeof address.signature !== 'string' || !isSameText(address.signature, expected))
        return undefined
      if (until < clock.now()) return undefined
      const found = await store.byId(db.query, recording_id)
      if (!found) return undefined
      const reader = new RecordedWebm(await readTo(found))
      const file = fileOf(blobs, await store.piecesOf(db.query, recording_id, pieces), reader)
      if (!file) return undefined
      const { bytes, read } = file
      const filename = `kaibo-${found.run_id}.webm`
      return { type: RECORDING_TYPE, bytes, filename, read: async (range) => read(range) }
    },

    /** Deletes it with all its bytes. */
    async remove({ recording_id, pieces }: store.Recording): Promise<void> {
      for (const { blob_id } of await store.piecesOf(db.query, recording_id, pieces))
        await blobs.remove(pieceKey(blob_id))
    },
  }
}

/** Within its run, whatever the clock of its PC says. */
const begunAt = (said: number, { run, latest }: { run: number; latest: number }): number =>
  Number.isSafeInteger(said) ? Math.min(Math.max(said, run), latest) : latest

const readOf = (seq: number, reader: RecordedWebm, cues: readonly Cue[]): store.ReadPiece => ({
  seq,
  whole_to: reader.end,
  ms: reader.ms,
  cues_json: JSON.stringify(cues),
  reader: reader.place,
})

export type Recordings = ReturnType<typeof createRecordings>

const OTHER_RUN = words('这份录制属于另一场直播', 'The recording is of another run')
const TOO_LONG = words('一份录制最长4小时', 'A recording lasts four hours at most')
