import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { PublishState, ResourceKind, VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { ResourceDraft, ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid, notFound, taken } from '#platform/fault.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import * as store from './voice.resource.store.ts'
import { serverById, type Server } from './voice.server.store.ts'

/** Files that people have sent. */
export interface ResourceFiles {
  /** Keeps them for a resource; nothing of what is not this person's, or used already. */
  claim(
    trx: Transaction<Tables>,
    uid: string,
    used_by: string,
    ids: readonly string[],
  ): Promise<Map<string, { content: string; sha256: string; bytes: number }>>
  config(): { kinds: { model: { max_bytes: number } } }
  /** Keeps what comes from elsewhere as if this person had sent it, once it was looked into. */
  take(
    by: Pick<Actor, 'uid'>,
    accepts: readonly string[],
    file: { filename: string; type: string; body: Readable },
  ): Promise<{ upload_id: string }>
  /** Gives up what was taken, and is not used. */
  drop(upload_id: string): Promise<void>
  release(trx: Transaction<Tables>, used_by: string): Promise<void>
  open(upload_id: string): Promise<Readable | undefined>
  ofHash(used_by: string, sha256: string): Promise<SentBlob | undefined>
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

  /** Keeps a file for a revision, if there is such a thing in it. */
  async function keep(
    trx: Transaction<Tables>,
    { uid }: Pick<Actor, 'uid'>,
    { resource_id, revision, kind, upload_id }: Keeping,
  ) {
    const used_by = usedBy(resource_id, revision)
    const file = (await files.claim(trx, uid, used_by, [upload_id])).get(upload_id)
    if (!file) throw notFound(nouns.upload)
    if (file.content !== CONTENT[kind]) throw invalid({ upload_id: OTHER_CONTENT })
    const { sha256, bytes } = file
    return { upload_id, revision, sha256, bytes }
  }

  /** Gives up the files of the revisions before this one that stand nowhere. */
  async function releaseBefore(trx: Transaction<Tables>, id: string, kept: number): Promise<void> {
    const standing = await store.revisionsOf(trx, id)
    for (let old = 1; old < kept; old++)
      if (!standing.has(old)) await files.release(trx, usedBy(id, old))
  }

  /** The first revision of a resource; its file may come later. */
  async function begin(
    trx: Transaction<Tables>,
    actor: Actor,
    { name, kind, upload_id }: Pick<ResourceDraft, 'name' | 'kind' | 'upload_id'>,
  ): Promise<string> {
    const file = { upload_id: '', revision: 1, sha256: '', bytes: 0, is_demo: 0 } as const
    const licence = { licence_json: null, accepted_sha256: '' }
    const resource_id = await resources.insert(trx, actor, { name, kind, ...file, ...licence })
    if (upload_id !== undefined) await fill(trx, actor, { resource_id, kind, upload_id })
    return resource_id
  }

  /** The file of the first revision. */
  async function fill(
    trx: Transaction<Tables>,
    by: Pick<Actor, 'uid'>,
    { resource_id, kind, upload_id }: Omit<Keeping, 'revision'>,
  ): Promise<void> {
    const file = await keep(trx, by, { resource_id, revision: 1, kind, upload_id })
    await trx
      .updateTable('voice_resource')
      .set(file)
      .where('resource_id', '=', resource_id)
      .execute()
  }

  const save = (
    actor: Actor,
    { id, version = 0, name, kind, upload_id }: ResourceDraft,
  ): Promise<Changed<ResourceRow>> =>
    db.transaction(async (trx) => {
      if (id === undefined) {
        if (upload_id === undefined) throw invalid({ upload_id: NO_FILE })
        if (kind === ResourceKind.model) throw invalid({ kind: BY_ITS_OWN })
        return resources.added(trx, actor, await begin(trx, actor, { name, kind, upload_id }))
      }
      await hold(trx, 'voice_resource', 'resource_id', id)
      return resources.change(trx, actor, { id, act: 'edit' }, async (before) => {
        if (before.kind !== kind) throw invalid({ kind: KIND_STAYS })
        if (upload_id !== undefined && (await store.isUnderWay(trx, id))) throw conflict(UNDER_WAY)
        const revision = before.revision + 1
        const next = { resource_id: id, revision, kind }
        const file = upload_id !== undefined && (await keep(trx, actor, { ...next, upload_id }))
        await resources.update(trx, actor, { id, version }, { name, ...file })
        // What stands somewhere stays, and the one before, which servers may still fetch
        if (!file) return
        await releaseBefore(trx, id, revision - 1)
        // Where the licence of the file before is waited for, this one goes in its place
        const asked = before.servers.filter(({ state }) => state === PublishState.licence)
        await send(
          trx,
          id,
          asked.map(({ server_id }) => server_id),
        )
      })
    })

  /** Has it brought to servers, one after the other. */
  async function send(
    trx: Transaction<Tables>,
    resource_id: string,
    server_ids: readonly string[],
    state: 'wait' | 'fetching' = 'wait',
  ): Promise<void> {
    const at = clock.now()
    const resource = await store.resourceById(trx, resource_id)
    for (const [position, server_id] of server_ids.entries()) {
      const server = await serverById(trx, server_id)
      if (!resource || !server) throw notFound(nouns.voiceServer)
      if (!takes(server, resource.kind)) throw invalid({ server_ids: notTaken(server.name) })
      const way = { state, error: null, wanted: resource.revision, at, position }
      await trx
        .insertInto('voice_publish')
        .values({ resource_id, server_id, revision: 0, upload_id: null, sha256: null, ...way })
        .onConflict((on) => on.columns(['resource_id', 'server_id']).doUpdateSet(way))
        .execute()
    }
  }

  const publish = (
    actor: Actor,
    { resource_id, server_ids }: { resource_id: string; server_ids: readonly string[] },
  ): Promise<Changed<ResourceRow>> =>
    db.transaction(async (trx) => {
      await hold(trx, 'voice_resource', 'resource_id', resource_id)
      return resources.change(trx, actor, { id: resource_id, act: 'edit' }, async (before) => {
        if (await store.isUnderWay(trx, resource_id)) throw conflict(UNDER_WAY, before)
        if (before.sha256 === '') throw conflict(NOT_FETCHED, before)
        await send(trx, resource_id, server_ids)
      })
    })

  /** The archive of a model by which an enabled natural voice speaks. */
  async function modelFor(resource_id: string, sha256: string): Promise<SentBlob | undefined> {
    const resource = await store.spokenModel(db.query, resource_id, sha256)
    return resource && files.ofHash(usedBy(resource_id, resource.revision), sha256)
  }

  return { ...resources, begin, fill, save, send, publish, modelFor }
}

interface Keeping {
  resource_id: string
  revision: number
  kind: ResourceKind
  upload_id: string
}

/** What each kind of resource is uploaded as. */
const CONTENT: Readonly<Record<ResourceKind, string>> = {
  ref: 'ref_audio',
  lexicon: 'lexicon',
  model: 'model',
}

/** A natural voice speaks by models, and nothing else of ours does. */
const takes = ({ provider }: Server, kind: ResourceKind): boolean =>
  kind === ResourceKind.model
    ? provider !== VoiceProvider.embedded
    : kind === ResourceKind.lexicon || provider === VoiceProvider.openai

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
const notTaken = (name: string) =>
  words(`「${name}」用不上此类资源`, `“${name}” has no use for a resource of this kind`)
const OTHER_CONTENT = words(
  '这个文件不是此类资源，请重新上传',
  'The file is no resource of this kind; upload another one',
)
const NOT_FETCHED = words(
  '模型没有取到，请先上传文件',
  'The model was not fetched; upload its file',
)
const BY_ITS_OWN = words('语音模型请用「添加自然语音」', 'Add a model by “Add a natural voice”')
const KIND_STAYS = words('类型不能更改，请新增一个资源', 'The kind stays; add another resource')
export const UNDER_WAY = words(
  '正在发布，请等它完成',
  'It is being published; wait until that is done',
)
