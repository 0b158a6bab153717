import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'

type Q = Queryable<Tables>

/**
 * An audit row that is still to be appended. Each transaction of a call stores it together with the call's writes, so that the
 * row is appended later even if the server ends in between.
 */
export interface Debt {
  id: string
  at: number
  entry: AuditEntry
  /** How the row says that the call ended; null where it did what it was asked. */
  outcome: string | null
}

/** Stores the debt; a later transaction of the same call replaces its entry, which has more detail by then. */
export async function owe(
  trx: Transaction<Tables>,
  { id, at, entry, outcome }: Debt,
): Promise<void> {
  const entry_json = textOf(entry)
  await trx
    .insertInto('audit_pending')
    .values({ id, at, entry_json, outcome })
    .onConflict((on) => on.column('id').doUpdateSet({ entry_json }))
    .execute()
}

/** Marks the debt as finished, with its complete entry: from now on any server can append its row. */
export async function finish(
  q: Q,
  { id, at, entry, outcome }: Debt,
  isOwed: boolean,
): Promise<void> {
  const finished = { entry_json: textOf(entry), finished_at: at, outcome }
  if (isOwed) await q.updateTable('audit_pending').set(finished).where('id', '=', id).execute()
  else
    await q
      .insertInto('audit_pending')
      .values({ id, at, ...finished })
      .execute()
}

/** Deletes the debt; false where it is gone already, because another server has appended its row. */
export async function strike(q: Q, id: string): Promise<boolean> {
  const { numDeletedRows } = await q
    .deleteFrom('audit_pending')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Debts that were finished before `finishedBy`, and unfinished ones that are older than `silentSince`. */
export const readDebts = (q: Q, finishedBy: number, silentSince: number) =>
  q
    .selectFrom('audit_pending')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('finished_at', '<=', finishedBy),
        eb.and([eb('finished_at', 'is', null), eb('at', '<=', silentSince)]),
      ]),
    )
    .orderBy('at')
    .execute()

const textOf = ({ actor, origin, ...rest }: AuditEntry): string =>
  JSON.stringify({
    ...rest,
    actor: { uid: actor.uid, username: actor.username, org_id: actor.org_id },
    origin: { ip: origin.ip, request_id: origin.request_id },
  })
