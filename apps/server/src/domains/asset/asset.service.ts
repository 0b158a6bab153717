import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import type { AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { AssetRow, AssetSave } from '@kaibo/contract/asset/asset.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { hold } from '#platform/db/hold.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict, fault, notFound } from '#platform/fault.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { SentBlob } from '#platform/http/send-blob.ts'
import { implement } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import { importMusic } from './asset.import.ts'
import { packedAssets, type UsableAsset } from './asset.packs.ts'
import { facesOf, partsOf, rowsAnswered, type AddressOf, type BuiltinFaces } from './asset.rows.ts'
import {
  assertMayAdd,
  assertType,
  licenceFor,
  ownerOf,
  partsFor,
  usedBy,
  type AssetFiles,
} from './asset.save.ts'
import { assetSheet } from './asset.sheet.ts'
import * as store from './asset.store.ts'
import { inUse, usesIn } from './asset.uses.ts'

export interface AssetNeeds {
  files: AssetFiles
  builtinFaces: BuiltinFaces
  /** The files of an asset have changed; rooms of these PCs show it. */
  changed: (trx: Transaction<Tables>, asset_id: string, pcs: readonly string[]) => Promise<void>
}

export function createAssets(platform: Platform<Tables>, needs: AssetNeeds) {
  const { db, clock } = platform
  const { files, builtinFaces } = needs
  const addressOf: AddressOf = (file) => files.address(file)
  const assets = records(platform, {
    list: assetApi.list,
    edit: assetApi.save,
    noun: nouns.asset,
    table: 'asset',
    key: 'asset_id',
    called: 'name',
    rows: store.assets,
    shown: store.shown,
    scope: store.amongAssets,
    filters: {
      kind: 'asset.kind',
      org_id: 'asset.org_id',
      expire_status: (status, { now }) => store.licenceIs(status, now),
      asset_id: 'asset.asset_id',
    },
    order: 'created_at',
    answer: rowsAnswered(addressOf, builtinFaces),
    can: (_, row) =>
      row.builtin === IsOrNot.is ? BUILTIN : row.editable || fault(Code.forbidden, ONLY_SEEN),
    heardBy: ({ org }) => (org ? { org_ids: [org.id] } : undefined),
    sheet: assetSheet,
  })

  const add = (
    actor: Actor,
    draft: Omit<AssetSave, 'id' | 'version'>,
  ): Promise<Changed<AssetRow>> =>
    db.transaction(async (trx) => {
      assertMayAdd(actor)
      const { kind, name, type = 0, parts, licence, tags, key, org_id } = draft
      await hold(trx, 'account', 'uid', actor.uid)
      const known = key === undefined ? undefined : await store.byKey(trx, actor.uid, key)
      if (known) {
        const row = await assets.byId(trx, actor, known.asset_id)
        return { before: row, after: row }
      }
      assertType(kind, type)
      const owner = await ownerOf(trx, actor, org_id)
      const asset_id = await assets.insert(trx, actor, {
        kind,
        name,
        type,
        parts_json: '{}',
        tags_json: JSON.stringify(tags),
        org_id: owner,
        licence_json: null,
        expire_at: licence?.expire_at ?? null,
        builtin: 0,
        created_by: actor.uid,
        client_key: key ?? null,
      })
      const kept = await partsFor(trx, files, actor, { asset_id, kind, parts })
      const licensed = await licenceFor(trx, actor, asset_id, licence)
      await store.setContent(trx, asset_id, { parts: kept, licence: licensed })
      return assets.added(trx, actor, asset_id)
    })

  const edit = (
    actor: Actor,
    { id, version = 0, kind, name, type, parts, licence, tags, org_id }: AssetSave & { id: string },
  ): Promise<Changed<AssetRow>> =>
    db.transaction(async (trx) => {
      await hold(trx, 'asset', 'asset_id', id)
      return assets.change(trx, actor, { id, act: 'edit' }, async (before) => {
        if (kind !== before.kind) throw conflict(OTHER_KIND, before)
        if (version !== before.version) throw await assets.stale(trx, actor, id)
        const of = type ?? before.type
        assertType(kind, of)
        const had = partsOf(await store.partsById(trx, id))
        const kept = await partsFor(trx, files, actor, { asset_id: id, kind, parts }, had)
        const licensed = await licenceFor(trx, actor, id, licence)
        const parts_json = JSON.stringify(kept)
        await assets.update(
          trx,
          actor,
          { id, version },
          {
            name,
            type: of,
            org_id: await ownerOf(trx, actor, org_id, before),
            parts_json,
            tags_json: JSON.stringify(tags),
            licence_json: licensed && JSON.stringify(licensed),
            expire_at: licensed?.expire_at ?? null,
          },
        )
        if (parts_json === JSON.stringify(had)) return
        await needs.changed(trx, id, await store.pcsWith(trx, id))
      })
    })

  const save = (actor: Actor, { id, ...draft }: AssetSave) =>
    id === undefined ? add(actor, draft) : edit(actor, { id, ...draft })

  const remove = (actor: Actor, { asset_id }: { asset_id: string }): Promise<Changed<AssetRow>> =>
    db.transaction(async (trx) => {
      // Whoever begins to use it meanwhile waits, and then finds it gone
      await hold(trx, 'asset', 'asset_id', asset_id)
      const before = await assets.byId(trx, actor, asset_id)
      if (before.builtin === IsOrNot.is) throw conflict(BUILTIN, before)
      if (!before.editable) throw fault(Code.forbidden, ONLY_SEEN)
      const uses = (await usesIn(trx, [asset_id], actor.scope))(asset_id)
      if (uses.total > 0) throw conflict(inUse(uses), before)
      const { changed, version } = await store.markDeleted(trx, before, actor.uid, clock.now())
      if (!changed) throw notFound(nouns.asset)
      await files.letGo(trx, usedBy(asset_id), idsOf(before))
      await store.setUses(trx, { kind: 'asset', id: asset_id, part: 'licence' }, [])
      await platform.search.keep(trx, 'asset', [asset_id])
      assets.tell(trx, actor, before)
      return { before, after: { ...before, version } }
    })

  const restore = (
    actor: Actor,
    { asset_id, version }: { asset_id: string; version: number },
  ): Promise<Changed<AssetRow>> =>
    db.transaction(async (trx) => {
      await hold(trx, 'asset', 'asset_id', asset_id)
      const gone = await store.deletedOne(trx, actor.scope, asset_id)
      // Taken back already, it stands; else there never was one in sight
      if (!gone) throw conflict(NOT_DELETED, await assets.byId(trx, actor, asset_id))
      if (gone.version !== version) throw conflict(NOT_DELETED)
      const ids = Object.values(partsOf(gone)).map(({ upload_id }) => upload_id)
      if (!(await files.takeBack(trx, usedBy(asset_id), ids))) throw conflict(FILES_GONE)
      await store.markRestored(trx, asset_id, actor.uid, clock.now())
      const licence = JSON.parse(gone.licence_json ?? 'null') as {
        document_id: string | null
      } | null
      const user = { kind: 'asset', id: asset_id, part: 'licence' } as const
      if (licence?.document_id) await store.setUses(trx, user, [licence.document_id])
      await platform.search.keep(trx, 'asset', [asset_id])
      return assets.added(trx, actor, asset_id)
    })

  const routes = implement(assetApi, {
    list: assets.listed,
    save: assets.wrote(save),
    del: assets.wrote(remove),
    restore: assets.wrote(restore),
    importMusic: ({ input, actor, audit }) =>
      importMusic(input, actor, { sheet: (...asked) => files.sheet(...asked), add }, audit),
    background: assets.wrote((actor, input) => add(actor, draftOf('background', input))),
    material: assets.wrote((actor, input) => add(actor, draftOf('material', input))),
  })

  return {
    routes,
    sees: assets.sees,
    faces: facesOf(addressOf, builtinFaces),

    /** A file of an asset, for a PC whose rooms may show it. */
    async fileFor(pc_id: string, asset_id: string, sha256: string): Promise<SentBlob | undefined> {
      const mayShow = await store.mayPcShow(db.query, pc_id, asset_id)
      return mayShow ? files.ofHash(usedBy(asset_id), sha256) : undefined
    },

    /**
     * What a part of a room, a plan or a rule set uses, in place of what it used before; in the transaction that saves it. 1006
     * where one was deleted meanwhile.
     */
    async use(
      trx: Queryable<Tables>,
      user: { kind: AssetUser; id: string; part: string },
      asset_ids: readonly string[],
    ): Promise<void> {
      // In one order, so that two who use the same do not wait for each other
      for (const id of [...new Set(asset_ids)].sort()) await hold(trx, 'asset', 'asset_id', id)
      const gone = await store.deletedAmong(trx, asset_ids)
      if (gone)
        throw conflict(words(`素材「${gone.name}」已删除`, `The asset “${gone.name}” was deleted`))
      await store.setUses(trx, user, asset_ids)
    },

    /** These assets as PCs know them, by their ids; without those that rooms of the organisation may not use. */
    packed: (
      q: Queryable<Tables>,
      org_id: string,
      asset_ids: readonly string[],
    ): Promise<ReadonlyMap<string, UsableAsset>> => packedAssets(q, org_id, asset_ids),

    /** Whether the licence of one of these has ended, or will soon: what a preflight says. */
    licences: async (q: Queryable<Tables>, org_id: string, asset_ids: readonly string[]) =>
      [...(await packedAssets(q, org_id, asset_ids)).values()].map(({ name, expire_at }) => ({
        name,
        status: expireStatusOf(expire_at, clock.now()),
      })),
  }
}

export type Assets = ReturnType<typeof createAssets>

interface SentFile {
  file: string
  name?: string | undefined
  filename: string
  asset_type?: number | undefined
  key?: string | undefined
}

const idsOf = ({ parts }: AssetRow): string[] =>
  Object.values(parts).map(({ upload_id }) => upload_id)

const NAME_LENGTH = 60
const draftOf = (
  kind: 'background' | 'material',
  { file, name, filename, asset_type, key }: SentFile,
): Omit<AssetSave, 'id' | 'version'> => ({
  kind,
  name: name ?? (filename.replace(/\.\w+$/, '').slice(0, NAME_LENGTH) || '未命名'),
  type: asset_type,
  parts: { file: { upload_id: file } },
  tags: [],
  licence: null,
  key,
})

const BUILTIN = words(
  '内置素材不能修改或删除',
  'What comes with the program cannot be changed or deleted',
)
const ONLY_SEEN = words(
  '这个素材属于所有公会，只有运营可以修改',
  'This asset is for all guilds; only operators change it',
)
const OTHER_KIND = words('素材的类型不能修改', 'An asset’s kind cannot be changed')
const NOT_DELETED = words(
  '素材没有被删除，或之后又改过',
  'The asset is not deleted, or has changed since',
)
const FILES_GONE = words(
  '素材的文件已清理，无法恢复，请重新上传',
  'The asset’s files are gone; upload it again',
)
