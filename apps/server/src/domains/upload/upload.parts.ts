import type { BlobStore } from '#platform/blob/blob.ts'
import { atMost } from '#platform/at-most.ts'
import { numbersOf, partKey, partSize, type Sized } from './upload.keys.ts'

const LOOKS_AT_ONCE = 16

/** The parts that have arrived whole: the storage itself says so, whoever put them there. */
export async function arrivedParts(
  blobs: BlobStore,
  row: Sized & { upload_id: string },
): Promise<number[]> {
  const inTurn = atMost(LOOKS_AT_ONCE)
  const sizes = await Promise.all(
    numbersOf(row).map((number) => inTurn(() => blobs.size(partKey(row.upload_id, number)))),
  )
  return numbersOf(row).filter((number) => sizes[number] === partSize(row, number))
}

/** All parts in their order, one open at a time. */
export async function* joined(
  blobs: BlobStore,
  row: Sized & { upload_id: string },
): AsyncGenerator<Uint8Array> {
  for (const number of numbersOf(row)) {
    const part = await blobs.read(partKey(row.upload_id, number))
    if (!part) throw new Error(`part ${number} of ${row.upload_id} is gone`)
    yield* part as AsyncIterable<Uint8Array>
  }
}
