import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { isPrivate, isStaged } from '@kaibo/contract/asset/asset.rules.ts'
import { UPLOAD_FILE_PATH } from '@kaibo/contract/upload/upload.api.ts'
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
import { conflict, notFound } from '#platform/fault.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import { isId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { assertAllowed, createAsking } from './upload.asking.ts'
import { kindOf, nameOf } from './upload.names.ts'
import { incoming, kept, partKey, partSize, partsOf } from './upload.keys.ts'
import { createOrphans } from './upload.orphans.ts'
import { examine } from './upload.examine.ts'
import { arrivedParts, joined } from './upload.parts.ts'
import { bodyOf, otherSize, SLOW_MS, tooLarge, upTo } from './upload.receive.ts'
import { createScratch } from './upload.scratch.ts'
import { rowsIn } from './upload.sheet.ts'
import * as store from './upload.store.ts'
import { createTickets, type Proof } from './upload.ticket.ts'

interface UploadSettings {
  /** Where files are while they are looked into; on this machine. */
  scratchDir?: string
  /** Over how long a sender must not be slow. */
  slowMs?: number
}

export interface Uploads {
  config(): z.output<typeof UploadConfig>
  ticket(actor: Actor, request: z.output<typeof UploadRequest>): Promise<UploadTicket>
  /** Receives the file of a ticket; `length` is the announced length, if there is one. */
  receive(upload_id: string, proof: Proof, file: IncomingFile): Promise<void>
  /** Receives one part of a file that comes in parts, also a second time. */
  receivePart(upload_id: string, number: number, proof: Proof, file: IncomingFile): Promise<void>
  /** Receives a file that came within a call, and looks into it. */
  take(actor: Pick<Actor, 'uid'>, accepts: readonly string[], file: SentFile): Promise<Upload>
  /** Gives up what a call was sent that then failed. */
  drop(upload_id: string): Promise<void>
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
  /** Takes files of this person for a row; answers what is known of each, nothing of one that cannot be had. */
  claim(
    trx: Transaction<Tables>,
    uid: string,
    used_by: string,
    ids: readonly string[],
  ): Promise<Map<string, FileFacts>>
  /** Gives files of a row up: they can be taken back for a day. */
  letGo(trx: Transaction<Tables>, used_by: string, ids: readonly string[]): Promise<void>
  /** Whether all of them were there still. */
  takeBack(trx: Transaction<Tables>, used_by: string, ids: readonly string[]): Promise<boolean>
  collect(): Promise<void>
  startUp(): void
  close(): Promise<void>
}

