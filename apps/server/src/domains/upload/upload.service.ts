import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { isPrivate, isStaged } from '@kaibo/contract/asset/asset.rules.ts'
import { UPLOAD_FILE_PATH } from '@kaibo/contract/upload/upload.api.ts'
import { megabytes, typeNames } from '@kaibo/contract/upload/upload.rules.ts'
import {
  UPLOAD_LIMITS,
  type Upload,
  type UploadConfig,
  type UploadKind,
  type UploadRequest,
  type UploadTicket,
} from '@kaibo/contract/upload/upload.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import { atMost } from '#platform/at-most.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import { isId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createOrphans, incoming, kept } from './upload.orphans.ts'
import { pictureFrom } from './upload.picture.ts'
import { bodyOf, otherSize, tooLarge, wholeOf } from './upload.receive.ts'
import { rowsIn, sheetFrom } from './upload.sheet.ts'
import * as store from './upload.store.ts'
import { createTickets, type Proof } from './upload.ticket.ts'

export interface Uploads {
  config(): z.output<typeof UploadConfig>
  ticket(actor: Actor, request: z.output<typeof UploadRequest>): Promise<UploadTicket>
  /** Receives the file of a ticket; `length` is the announced length, if there is one. */
  receive(upload_id: string, proof: Proof, file: IncomingFile): Promise<void>
  complete(actor: Actor, upload_id: string): Promise<Upload>
  /** What is at an address that we gave; nothing where it was not ours, or is over. */
  file(upload_id: string, proof: Proof): Promise<KeptFile | undefined>
  /** The address of a kept file; of private content it ends after some minutes. */
  address(file: { upload_id: string; content: string }): string
  /** The file of a row that has this hash. */
  ofHash(used_by: string, sha256: string): Promise<SentBlob | undefined>
  /** The rows of a sheet that this person has sent. */
  sheet(actor: Pick<Actor, 'uid'>, upload_id: string): Promise<string[][]>
  /** The bytes of a kept file, for the domain that uses it. */
  open(upload_id: string): Promise<Readable | undefined>
  /** Links a kept file of `uid` to a row of another domain; returns its address, or undefined if there is no such file. */
  use(
    trx: Transaction<Tables>,
    upload_id: string,
    uid: string,
    used_by: string,
  ): Promise<string | undefined>
  /** Unlinks the files of a row; they are removed unless they are used again. */
  release(trx: Transaction<Tables>, used_by: string): Promise<void>
  collect(): Promise<void>
  startUp(): void
  close(): Promise<void>
}

export interface IncomingFile {
  body: Readable
  length: number | undefined
}

export interface KeptFile extends SentBlob {
  filename: string
  /** Only for whoever was given its address. */
  isPrivate: boolean
  /** Stages show it, which may be of no origin. */
  isStaged: boolean
}

const TICKET_S = 600
const COLLECT_EVERY_MS = 600_000
/** The most unused uploads per person and day. */
const MAX_UNUSED = 100
const RETRY_AFTER_S = 3_600
/** Two pictures at once use two processors and leave threads for password hashing and files. */
const PICTURES_AT_ONCE = 2

const urlOf = (upload_id: string) => `${UPLOAD_FILE_PATH}${upload_id}`

