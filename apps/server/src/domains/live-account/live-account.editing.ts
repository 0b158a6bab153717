import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { deletable } from '@kaibo/contract/live-account/live-account.rules.ts'
import type { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type {
  Credentials,
  LiveAccountRow,
  LiveAccountUpdate,
} from '@kaibo/contract/live-account/live-account.schema.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { duplicateIn, type Queryable } from '#platform/db/db.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid, notFound } from '#platform/fault.ts'
import type { Ids } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Changed, records } from '#platform/records/records.ts'
import type { Seal } from '#platform/seal.ts'
import * as store from './live-account.store.ts'

/** What the editing of accounts needs of their records. */
type Accounts = Pick<
  ReturnType<
    typeof records<
      Tables,
      'live_account',
      never,
      never,
      never,
      never,
      never,
      never,
      LiveAccountRow,
      'account_id'
    >
  >,
  'byId' | 'change' | 'update' | 'added' | 'left'
>

export interface EditingDeps {
  /** Tells PCs their desired state, after the commit. */
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>
  /** A room shows something else now. */
  touch: (room_id: string) => void
}

type Api = typeof liveAccountApi

const PUSH_KEY_BYTES = 12
const PUSH_SECRET_BYTES = 32

export const pushKey = (ids: Ids) => ({
  key: ids.secret(PUSH_KEY_BYTES),
  secret: ids.secret(PUSH_SECRET_BYTES),
})

/** Credentials as they are kept; nothing where none is filled in. */
export function sealedBy(seal: Seal, credentials: object = {}): string | null {
  const filled = Object.entries(credentials).filter(([, value]) => value)
  return filled.length > 0 ? seal.close(JSON.stringify(Object.fromEntries(filled))) : null
}