/** A file within a request; how long it is nobody has said. */
export interface SentFile {
  filename: string
  type: string
  body: Readable
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

const COLLECT_EVERY_MS = 600_000
/** Two at once use two processors and leave threads for password hashing and files. */
const LOOKED_AT_ONCE = 2

const urlOf = (upload_id: string) => `${UPLOAD_FILE_PATH}${upload_id}`

export function createUploads(
  platform: Platform<Tables>,
  blobs: BlobStore,
  { scratchDir = join(tmpdir(), 'kaibo-scratch'), slowMs = SLOW_MS }: UploadSettings = {},
): Uploads {
  const { db, clock, seal, log } = platform
  const tickets = createTickets(seal, clock)
  const orphans = createOrphans(platform, blobs)
  const asking = createAsking(platform, blobs, tickets)
  const inTurn = atMost(LOOKED_AT_ONCE)
  const scratch = createScratch(scratchDir)
  /** Parts that are being written here: two at once would write into each other. */
  const writing = new Set<string>()
  /** With an S3 storage the file does not pass through this server: an upload that is `waiting` here may have arrived there. */
  const arrived = blobs.storage === 's3' ? 'waiting' : 'received'
  let beat: Beat | undefined

  const move = (...step: [id: string, fromTo: Step, found?: Partial<store.UploadRow>]) =>
    db.transaction((trx) => store.move(trx, ...step))

  /** Looks into the received file; answers what is known of what is kept. */
  async function look(row: store.UploadRow) {
    const { upload_id } = row
    const sent =
      row.part_bytes === null ? await blobs.read(incoming(upload_id)) : joined(blobs, row)
    if (!sent)
      throw conflict(words('文件没有传到，请重新上传', 'The file did not arrive; upload it again'))
    const kind = row.kind as UploadKind
    const found = await scratch.with(
      upload_id,
      upTo(sent, limitsOf(kind).max_bytes),
      async (file) => {
        const { bytes, length, ...known } = await examine(kind, row.filename, file)
        await blobs.write(kept(upload_id), bytes, { bytes: length, sha256: known.sha256 })
        return { ...known, bytes: length }
      },
    )
    // Before the row is updated: if the server is killed in between, the row is still collected as an orphan.
    await orphans.dropSent(row)
    return { ...found, completed_at: clock.now() }
  }

  /** From `checking` to `kept`. */
  async function finish(row: store.UploadRow): Promise<Upload> {
    const found = await inTurn(() => look(row))
    if (!(await move(row.upload_id, ['checking', 'kept'], found))) throw notFound(nouns.upload)
    return uploadOf({ ...row, ...found })
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

  async function collect(): Promise<void> {
    await orphans.collect()
    await scratch.clear(clock.now())
  }

  return {
    config: () => ({ storage: blobs.storage, kinds: UPLOAD_LIMITS }),
    async ticket({ uid }, { kind, filename, size, type, mark }) {
      assertAllowed(kind, size, type)
      const known = mark && (await store.begun(db.query, { uid, kind, size, mark }))
      const row = known || (await asking.begin({ uid, kind, filename, size, type, mark }))
      return asking.ticketOf(row)
    },
    async receive(upload_id, proof, { body, length }) {
      tickets.check(upload_id, proof)
      const row = await store.uploadById(db.query, upload_id)
      if (row?.state !== 'waiting' || row.part_bytes !== null) throw usedTicket()
      const max = limitsOf(row.kind).max_bytes
      const declared = row.declared_bytes
      if (length !== undefined && length > max) throw tooLarge(max)
      if (length !== undefined && length !== declared) throw otherSize()
      if (!(await move(upload_id, ['waiting', 'receiving']))) throw usedTicket()
      try {
        await blobs.write(incoming(upload_id), bodyOf(body, { max, declared, slowMs }))
        await move(upload_id, ['receiving', 'received'])
      } catch (error) {
        await orphans.discard(upload_id)
        throw error
      }
    },
    async receivePart(upload_id, number, proof, { body, length }) {
      tickets.check(`${upload_id}/${number}`, proof)
      const row = await store.uploadById(db.query, upload_id)
      if (row?.state !== 'waiting' || number >= partsOf(row)) throw usedTicket()
      const declared = partSize(row, number)
      if (length !== undefined && length !== declared) throw otherSize()
      const key = partKey(upload_id, number)
      if (writing.has(key)) throw conflict(SENT_TWICE)
      writing.add(key)
      try {
        // What breaks off leaves nothing of this part, and all others as they are
        await blobs.write(key, bodyOf(body, { max: declared, declared, slowMs }))
      } finally {
        writing.delete(key)
      }
    },
    async take({ uid }, accepts, { filename, type, body }) {
      const kind = kindOf(filename, type, accepts)
      const row = await asking.begin({ uid, kind, filename, size: 0, type })
      const max = limitsOf(kind).max_bytes
      await move(row.upload_id, ['waiting', 'receiving'])
      try {
        await blobs.write(incoming(row.upload_id), bodyOf(body, { max, slowMs }))
        await move(row.upload_id, ['receiving', 'checking'])
        return await finish(row)
      } catch (error) {
        await orphans.discard(row.upload_id)
        throw error
      }
    },
    drop: (upload_id) => orphans.discard(upload_id),
    async complete({ uid }, upload_id) {
      const row = await store.uploadById(db.query, upload_id)
      if (!row || row.uid !== uid || row.state === 'removing') throw notFound(nouns.upload)
      // The answer to the first call may have been lost.
      if (row.state === 'kept' || row.state === 'used') return uploadOf(row)
      if (row.part_bytes !== null && (await arrivedParts(blobs, row)).length < partsOf(row))
        throw conflict(NOT_WHOLE)
      const before = row.part_bytes === null ? arrived : 'waiting'
      if (!(await move(upload_id, [before, 'checking']))) {
        throw conflict(
          words(
            '文件还没有传完或正在检查，请稍候',
            'The file is still on its way or being checked; wait a moment',
          ),
        )
      }
      try {
        return await finish(row)
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
    async claim(trx, uid, used_by, ids) {
      const found = new Map<string, FileFacts>()
      for (const id of new Set(ids)) {
        const row = (await store.use(trx, id, uid, used_by)) && (await store.uploadById(trx, id))
        if (row) found.set(id, factsOf(row))
      }
      return found
    },
    async letGo(trx, used_by, ids) {
      await store.letGo(trx, used_by, ids, clock.now())
    },
    takeBack: (trx, used_by, ids) => store.takeBack(trx, used_by, ids),
    async release(trx, used_by) {
      await store.release(trx, used_by)
    },
    collect,
    startUp() {
      beat = startBeat(COLLECT_EVERY_MS, collect, (err) => log.error({ err }, 'uploads'))
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

/** What a row that uses a file keeps of it. */
export interface FileFacts {
  upload_id: string
  content: string
  filename: string
  type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  ms: number | null
}

function factsOf(row: store.UploadRow): FileFacts {
  const { upload_id, kind, filename, type, bytes, sha256, width, height, ms } = row
  const content = kind
  return {
    upload_id,
    content,
    filename,
    type: type ?? '',
    bytes: bytes ?? 0,
    sha256: sha256 ?? '',
    width,
    height,
    ms,
  }
}

function uploadOf(row: store.UploadRow): Upload {
  const { upload_id, kind, type, bytes, width, height, ms } = row
  // Who has just sent a private file need not read it back
  const url = isPrivate(kind) ? '' : urlOf(upload_id)
  return { upload_id, url, type: type ?? '', bytes: bytes ?? 0, width, height, ms }
}

const NOT_WHOLE = words(
  '文件还没有传完，请继续上传',
  'The file has not arrived whole; go on uploading',
)
const SENT_TWICE = words(
  '这个文件正在另一个窗口上传',
  'This file is being uploaded in another window',
)
