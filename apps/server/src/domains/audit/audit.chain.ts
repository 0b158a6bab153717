import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Seal } from '#platform/seal.ts'
import { keepEnd, takeEnd } from './audit.end.ts'

export type ChainRow = Tables['audit']
/** A row that is not in the chain yet, and so has no number and no hash. */
export type NewRow = Omit<ChainRow, 'seq' | 'prev_hash' | 'hash'>

export const FIRST_LINK = ''

/** Hash over every column in a fixed order. Three columns were added later: they count only where they are not null. */
export const hashOf = (row: Omit<ChainRow, 'seq' | 'hash'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.prev_hash,
        row.at,
        row.uid,
        row.username,
        row.action,
        row.target,
        row.ip,
        row.request_id,
        row.input_json,
        row.before_json,
        row.after_json,
        row.reason,
        ...(row.outcome === null ? [] : [row.outcome]),
        ...(row.org_id === null ? [] : [{ org_id: row.org_id }]),
        ...(row.target_id === null ? [] : [{ target_id: row.target_id }]),
      ]),
    )
    .digest('hex')

/**
 * Appends a row. Its hash covers the row and the hash before it, so that a changed, removed or inserted row breaks the chain;
 * the sealed end is moved with it, so that a removed end is noticed. Answers false when the chain does not end as the sealed
 * end says: that end is left as it is, for `verifyChain` to report.
 */
export async function append(trx: Transaction<Tables>, seal: Seal, draft: NewRow) {
  const kept = await takeEnd(trx, seal)
  const last = await newest(trx)
  const row = { ...draft, prev_hash: last?.hash ?? FIRST_LINK }
  const end = { seq: (last?.seq ?? 0) + 1, hash: hashOf(row) }
  await trx
    .insertInto('audit')
    .values({ ...row, ...end })
    .execute()
  if (kept === 'unreadable') return false
  if (kept && (kept.seq !== last?.seq || kept.hash !== last.hash)) return false
  await keepEnd(trx, seal, { ...end, since: kept?.since ?? end.seq })
  return true
}

const newest = (q: Queryable<Tables>) =>
  q.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
