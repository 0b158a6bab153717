import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '#platform/blob/blob.ts'
import type { ByteRange } from '#platform/http/range.ts'
import { seekableHead, type Cue } from './room.recording.head.ts'
import type { StoredPiece } from './room.recording.store.ts'
import type { RecordedWebm } from './room.recording.webm.ts'

export const pieceKey = (blob_id: string): string => `piece/${blob_id}`

/** A part of a piece, and where it is in the file that is sent. */
interface Part {
  key: string
  first: number
  last: number
  at: number
}

interface RecordedFile {
  bytes: number
  read: (range?: ByteRange) => Readable
}

/** The file that these pieces make: another head, then what is whole of their clusters. Nothing where there is no picture in them. */
export function fileOf(
  blobs: Pick<BlobStore, 'read'>,
  pieces: readonly StoredPiece[],
  { beginning, clustersAt }: Pick<RecordedWebm, 'beginning' | 'clustersAt'>,
): RecordedFile | undefined {
  const { whole_to = 0, ms = 0 } = pieces.at(-1) ?? {}
  if (clustersAt === null || whole_to <= clustersAt) return undefined
  const cues = pieces
    .flatMap(({ cues_json }) => JSON.parse(cues_json) as Cue[])
    .filter(({ at }) => clustersAt + at < whole_to)
  const head = seekableHead(beginning, { ms, bytes: whole_to - clustersAt, cues })
  const bytes = head.length + whole_to - clustersAt
  const parts: Part[] = []
  let from = 0
  for (const piece of pieces) {
    const begin = Math.max(from, clustersAt)
    const end = Math.min(from + piece.bytes, whole_to)
    if (end > begin) {
      const at = head.length + begin - clustersAt
      parts.push({ key: pieceKey(piece.blob_id), first: begin - from, last: end - from - 1, at })
    }
    from += piece.bytes
  }
  return {
    bytes,
    read: ({ first, last } = { first: 0, last: bytes - 1 }) =>
      joined(blobs, head.subarray(first, last + 1), partsIn(parts, { first, last })),
  }
}

function* partsIn(parts: readonly Part[], { first, last }: ByteRange): Generator<Part> {
  for (const part of parts) {
    const end = part.at + part.last - part.first
    if (end < first || part.at > last) continue
    yield {
      ...part,
      first: part.first + Math.max(0, first - part.at),
      last: part.last - Math.max(0, end - last),
    }
  }
}

/** One after the other, each opened when it is wanted. */
function joined(blobs: Pick<BlobStore, 'read'>, head: Buffer, parts: Iterable<Part>): Readable {
  const out = new PassThrough()
  void (async () => {
    await pipeline(Readable.from([head]), out, { end: false })
    for (const { key, ...range } of parts) {
      const body = await blobs.read(key, range)
      if (!body) throw new Error('a piece of the recording is gone')
      await pipeline(body, out, { end: false })
    }
    out.end()
  })().catch((error: unknown) => out.destroy(error as Error))
  return out
}
