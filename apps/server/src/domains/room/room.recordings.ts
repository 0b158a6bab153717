import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
import type { ByteRange } from '#platform/http/range.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import type { Platform } from '#platform/platform.ts'
import { isSameText } from '#platform/same-text.ts'
import { RecordedWebm } from './room.recording.webm.ts'
import * as store from './room.recording.store.ts'

const ADDRESS_MS = 300_000
/** Without a piece for so long it is over. */
const OPEN_MS = 30_000

/** A piece as its PC sends it. */
export interface Piece extends PieceOf {
  pc_id: string
  run_id: string
  /** How long the recording is with it. */
  ms: number
  body: Buffer
}

export const pieceKey = (blob_id: string): string => `piece/${blob_id}`
export const headKey = (head_id: string): string => `head/${head_id}`

/** What stages record of themselves: taken piece by piece from PCs, and sent as files that can be sought in. */
export function createRecordings(
  { db, clock, ids, seal }: Platform<Tables>,
  { blobs }: { blobs: Pick<BlobStore, 'read' | 'write' | 'remove'> },
) {
  const signature = (recording_id: string, until: number) =>
    seal.sign('recording', `${recording_id} ${until}`)

  function rowOf(
    { recording_id, run_id, started_at, ms, bytes, ...row }: store.Recording,
    now: number,
  ): RecordingRow {
    const until = now + ADDRESS_MS
    const url = `${RECORDING_PATH}${recording_id}?until=${until}&signature=${signature(recording_id, until)}`
    const is_open = now - row.last_at < OPEN_MS
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
          started_at: now - ms,
          last_at: now,
          head_id: null,
        })
        .onConflict((on) => on.column('recording_id').doNothing())
        .execute()
      const piece = { recording_id, seq, blob_id, bytes: body.length }
      return store.addPiece(trx, piece, { ms, now })
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

  /** The head is made anew when pieces have come since. */
  async function withHead(recording: store.Recording): Promise<store.Recording | undefined> {
    const { recording_id, pieces, head_pieces, head_id: former } = recording
    if (head_pieces === pieces) return recording
    const webm = new RecordedWebm()
    for (const { blob_id } of await store.piecesOf(db.query, recording_id, pieces)) {
      const body = await blobs.read(pieceKey(blob_id))
      if (!body) break
      try {
        for await (const chunk of body) webm.push(chunk as Buffer)
      } catch {
        // What came before it plays
        break
      }
    }
    if (webm.clustersAt === undefined) return undefined
    const head = webm.head()
    const head_id = ids.next(clock.now())
    await blobs.write(headKey(head_id), [head])
    const made = {
      head_id,
      head_pieces: pieces,
      head_bytes: head.length,
      cut_bytes: webm.clustersAt,
      end_bytes: webm.end,
      ms: webm.ms,
    }
    await db.query
      .updateTable('recording')
      .set(made)
      .where('recording_id', '=', recording_id)
      .execute()
    if (former !== null) await blobs.remove(headKey(former))
    return { ...recording, ...made }
  }

  /** Head and clusters as one file, or a part of it. */
  async function read(recording: store.Recording, { first, last }: ByteRange): Promise<Readable> {
    const { recording_id, head_id, head_bytes, head_pieces, cut_bytes, end_bytes } = recording
    const parts = [{ key: headKey(head_id ?? ''), first: 0, last: head_bytes - 1, at: 0 }]
    let from = 0
    for (const { blob_id, bytes } of await store.piecesOf(db.query, recording_id, head_pieces)) {
      const begin = Math.max(from, cut_bytes)
      const end = Math.min(from + bytes, end_bytes)
      if (end > begin) {
        const at = head_bytes + begin - cut_bytes
        parts.push({ key: pieceKey(blob_id), first: begin - from, last: end - from - 1, at })
      }
      from += bytes
    }
    const out = new PassThrough()
    void (async () => {
      for (const part of parts) {
        const end = part.at + part.last - part.first
        if (end < first || part.at > last) continue
        const range = {
          first: part.first + Math.max(0, first - part.at),
          last: part.last - Math.max(0, end - last),
        }
        const body = await blobs.read(part.key, range)
        if (!body) throw new Error('a piece of the recording is gone')
        await pipeline(body, out, { end: false })
      }
      out.end()
    })().catch((error: unknown) => out.destroy(error as Error))
    return out
  }

  return {
    put,
    list,

    /** What an address of ours leads to; nothing for one that is too old, or of a recording without a picture. */
    async file(
      recording_id: string,
      { until, signature: given }: { until?: unknown; signature?: unknown },
    ): Promise<(SentBlob & { filename: string }) | undefined> {
      if (typeof given !== 'string' || !isSameText(given, signature(recording_id, Number(until))))
        return undefined
      if (Number(until) < clock.now()) return undefined
      const found = await store.byId(db.query, recording_id)
      const whole = found && (await withHead(found))
      if (!whole) return undefined
      const bytes = whole.head_bytes + whole.end_bytes - whole.cut_bytes
      return {
        type: RECORDING_TYPE,
        bytes,
        filename: `kaibo-${whole.run_id}.webm`,
        read: (range = { first: 0, last: bytes - 1 }) => read(whole, range),
      }
    },

    /** Deletes it with all its bytes. */
    async remove({ recording_id, head_id, pieces }: store.Recording): Promise<void> {
      for (const { blob_id } of await store.piecesOf(db.query, recording_id, pieces))
        await blobs.remove(pieceKey(blob_id))
      if (head_id !== null) await blobs.remove(headKey(head_id))
    },
  }
}

export type Recordings = ReturnType<typeof createRecordings>

const OTHER_RUN = words('这份录制属于另一场直播', 'The recording is of another run')
const TOO_LONG = words('一份录制最长4小时', 'A recording lasts four hours at most')
