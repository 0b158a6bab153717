import { createHash } from 'node:crypto'
import type { Tables } from '#migrations/tables.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'
import type { Platform } from '#platform/platform.ts'

type Row = Omit<Tables['audit'], 'seq' | 'hash'>

export interface Audit {
  record(entry: AuditEntry): Promise<void>
}

const FIRST_LINK = ''
const MAX_TRIES = 20

/**
 * Append-only. Each row's hash covers the row and the hash before it, so a row that is changed, removed or put in between
 * breaks the chain (`verifyAudit`). Two servers that append at once collide on `prev_hash`, and the later tries again.
 */
export function createAudit({ db, clock }: Platform<Tables>): Audit {
  let queue: Promise<unknown> = Promise.resolve()

  async function append(entry: AuditEntry): Promise<void> {
    for (let tries = 1; ; tries++) {
      const last = await db.query
        .selectFrom('audit')
        .select('hash')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst()
      const row = rowOf(entry, clock.now(), last?.hash ?? FIRST_LINK)
      const added = await db.query
        .insertInto('audit')
        .values({ ...row, hash: hashOf(row) })
        .onConflict((c) => c.column('prev_hash').doNothing())
        .executeTakeFirst()
      if (added.numInsertedOrUpdatedRows === 1n) return
      if (tries === MAX_TRIES) throw new Error('audit row could not be appended')
    }
  }

  return {
    record(entry) {
      const done = queue.then(() => append(entry))
      queue = done.catch(() => {})
      return done
    },
  }
}

function rowOf(entry: AuditEntry, at: number, prev_hash: string): Row {
  return {
    at,
    uid: entry.actor.uid,
    username: entry.actor.username,
    action: entry.action,
    target: entry.target ?? '',
    ip: entry.origin.ip,
    request_id: entry.origin.request_id,
    input_json: JSON.stringify(entry.input ?? null),
    before_json: json(entry.before),
    after_json: json(entry.after),
    reason: entry.reason ?? null,
    prev_hash,
  }
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Every column in one fixed order. */
export const hashOf = (row: Row): string =>
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
      ]),
    )
    .digest('hex')

/** Reads the whole chain; answers the first row that does not fit, if there is one. */
export async function verifyAudit(
  db: Platform<Tables>['db'],
): Promise<{ rows: number; broken: number | undefined }> {
  const rows = await db.query.selectFrom('audit').selectAll().orderBy('seq').execute()
  let link = FIRST_LINK
  for (const row of rows) {
    if (row.prev_hash !== link || row.hash !== hashOf(row)) {
      return { rows: rows.length, broken: row.seq }
    }
    link = row.hash
  }
  return { rows: rows.length, broken: undefined }
}