export function createUploads(platform: Platform<Tables>, blobs: BlobStore): Uploads {
  const { db, clock, ids, seal, log } = platform
  const tickets = createTickets(seal, clock)
  const orphans = createOrphans(platform, blobs)
  const inTurn = atMost(PICTURES_AT_ONCE)
  /** With an S3 storage the file does not pass through this server: an upload that is `waiting` here may have arrived there. */
  const arrived = blobs.storage === 's3' ? 'waiting' : 'received'
  let beat: Beat | undefined

  const move = (...step: [id: string, fromTo: Step, found?: Partial<store.UploadRow>]) =>
    db.transaction((trx) => store.move(trx, ...step))

  /** Checks the received file; answers what of it is kept. */
  async function examine({ upload_id, kind }: store.UploadRow) {
    const body = await blobs.read(incoming(upload_id))
    if (!body)
      throw conflict(words('文件没有传到，请重新上传', 'The file did not arrive; upload it again'))
    const sent = await wholeOf(body, limitsOf(kind).max_bytes)
    const { bytes, ...picture } =
      kind === 'sheet' ? await sheetFrom(sent) : await pictureFrom(sent, UPLOAD_LIMITS.avatar)
    await blobs.write(kept(upload_id), [bytes])
    // Before the row is updated: if the server is killed in between, the row is still collected as an orphan.
    await blobs.remove(incoming(upload_id))
    return { ...picture, bytes: bytes.length, completed_at: clock.now() }
  }

  function blobOf(row: store.UploadRow): SentBlob {
    const { upload_id, type, bytes } = uploadOf(row)
    return {
      type,
      bytes,
      async read(range) {
        const body = await blobs.read(kept(upload_id), range)
        if (!body) log.error({ upload_id }, 'a kept upload has no file')
        return body
      },
    }
  }

  return {
    config: () => ({ storage: blobs.storage, kinds: UPLOAD_LIMITS }),
    async ticket({ uid }, { kind, filename, size, type }) {
      const limits = UPLOAD_LIMITS[kind]
      if (size > limits.max_bytes) {
        throw invalid({
          size: words(
            `文件大小不能超过${megabytes(limits.max_bytes)}`,
            `The file must not be over ${megabytes(limits.max_bytes)}`,
          ),
        })
      }
      if (!(limits.types as readonly string[]).includes(type)) {
        throw invalid({
          type: words(
            `文件类型只能是${typeNames(limits.types).join('、')}`,
            `The file must be one of: ${typeNames(limits.types).join(', ')}`,
          ),
        })
      }
      const now = clock.now()
      const upload_id = ids.next(now)
      const expires_at = now + TICKET_S * 1_000
      const put = await blobs.presign(incoming(upload_id), { bytes: size, type, seconds: TICKET_S })
      await db.transaction(async (trx) => {
        await hold(trx, 'account', 'uid', uid)
        if ((await store.countUnused(trx, uid)) >= MAX_UNUSED) {
          const wait = { retry_after_s: RETRY_AFTER_S }
          throw fault(
            Code.tooMany,
            words('上传过于频繁，请稍后再试', 'Too many uploads; try again later'),
            wait,
          )
        }
        await store.addUpload(trx, {
          upload_id,
          uid,
          kind,
          filename,
          declared_type: type,
          declared_bytes: size,
          state: 'waiting',
          type: null,
          bytes: null,
          width: null,
          height: null,
          used_by: null,
          created_at: now,
          expires_at,
          completed_at: null,
          sha256: null,
          ms: null,
          part_bytes: null,
          mark: null,
        })
      })
      const own = { url: tickets.url(upload_id, expires_at), headers: { 'content-type': type } }
      return { upload_id, expires_at, ...(put ?? own) }
    },
    async receive(upload_id, proof, { body, length }) {
      tickets.check(upload_id, proof)
      const row = await store.uploadById(db.query, upload_id)
      if (row?.state !== 'waiting') throw usedTicket()
      const max = limitsOf(row.kind).max_bytes
      const declared = row.declared_bytes
      if (length !== undefined && length > max) throw tooLarge(max)
      if (length !== undefined && length !== declared) throw otherSize()
      if (!(await move(upload_id, ['waiting', 'receiving']))) throw usedTicket()
      try {
        await blobs.write(incoming(upload_id), bodyOf(body, { max, declared }))
        await move(upload_id, ['receiving', 'received'])
      } catch (error) {
        await orphans.discard(upload_id)
        throw error
      }
    },
    async complete({ uid }, upload_id) {
      const row = await store.uploadById(db.query, upload_id)
      if (!row || row.uid !== uid || row.state === 'removing') throw notFound(nouns.upload)
      // The answer to the first call may have been lost.
      if (row.state === 'kept' || row.state === 'used') return uploadOf(row)
      if (!(await move(upload_id, [arrived, 'checking']))) {
        throw conflict(
          words(
            '文件还没有传完或正在检查，请稍候',
            'The file is still on its way or being checked; wait a moment',
          ),
        )
      }
      try {
        const found = await inTurn(() => examine(row))
        if (!(await move(upload_id, ['checking', 'kept'], found))) throw notFound(nouns.upload)
        return uploadOf({ ...row, ...found })
      } catch (error) {
        await orphans.discard(upload_id)
        throw error
      }
    },
    async file(upload_id, proof) {
      const row = isId(upload_id) ? await store.uploadById(db.query, upload_id) : undefined
      if (row?.state !== 'kept' && row?.state !== 'used') return undefined
      // Who sent a sheet reads it here; nobody else does.
      if (row.kind === 'sheet') return undefined
      const isKeptPrivate = isPrivate(row.kind)
      if (isKeptPrivate && !tickets.mayRead(upload_id, proof)) return undefined
      return {
        filename: nameOf(row),
        isPrivate: isKeptPrivate,
        isStaged: isStaged(row.kind),
        ...blobOf(row),
      }
    },
    address: ({ upload_id, content }) =>
      isPrivate(content) ? tickets.readUrl(upload_id) : urlOf(upload_id),
    async ofHash(used_by, sha256) {
      const row = await store.byHash(db.query, used_by, sha256)
      return row && blobOf(row)
    },
    async sheet({ uid }, upload_id) {
      const row = await store.uploadById(db.query, upload_id)
      if (row?.uid !== uid || row.kind !== 'sheet' || row.state !== 'kept')
        throw notFound(nouns.upload)
      const body = await blobs.read(kept(upload_id))
      if (!body) throw notFound(nouns.upload)
      return rowsIn(await buffer(body))
    },
    open: (upload_id) =>
      isId(upload_id) ? blobs.read(kept(upload_id)) : Promise.resolve(undefined),
    async use(trx, upload_id, uid, used_by) {
      return (await store.use(trx, upload_id, uid, used_by)) ? urlOf(upload_id) : undefined
    },
    async release(trx, used_by) {
      await store.release(trx, used_by)
    },
    collect: () => orphans.collect(),
    startUp() {
      beat = startBeat(
        COLLECT_EVERY_MS,
        () => orphans.collect(),
        (err) => log.error({ err }, 'uploads'),
      )
    },
    async close() {
      await beat?.stop()
    },
  }
}

type Step = readonly [store.UploadState, store.UploadState]

const usedTicket = () =>
  conflict(
    words('上传地址已经用过，请重新上传', 'The upload’s address was used already; upload again'),
  )

const limitsOf = (kind: string) => UPLOAD_LIMITS[kind as UploadKind]

function uploadOf({ upload_id, type, bytes, width, height }: store.UploadRow): Upload {
  return { upload_id, url: urlOf(upload_id), type: type ?? '', bytes: bytes ?? 0, width, height }
}

/** What a browser calls the file when it is saved: by what is in it, not by what it was called. */
const nameOf = ({ kind, upload_id, type }: store.UploadRow): string =>
  `${kind}-${upload_id}.${EXTENSIONS[type ?? ''] ?? 'bin'}`

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'model/gltf-binary': 'vrm',
  'application/pdf': 'pdf',
  'text/plain; charset=utf-8': 'txt',
  'application/x-bzip2': 'tar.bz2',
}
