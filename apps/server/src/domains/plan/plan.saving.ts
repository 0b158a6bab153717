import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { MAX_PLANS } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import type { Instant } from '#platform/db/instant.ts'
import { changeVersion, lastSavedBy } from '#platform/db/versioned.ts'
import { conflict, invalid, notFound, savedMeanwhile } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlanBook } from './plan.book.ts'
import { assertFree } from './plan.conflicts.ts'
import { assetsIn, notRestored, packScript } from './plan.script.ts'
import * as store from './plan.store.ts'

type Draft = ParsedOf<typeof planApi.add>

export interface Saved {
  before: PlanRow | undefined
  after: PlanRow
  room_id: string
}

export interface SavingNeeds {
  book: PlanBook
  instant: Instant
  wakeRooms: (trx: Transaction<Tables>, room_ids: readonly string[]) => Promise<void>
  /** Says what a plan plays, in place of what it played before. */
  useAssets: (
    trx: Queryable<Tables>,
    user: { kind: 'plan'; id: string; part: string },
    asset_ids: readonly string[],
  ) => Promise<void>
}

/** All that a plan plays, it plays in its script. */
const USED_IN = 'script'

/** Adds, changes and deletes plans; what they come to follows in the same transaction. */
export function createSaving(
  { db, ids }: Platform<Tables>,
  { book, instant, wakeRooms, useAssets: noteAssets }: SavingNeeds,
) {
  /** What a plan says, with the files that it plays noted as used. */
  async function pack(
    trx: Queryable<Tables>,
    { id, ...script }: { id: string } & Parameters<typeof packScript>[1],
    now: number,
    refusal?: Parameters<typeof packScript>[3],
  ): ReturnType<typeof packScript> {
    await noteAssets(trx, { kind: 'plan', id, part: USED_IN }, assetsIn(script.segments))
    return packScript(trx, script, now, refusal)
  }

  async function save(actor: Actor, { key, ...draft }: Draft): Promise<Saved> {
    const found = await store.roomOf(db.query, actor.scope, draft.room_code)
    if (!found) throw notFound(nouns.room)
    const now = await instant()
    return db.transaction(async (trx) => {
      const room = await held(trx, actor, found)
      const known = key === undefined ? undefined : await store.planByKey(trx, actor.uid, key)
      if (draft.id === undefined && known)
        return { ...(await shown(trx, actor, known.id)), room_id: room.id }
      const before =
        draft.id === undefined ? undefined : await planToChange(trx, actor, draft, room)
      if (!before && (await store.countOf(trx, room.id)) >= MAX_PLANS) throw conflict(MANY)
      const id = before?.id ?? ids.next(now)
      const { loop } = draft
      const segments = draft.segments ?? before?.segments ?? []
      const packed = await pack(trx, { id, org_id: room.org_id, segments, loop }, now)
      const columns = columnsOf({ ...draft, segments }, packed)
      const plan = store.recurrenceOf(columns)
      if (draft.enabled === 1) await assertFree(trx, room, [{ id, plan }], now)
      const stamp = { updated_at: now, updated_by: actor.uid }
      if (before) {
        const at = { key: 'id' as const, value: id, version: draft.version ?? 0 }
        if (!(await changeVersion(trx, 'plan', at, { ...columns, ...stamp })))
          throw await stale(trx, actor, id)
      } else
        await trx
          .insertInto('plan')
          .values({
            id,
            room_id: room.id,
            org_id: room.org_id,
            ...columns,
            ...stamp,
            created_at: now,
            created_by: actor.uid,
            version: 1,
            key: key ?? null,
            made_until: null,
            is_demo: room.is_demo,
            deleted_at: null,
          })
          .execute()
      const saved = await trx
        .selectFrom('plan')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (saved.enabled === 1) await book.makeFirings(trx, { ...saved, made_until: null })
      else await store.cancelFirings(trx, { plan_id: id }, now)
      if (before) await wakeRooms(trx, [room.id])
      const { after } = await shown(trx, actor, id)
      return { before, after, room_id: room.id }
    })
  }

  async function remove(actor: Actor, id: string): Promise<{ row: PlanRow; room_id: string }> {
    const now = await instant()
    return db.transaction(async (trx) => {
      const plan = await store.planById(trx, actor.scope, id)
      if (!plan) throw notFound(nouns.plan)
      await hold(trx, 'room', 'id', plan.room_id)
      await trx
        .updateTable('plan')
        .set({ deleted_at: now, updated_by: actor.uid })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
      await store.cancelFirings(trx, { plan_id: id }, now)
      return { row: store.rowOf(plan), room_id: plan.room_id }
    })
  }

  async function restore(
    actor: Actor,
    { id, version }: ParsedOf<typeof planApi.restore>,
  ): Promise<{ row: PlanRow; room_id: string }> {
    const found = await store.roomOfPlan(db.query, actor.scope, id)
    if (!found) throw notFound(nouns.plan)
    const now = await instant()
    return db.transaction(async (trx) => {
      const room = await held(trx, actor, found)
      const { numUpdatedRows } = await trx
        .updateTable('plan')
        .set({ deleted_at: null, version: version + 1, updated_at: now, updated_by: actor.uid })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw conflict(CHANGED)
      if ((await store.countOf(trx, room.id)) > MAX_PLANS) throw conflict(MANY)
      const row = await store.planById(trx, actor.scope, id)
      if (!row) throw notFound(nouns.plan)
      // While it was deleted nothing kept its files and voices from being deleted or changed
      const { org_id } = room
      const script = { id, org_id, segments: store.segmentsIn(row), loop: row.loop === 1 }
      const packed = await pack(trx, script, now, notRestored)
      await trx.updateTable('plan').set(packed).where('id', '=', id).execute()
      if (row.enabled === 1) {
        await assertFree(trx, room, [{ id, plan: store.recurrenceOf(row) }], now)
        await book.makeFirings(trx, { ...row, made_until: null })
      }
      return { row: store.rowOf(row), room_id: room.id }
    })
  }

  return { save, remove, restore }
}

