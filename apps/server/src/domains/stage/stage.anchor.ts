import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { PackedAsset } from '@kaibo/contract/agent/asset-file.schema.ts'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { AnchorConfig, SceneAsset } from '@kaibo/contract/stage/anchor.schema.ts'
import { SCENE_FORMAT, type ScenePack } from '@kaibo/contract/stage/scene-pack.schema.ts'
import { assetsIn, withCast } from '@kaibo/contract/stage/scene.rules.ts'
import type { Scene } from '@kaibo/contract/stage/scene.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { voicesFor } from '#domains/lookup/voices.ts'
import type { Tables } from '#migrations/tables.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, savedMeanwhile } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { checkNamed, checkShape } from './stage.anchor.check.ts'
import { defaultAnchor } from './stage.anchor.default.ts'
import { anchorTold } from './stage.anchor.told.ts'
import * as store from './stage.anchor.store.ts'

type Anchor = DataOf<typeof stageApi.anchor>
type Trx = Transaction<Tables>
type Room = Awaited<ReturnType<typeof store.roomOf>>

const WHAT = words('画面', 'Scene')
/** What stands in scenes, or is heard in them. */
const SHOWN = [AssetKind.actor, AssetKind.background, AssetKind.material, AssetKind.audio] as const

export interface AnchorNeeds {
  wake: (trx: Trx, pcs: readonly string[]) => Promise<void>
  /** What an asset looks like in a console, and its parts as a stage takes them. */
  pictured: (asset: store.AssetKept) => Pick<SceneAsset, 'cover' | 'stage'>
  /** These assets as PCs know them, without those that rooms of the organisation may not use. */
  packed: (
    trx: Trx,
    org_id: string,
    ids: readonly string[],
  ) => Promise<
    ReadonlyMap<string, { name: string; builtin: boolean; packed: Pick<PackedAsset, 'parts'> }>
  >
  /** What a room uses, in place of what it used before. */
  use: (
    trx: Trx,
    user: { kind: 'room'; id: string; part: 'anchor' },
    ids: readonly string[],
  ) => Promise<void>
  /** The stage of this room shows another scene. */
  changed: (room_id: string) => void
}

