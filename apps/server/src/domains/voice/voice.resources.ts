import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { ResourceDraft, ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid, notFound, taken } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import * as store from './voice.resource.store.ts'

/** Files that people have sent. */
export interface ResourceFiles {
  /** Keeps it for a resource; nothing where it is not this person's, or used already. */
  use(trx: Transaction<Tables>, upload_id: string, uid: string, used_by: string): Promise<unknown>
  release(trx: Transaction<Tables>, used_by: string): Promise<void>
  open(upload_id: string): Promise<Readable | undefined>
}

/** What is brought to voice servers: each file of it is a revision, and those before stay where they stand until the next does. */
export function createResources(platform: Platform<Tables>, files: ResourceFiles) {
  const { db, clock } = platform
  const resources = records(platform, {
    list: voiceApi.resources,
    edit: voiceApi.saveResource,
    noun: nouns.voiceResource,
    table: 'voice_resource',
    key: 'resource_id',
    called: 'name',
    rows: store.resources,
    shown: store.shown,
    scope: 'open',
    filters: { kind: 'voice_resource.kind', resource_id: 'voice_resource.resource_id' },
    order: 'created_at',
    async answer(q, _, found) {
      const ids = found.map(({ resource_id }) => resource_id)
      const ways = ids.length === 0 ? [] : await store.publishedOf(q, ids)
      return found.map(({ editor, ...row }) => ({
        ...rowOf(row),
        updated_by: editor,
        servers: ways
          .filter(({ resource_id }) => resource_id === row.resource_id)
          .map(({ server_id, server_name, state, error, revision, at }) => ({
            server_id,
            server: server_name,
            state,
            error,
            revision,
            at,
          })),
      }))
    },
    taken: { name: (name) => taken('name', nameTaken(name)) },
  })

  /** What is in the file, before a transaction is opened: a model takes a while to read. */
  async function read(upload_id: string): Promise<{ sha256: string; bytes: number }> {
    const body = await files.open(upload_id)
    if (!body) throw notFound(nouns.upload)
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
    return { sha256: hash.digest('hex'), bytes }
  }

  async function save(
    actor: Actor,
    { id, version = 0, name, kind, upload_id }: ResourceDraft,
  ): Promise<Changed<ResourceRow>> {
    if (id === undefined && upload_id === undefined) throw invalid({ upload_id: NO_FILE })
    const found = upload_id === undefined ? undefined : await read(upload_id)
    return db.transaction(async (trx) => {
      const keep = async (used_by: string) => {
        if (upload_id === undefined) return
        if (!(await files.use(trx, upload_id, actor.uid, used_by))) throw notFound(nouns.upload)
      }
      if (id === undefined) {
        const first = { name, kind, upload_id: upload_id ?? '', revision: 1, is_demo: 0 } as const
        const file = { sha256: found?.sha256 ?? '', bytes: found?.bytes ?? 0 }
        const resource_id = await resources.insert(trx, actor, { ...first, ...file })
        await keep(usedBy(resource_id, 1))
        return resources.added(trx, actor, resource_id)
      }
      await hold(trx, 'voice_resource', 'resource_id', id)
      return resources.change(trx, actor, { id, act: 'edit' }, async (before) => {
        if (before.kind !== kind) throw invalid({ kind: KIND_STAYS })
        if (upload_id !== undefined && (await store.isUnderWay(trx, id))) throw conflict(UNDER_WAY)
        const revision = before.revision + (upload_id === undefined ? 0 : 1)
        await keep(usedBy(id, revision))
        const file = upload_id !== undefined && found && { upload_id, revision, ...found }
        await resources.update(trx, actor, { id, version }, { name, ...file })
        // The one before stays while servers may still fetch it; the one before that does not.
        if (revision > 2) await files.release(trx, usedBy(id, revision - 2))
      })
    })
  }

  const publish = (
    actor: Actor,
    { resource_id, server_ids }: { resource_id: string; server_ids: readonly string[] },
  ): Promise<Changed<ResourceRow>> =>
    db.transaction(async (trx) => {
      await hold(trx, 'voice_resource', 'resource_id', resource_id)
      return resources.change(trx, actor, { id: resource_id, act: 'edit' }, async (before) => {
        if (await store.isUnderWay(trx, resource_id)) throw conflict(UNDER_WAY, before)
        const at = clock.now()
        for (const [position, server_id] of server_ids.entries()) {
          const server = await trx
            .selectFrom('voice_server')
            .select('server_id')
            .where('server_id', '=', server_id)
            .executeTakeFirst()
          if (!server) throw notFound(nouns.voiceServer)
          const way = { state: 'wait', error: null, wanted: before.revision, at, position } as const
          await trx
            .insertInto('voice_publish')
            .values({ resource_id, server_id, revision: 0, ...way })
            .onConflict((on) => on.columns(['resource_id', 'server_id']).doUpdateSet(way))
            .execute()
        }
      })
    })

  return { ...resources, save, publish }
}

export type Resources = ReturnType<typeof createResources>

const rowOf = (row: Tables['voice_resource']) => ({
  resource_id: row.resource_id,
  name: row.name,
  kind: row.kind,
  revision: row.revision,
  sha256: row.sha256,
  bytes: row.bytes,
  is_demo: row.is_demo,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const usedBy = (resource_id: string, revision: number): string =>
  `voice-resource:${resource_id}:${revision}`

const nameTaken = (name: string) =>
  words(
    `已有同名语音资源「${name}」，请换一个名称`,
    `There is a resource “${name}” already; choose another name`,
  )
const NO_FILE = words('请上传文件', 'Upload a file')
const KIND_STAYS = words('类型不能更改，请新增一个资源', 'The kind stays; add another resource')
const UNDER_WAY = words('正在发布，请等它完成', 'It is being published; wait until that is done')
