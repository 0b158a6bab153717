import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'

type Q = Queryable<Tables>

export interface Debt {
  id: string
  at: number
  entry: AuditEntry
  /** How the row says that the call ended; null where it did what it was asked. */
  outcome: string | null
}

/** Later transactions of a call know more of it than the first. */
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

/** The call's work is done: whoever finds the debt from now on knows all there is to know. */
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

/** False where it does not stand any more: somebody else has settled it. */
export async function strike(q: Q, id: string): Promise<boolean> {
  const { numDeletedRows } = await q
    .deleteFrom('audit_pending')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The debts of calls that were done by `finishedBy`, and of those that have not been heard of since `silentSince`. */
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