/** Who stands in rooms, how they sound and what is around them. */
export function createAnchors(
  { db, clock, live: channel }: Platform<Tables>,
  { wake, pictured, packed, use, changed }: AnchorNeeds,
) {
  const tellEditors = channel.list(stageApi.anchor)
  const shown = (asset: store.AssetKept): SceneAsset => {
    const { asset_id, kind, name, type, expire_at } = asset
    const expire_status = expireStatusOf(expire_at, clock.now())
    return { asset_id, kind, name, type, expire_at, expire_status, ...pictured(asset) }
  }

  async function read(q: Queryable<Tables>, { id, org_id, ...room }: Room): Promise<Anchor> {
    const part = await store.partOf(q, id)
    const { value = defaultAnchor, live = null } = part ?? {}
    const { room_code, name, state } = room
    return {
      version: part?.version ?? 0,
      room: { room_code, name, org_id, state },
      value,
      live_value: live,
      assets: await assetsOf(q, org_id, [value, ...(live ? [live] : [])]),
      updated_at: part?.updated_at ?? null,
      updated_by: part?.updated_by ?? null,
    }
  }

  async function assetsOf(
    q: Queryable<Tables>,
    org_id: string,
    configs: readonly AnchorConfig[],
  ): Promise<SceneAsset[]> {
    return (await store.assetsById(q, org_id, namedBy(configs))).map(shown)
  }

  async function keepPack(trx: Trx, org_id: string, scene: Scene): Promise<string> {
    const ids = [...new Set(assetsIn(scene).map(({ asset_id }) => asset_id))].sort()
    const usable = await packed(trx, org_id, ids)
    const brought = ids.flatMap((asset_id) => {
      const asset = usable.get(asset_id)
      if (!asset || asset.builtin) return []
      return [[asset_id, { name: asset.name, parts: asset.packed.parts }] as const]
    })
    const pack: ScenePack = { format: SCENE_FORMAT, scene, assets: Object.fromEntries(brought) }
    const body = JSON.stringify(pack)
    const hash = createHash('sha256').update(body).digest('base64url')
    const at = clock.now()
    await trx
      .insertInto('pack')
      .values({ hash, kind: 'scene', body, at })
      // It is in use again, however old it is
      .onConflict((on) => on.column('hash').doUpdateSet({ at }))
      .execute()
    return hash
  }

  async function save({
    input,
    actor,
    audit,
  }: Call<ParsedOf<typeof stageApi.saveAnchor>>): Promise<Anchor> {
    const { room_code, version, apply, ...given } = input
    const cast = { main: given.actor_id, co: given.co_actor_id }
    const value = { ...given, scene: withCast(given.scene, cast) }
    checkShape(value)
    return db.transaction(async (trx) => {
      const { id } = await store.roomOf(trx, actor, room_code)
      await hold(trx, 'room', 'id', id)
      // Read when it is held: it may have been started before
      const room = await store.roomOf(trx, actor, room_code)
      const can = roomCan('savePart', room.state)
      if (can !== true) throw conflict(can)
      const before = await store.partOf(trx, id)
      const was = before?.value ?? defaultAnchor
      audit({ target: room.name, target_id: room_code, before: anchorTold(was, value) })
      if ((before?.version ?? 0) !== version) {
        const isRepeat = before?.version === version + 1 && before.uid === actor.uid
        if (isRepeat && JSON.stringify(before.value) === JSON.stringify(value))
          return read(trx, room)
        throw savedMeanwhile(WHAT, await read(trx, room), before?.uid === actor.uid)
      }
      await checkNamed(trx, { org_id: room.org_id, now: clock.now() }, value)
      const isLater = apply === 'next' && roomCan('mute', room.state) === true
      const live = isLater ? (before?.live ?? was) : null
      await store.keepPart(trx, id, {
        version: version + 1,
        value,
        live,
        updated_at: clock.now(),
        updated_by: actor.uid,
      })
      await use(trx, { kind: 'room', id, part: 'anchor' }, namedBy(live ? [value, live] : [value]))
      const hash = await keepPack(trx, room.org_id, value.scene)
      await trx
        .updateTable('room')
        .set(isLater ? { next_scene_hash: hash } : { scene_hash: hash, next_scene_hash: null })
        .where('id', '=', id)
        .execute()
      audit({ target: room.name, target_id: room_code, after: anchorTold(value, was) })
      if (!isLater && room.pc_id !== null) await wake(trx, [room.pc_id])
      afterCommit(trx, () => {
        changed(id)
        tellEditors(actor, { id: room_code, of: { org_ids: [room.org_id] } })
      })
      return read(trx, room)
    })
  }

  return {
    save,
    anchor: async ({ input, actor }: Call<ParsedOf<typeof stageApi.anchor>>): Promise<Anchor> =>
      read(db.query, await store.roomOf(db.query, actor, input.room_code)),

    async assets({ input, actor }: Call<ParsedOf<typeof stageApi.assets>>) {
      const { org_id } = await store.roomOf(db.query, actor, input.room_code)
      const { kind, keyword } = input
      const kinds = SHOWN.filter((one) => kind === undefined || one === kind)
      const list = await store.assetsOfKinds(db.query, org_id, { kinds, keyword })
      return { list: list.map(shown) }
    },

    /** What a room cannot do without, before it is started with it. */
    async check(room_id: string) {
      const { org_id } = await store.orgOfRoom(db.query, room_id)
      const { value = defaultAnchor } = (await store.partOf(db.query, room_id)) ?? {}
      const { voice_id } = value.voice
      const assets = await assetsOf(db.query, org_id, [value])
      const voices = await voicesFor(db.query, org_id, [voice_id])
      const actors = assets.filter(({ kind }) => kind === AssetKind.actor)
      const licences = [
        ...actors.map(({ name, expire_status }) => ({ name, expire_status })),
        ...voices.map(({ name, expire_at }) => ({
          name,
          expire_status: expireStatusOf(expire_at, clock.now()),
        })),
      ]
      const usable = new Map(assets.map((asset) => [asset.asset_id, asset]))
      const named = new Set(assetsIn(value.scene).map(({ asset_id }) => asset_id))
      const missing = [...named].filter((asset_id) => !usable.get(asset_id)?.stage)
      return {
        licences,
        missing: missing.map((asset_id) => usable.get(asset_id)?.name ?? asset_id),
        layers: value.scene.layers.map(({ id }) => id),
      }
    },

    /** A room begins: from now on it shows what was saved for its next start. */
    async begin(trx: Trx, room_id: string): Promise<void> {
      await trx
        .updateTable('room')
        .set((is) => ({ scene_hash: is.ref('next_scene_hash'), next_scene_hash: null }))
        .where('id', '=', room_id)
        .where('next_scene_hash', 'is not', null)
        .execute()
      await trx
        .updateTable('room_part')
        .set({ live_json: null })
        .where('room_id', '=', room_id)
        .where('part', '=', 'anchor')
        .where('live_json', 'is not', null)
        .execute()
      afterCommit(trx, () => changed(room_id))
    },
  }
}

/** The assets that these name. */
const namedBy = (configs: readonly AnchorConfig[]): string[] => [
  ...new Set(
    configs.flatMap(({ actor_id, co_actor_id, scene }) => [
      actor_id,
      ...(co_actor_id === undefined ? [] : [co_actor_id]),
      ...assetsIn(scene).map(({ asset_id }) => asset_id),
    ]),
  ),
]

export type Anchors = ReturnType<typeof createAnchors>