/** Changes, deletions, draws and push keys of live accounts. Whoever binds or starts a room holds its account first, as is done here. */
export function createEditing(
  { db, clock, ids, seal, search }: Platform<Tables>,
  accounts: Accounts,
  { wake, touch }: EditingDeps,
) {
  /** Those that replace what there was; what cannot be read any more is given up. */
  async function merged(
    q: Queryable<Tables>,
    account_id: string,
    given: NonNullable<LiveAccountUpdate['credentials']>,
  ): Promise<string | null> {
    const { credentials_sealed } = await store.sealedOf(q, account_id)
    const before: Credentials = credentialsOf(seal, credentials_sealed) ?? {}
    return sealedBy(seal, { ...before, ...given })
  }

  /** Rooms show and run something else now. */
  async function changed(trx: Transaction<Tables>, rooms: readonly store.BoundRoom[]) {
    await wake(
      trx,
      rooms.flatMap(({ pc_id }) => pc_id ?? []),
    )
    afterCommit(trx, () => rooms.forEach(({ id }) => touch(id)))
  }

  const update = (
    actor: Actor,
    given: LiveAccountUpdate,
  ): Promise<Changed<LiveAccountRow, LiveAccountRow>> => {
    const { account_id, version, credentials, org_id, ...draft } = given
    return db.transaction(async (trx) => {
      await hold(trx, 'live_account', 'account_id', account_id)
      return accounts.change(trx, actor, { id: account_id, act: 'edit' }, async (before) => {
        const rooms = await store.boundRooms(trx, account_id)
        const isOnAir = rooms.some(({ state }) => roomCan('update', state) !== true)
        if (isOnAir && credentials !== undefined) throw conflict(CREDENTIALS_ON_AIR, before)
        const { platform = before.platform, platform_room_id = before.platform_room_id } = draft
        if (platform !== before.platform && (await store.hasEntries(trx, account_id)))
          throw invalid({ platform: PLATFORM_FIXED })
        const isElsewhere =
          platform !== before.platform || platform_room_id !== before.platform_room_id
        if (isOnAir && isElsewhere) throw conflict(PLACE_ON_AIR, before)
        const to = await newOrg(trx, actor, before, { org_id, isBound: rooms.length > 0 })
        await accounts.update(
          trx,
          actor,
          { id: account_id, version },
          {
            ...draft,
            ...(to !== undefined && { org_id: to }),
            ...(credentials === null && { credentials_sealed: null }),
            ...(credentials && { credentials_sealed: await merged(trx, account_id, credentials) }),
          },
        )
        if (to !== undefined) {
          const { created_at } = await store.sealedOf(trx, account_id)
          const moved = { account_id, created_at, from: before.org.id, to }
          await store.move(trx, moved, clock.now())
        }
        await changed(trx, rooms)
      })
    })
  }

  const saveLottery = (
    actor: Actor,
    { account_id, version, ...lottery }: ParsedOf<Api['saveLottery']>,
  ): Promise<Changed<LiveAccountRow, LiveAccountRow>> =>
    db.transaction((trx) =>
      accounts.change(trx, actor, { id: account_id, act: 'edit' }, async () => {
        const change = { lottery_json: JSON.stringify(lottery) }
        await accounts.update(trx, actor, { id: account_id, version }, change)
        const rooms = await store.boundRooms(trx, account_id)
        await changed(trx, rooms)
      }),
    )

  /** The row stays: runs and books name it. */
  const remove = (actor: Actor, account_id: string): Promise<LiveAccountRow> =>
    db.transaction(async (trx) => {
      await hold(trx, 'live_account', 'account_id', account_id)
      const row = await accounts.byId(trx, actor, account_id)
      const can = deletable(row)
      if (can !== true) throw conflict(can, row)
      await trx
        .updateTable('live_account')
        .set({ deleted_at: clock.now(), updated_by: actor.uid })
        .where('account_id', '=', account_id)
        .execute()
      await search.keep(trx, 'live_account', [account_id])
      accounts.left(trx, actor, row)
      return row
    })

  const restore = (
    actor: Actor,
    { account_id, version }: ParsedOf<Api['restore']>,
  ): Promise<LiveAccountRow> =>
    db.transaction(async (trx) => {
      await hold(trx, 'live_account', 'account_id', account_id)
      const row = await store.deletedById(trx, actor.scope, account_id)
      // Taken back already, it stands; else there never was one in sight.
      if (!row) throw conflict(NOT_DELETED, await accounts.byId(trx, actor, account_id))
      if (row.version !== version) throw conflict(CHANGED_SINCE)
      await trx
        .updateTable('live_account')
        .set({ deleted_at: null, updated_at: clock.now(), updated_by: actor.uid })
        .set({ version: version + 1 })
        .where('account_id', '=', account_id)
        .execute()
        .catch((error: unknown) => {
          throw duplicateIn(error) === undefined ? error : conflict(NUMBERS_TAKEN)
        })
      await search.keep(trx, 'live_account', [account_id])
      return (await accounts.added(trx, actor, account_id)).after
    })

  /** The secret is answered here only; the database keeps it encrypted. */
  const renewPush = (actor: Actor, account_id: string) =>
    db.transaction(async (trx) => {
      const row = await accounts.byId(trx, actor, account_id)
      const push = pushKey(ids)
      const { numUpdatedRows } = await trx
        .updateTable('live_account')
        .set({ push_key: push.key, push_secret_sealed: seal.close(push.secret) })
        .where('account_id', '=', account_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw notFound(nouns.liveAccount)
      return { row, push }
    })

  return { update, saveLottery, remove, restore, renewPush }
}

/** Throws unless the account may have another organisation; answers nothing where it stays where it is. */
async function newOrg(
  trx: Queryable<Tables>,
  actor: Actor,
  before: LiveAccountRow,
  { org_id, isBound }: { org_id: string | undefined; isBound: boolean },
): Promise<string | undefined> {
  if (org_id === undefined || org_id === before.org.id) return undefined
  if (actor.scope.kind !== 'all') throw invalid({ org_id: ALL_ONLY })
  const to = await homeOrg(trx, actor.scope, org_id)
  if (before.is_demo) throw invalid({ org_id: DEMO_STAYS })
  if (isBound) throw conflict(UNBIND_FIRST, before)
  return to
}

const CREDENTIALS_ON_AIR = words(
  '直播中不能更换平台凭据，请停播后再改',
  'The platform credentials cannot be changed on air; stop the room first',
)
const PLACE_ON_AIR = words(
  '直播中不能更换平台和平台房间号，请停播后再改',
  'Platform and platform room cannot be changed on air; stop the room first',
)
const PLATFORM_FIXED = words(
  '已有流水，不能更换平台；请新增直播账号',
  'It has income already: the platform stays; add another live account',
)
const UNBIND_FIRST = words(
  '请先停播并解绑直播间，再更换公会',
  'Stop its room and unbind it before you move the account to another guild',
)
const ALL_ONLY = words(
  '只有全部数据范围的账号可以更换公会',
  'Only accounts that see all data can change the guild',
)
const DEMO_STAYS = words(
  '演示账号不能更换公会',
  'An account of the demonstration stays in its guild',
)
const NOT_DELETED = words('直播账号没有被删除', 'The live account is not deleted')
const CHANGED_SINCE = words(
  '直播账号在删除前后有过变化，不能撤销删除',
  'The live account was changed around its deletion; that cannot be taken back',
)
const NUMBERS_TAKEN = words(
  '另一个直播账号已用了它的平台UID或平台房间号，不能撤销删除',
  'Another live account has its platform UID or room number now; the deletion cannot be taken back',
)