/** Its account, its PC and the room itself, in the order in which all hold them: two plans that need the same come one after the other. */
async function held(trx: Queryable<Tables>, actor: Actor, found: Tables['room']) {
  await hold(trx, 'live_account', 'account_id', found.account_id)
  if (found.pc_id !== null) await hold(trx, 'pc', 'id', found.pc_id)
  await hold(trx, 'room', 'id', found.id)
  const room = await store.roomOf(trx, actor.scope, found.room_code)
  if (!room) throw notFound(nouns.room)
  if (room.account_id !== found.account_id || room.pc_id !== found.pc_id) throw conflict(MOVED)
  return room
}

async function planToChange(
  trx: Queryable<Tables>,
  actor: Actor,
  { id = '', version }: Draft,
  room: Tables['room'],
): Promise<PlanRow> {
  const plan = await store.planById(trx, actor.scope, id)
  if (!plan) throw notFound(nouns.plan)
  if (plan.room_id !== room.id) throw invalid({ room_code: OTHER })
  if (plan.version !== version) throw await stale(trx, actor, id)
  return store.rowOf(plan)
}

async function stale(q: Queryable<Tables>, actor: Actor, id: string) {
  const { after } = await shown(q, actor, id)
  const by = await lastSavedBy(q, 'plan', { key: 'id', value: id })
  return savedMeanwhile(nouns.plan, after, by === actor.uid)
}

async function shown(q: Queryable<Tables>, actor: Actor, id: string) {
  const row = await store.planById(q, actor.scope, id)
  if (!row) throw notFound(nouns.plan)
  return { before: undefined, after: store.rowOf(row) }
}

function columnsOf(
  { segments, stop, weekdays, loop, ...draft }: Draft & Pick<Required<Draft>, 'segments'>,
  packed: Awaited<ReturnType<typeof packScript>>,
) {
  const { name, zone, date, start, valid_from, valid_to, late, enabled } = draft
  return {
    name,
    zone,
    start,
    late,
    enabled,
    ...packed,
    date: date ?? null,
    valid_from: date ? null : (valid_from ?? null),
    valid_to: date ? null : (valid_to ?? null),
    weekdays_json: JSON.stringify([...new Set(weekdays)].sort((a, b) => a - b)),
    stop_json: JSON.stringify(stop),
    segments_json: JSON.stringify(segments),
    loop: loop ? 1 : 0,
  }
}

const MANY = words(`最多${MAX_PLANS}个计划`, `At most ${MAX_PLANS} plans`)
const CHANGED = words(
  '计划在删除前后有过变化，不能撤销删除',
  'The plan was changed around its deletion; that cannot be taken back',
)
const MOVED = words('直播间刚有变化，请重试', 'The room has just changed; try again')
const OTHER = words('计划属于另一个直播间，请复制后保存', 'The plan is of another room; copy it')
