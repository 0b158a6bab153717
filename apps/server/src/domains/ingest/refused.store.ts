import { sql, type Transaction } from 'kysely'
import type { RefusalCode } from '@kaibo/contract/income/refused.enums.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { RefusedRow } from './refuse.ts'

type Trx = Transaction<Tables>

/** A row of refused events that was written. */
export interface RefusedChange {
  id: number
  org_id: string
}

/** PostgreSQL takes 65,535 parameters a statement, SQLite 32,766; a row has twenty-nine. */
const ROWS_AT_ONCE = 500

/** Saves refusals. A repeated one raises `seen` of its row; while the row is open, it also gets the latest reason. */
export async function saveRefused(trx: Trx, rows: readonly RefusedRow[]): Promise<RefusedChange[]> {
  const once = new Map<string, RefusedRow>()
  for (const row of rows) {
    const key = `${row.org_id} ${row.key}`
    once.set(key, { ...row, seen: (once.get(key)?.seen ?? 0) + row.seen })
  }
  const ordered = [...once.values()]
  const changes: RefusedChange[] = []
  for (let i = 0; i < ordered.length; i += ROWS_AT_ONCE) {
    const saved = await trx
      .insertInto('refused_event')
      .values(ordered.slice(i, i + ROWS_AT_ONCE))
      .onConflict((on) =>
        on.columns(['org_id', 'key']).doUpdateSet((eb) => ({
          seen: eb('refused_event.seen', '+', eb.ref('excluded.seen')),
          seen_at: eb.ref('excluded.seen_at'),
          code: whileOpen<RefusalCode>('code'),
          reason: whileOpen<string>('reason'),
          reason_en: whileOpen<string | null>('reason_en'),
        })),
      )
      .returning(['id', 'org_id'])
      .execute()
    changes.push(...saved)
  }
  return changes
}

const whileOpen = <Value>(column: 'code' | 'reason' | 'reason_en') => {
  const [old, fresh] = [sql.ref(`refused_event.${column}`), sql.ref(`excluded.${column}`)]
  return sql<Value>`case when refused_event.state = 'open' then ${fresh} else ${old} end`
}

/** Locks one row of the organisation until the transaction ends, so that two decisions on it run one after the other. */
export const takeRefused = (trx: Trx, id: number, org_id: string | undefined) =>
  trx
    .updateTable('refused_event')
    .set((eb) => ({ seen: eb.ref('seen') }))
    .where('id', '=', id)
    .where((eb) => eb.and({ org_id }))
    .returningAll()
    .executeTakeFirst()

export type LockedRefusal = NonNullable<Awaited<ReturnType<typeof takeRefused>>>

export const markAdmitted = (trx: Trx, id: number, decided_by: string, decided_at: number) =>
  trx
    .updateTable('refused_event')
    .set({ state: 'admitted', decided_by, decided_at, note: null, note_en: null })
    .where('id', '=', id)
    .execute()

export const sayWhy = (trx: Trx, id: number, code: RefusalCode, { zh, en }: Words) =>
  trx
    .updateTable('refused_event')
    .set({ code, reason: zh, reason_en: en })
    .where('id', '=', id)
    .execute()

/** The organisation of each PC and each live account. */
export async function orgsOf(
  trx: Trx,
  pc_ids: readonly string[],
  account_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const pcs =
    pc_ids.length === 0
      ? []
      : await trx.selectFrom('pc').select(['id', 'org_id']).where('id', 'in', pc_ids).execute()
  const accounts =
    account_ids.length === 0
      ? []
      : await trx
          .selectFrom('live_account')
          .select(['account_id as id', 'org_id'])
          .where('account_id', 'in', account_ids)
          .execute()
  return new Map([...pcs, ...accounts].map((row) => [row.id, row.org_id]))
}
