import { Code } from '@kaibo/contract/facts/codes.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { megabytes, typeNames } from '@kaibo/contract/upload/upload.rules.ts'
import {
  UPLOAD_LIMITS,
  UPLOAD_PART_BYTES,
  type UploadKind,
  type UploadTicket,
} from '@kaibo/contract/upload/upload.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import { hold } from '#platform/db/hold.ts'
import { fault, invalid } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { incoming, numbersOf, partKey, partSize } from './upload.keys.ts'
import { arrivedParts } from './upload.parts.ts'
import * as store from './upload.store.ts'
import type { Tickets } from './upload.ticket.ts'

const TICKET_S = 600
/** A file in parts takes its time: each further ticket is for an hour. */
const PARTS_S = 3_600
/** The most unused uploads per person and day. */
const MAX_UNUSED = 100
/** With those of assets: a sheet of music names 500 files. */
const MAX_UNUSED_ASSETS = 600
const RETRY_AFTER_S = 3_600

/** Begins uploads, and says where their files may be put. */
export function createAsking(
  { db, clock, ids }: Platform<Tables>,
  blobs: BlobStore,
  tickets: Tickets,
) {
  async function begin({ uid, kind, filename, size, type, mark }: Begun): Promise<store.UploadRow> {
    const now = clock.now()
    const part_bytes = size > UPLOAD_PART_BYTES ? UPLOAD_PART_BYTES : null
    const row: store.UploadRow = {
      upload_id: ids.next(now),
      uid,
      kind,
      filename,
      declared_type: type,
      declared_bytes: size,
      part_bytes,
      mark: part_bytes === null ? null : (mark ?? null),
      state: 'waiting',
      ...UNKNOWN,
      created_at: now,
      expires_at: now + (part_bytes === null ? TICKET_S : PARTS_S) * 1_000,
    }
    await db.transaction(async (trx) => {
      await hold(trx, 'account', 'uid', uid)
      if (
        (await store.countUnused(trx, uid)) >= (isOfAsset(kind) ? MAX_UNUSED_ASSETS : MAX_UNUSED)
      ) {
        const wait = { retry_after_s: RETRY_AFTER_S }
        throw fault(
          Code.tooMany,
          words('上传过于频繁，请稍后再试', 'Too many uploads; try again later'),
          wait,
        )
      }
      await store.addUpload(trx, row)
    })
    return row
  }

  async function whole(row: store.UploadRow): Promise<UploadTicket> {
    const { upload_id, expires_at, declared_type: type, declared_bytes: bytes } = row
    const put = await blobs.presign(incoming(upload_id), { bytes, type, seconds: TICKET_S })
    const own = { url: tickets.url(upload_id, expires_at), headers: { 'content-type': type } }
    return { upload_id, expires_at, ...(put ?? own) }
  }

  /** Addresses of the parts that are missing still; those that have arrived need not be sent again. */
  async function inParts(row: store.UploadRow): Promise<UploadTicket> {
    const { upload_id, declared_type: type } = row
    const expires_at = clock.now() + PARTS_S * 1_000
    await db.query
      .updateTable('upload')
      .set({ expires_at })
      .where('upload_id', '=', upload_id)
      .where('state', '=', 'waiting')
      .execute()
    const have = row.state === 'kept' ? numbersOf(row) : await arrivedParts(blobs, row)
    const missing = numbersOf(row).filter((number) => !have.includes(number))
    const urls = await Promise.all(
      missing.map(async (number) => {
        const file = { bytes: partSize(row, number), type, seconds: PARTS_S }
        const put = await blobs.presign(partKey(upload_id, number), file)
        return { number, url: put?.url ?? tickets.url(`${upload_id}/${number}`, expires_at) }
      }),
    )
    return {
      upload_id,
      expires_at,
      url: '',
      headers: { 'content-type': type },
      parts: { bytes: row.part_bytes ?? 0, have, urls },
    }
  }

  return {
    begin,
    ticketOf: (row: store.UploadRow): Promise<UploadTicket> =>
      row.part_bytes === null ? whole(row) : inParts(row),
  }
}

const isOfAsset = (kind: UploadKind) => kind !== 'avatar' && kind !== 'sheet'

/** 1001 for what is too large, or of a type that is never taken. */
export function assertAllowed(kind: UploadKind, size: number, type: string): void {
  const limits = UPLOAD_LIMITS[kind]
  if (size > limits.max_bytes)
    throw invalid({
      size: words(
        `文件大小不能超过${megabytes(limits.max_bytes)}`,
        `The file must not be over ${megabytes(limits.max_bytes)}`,
      ),
    })
  if (!(limits.types as readonly string[]).includes(type))
    throw invalid({
      type: words(
        `文件类型只能是${typeNames(limits.types).join('、')}`,
        `The file must be one of: ${typeNames(limits.types).join(', ')}`,
      ),
    })
}

type Begun = Pick<store.UploadRow, 'uid' | 'filename'> & {
  kind: UploadKind
  size: number
  type: string
  mark?: string | undefined
}

const UNKNOWN = {
  type: null,
  bytes: null,
  width: null,
  height: null,
  used_by: null,
  completed_at: null,
  sha256: null,
  ms: null,
} as const
