import type { Transaction } from 'kysely'
import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import { storable } from '@kaibo/contract/live/event.ts'
import type { Tables } from '#migrations/tables.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import type { Queryable } from '#platform/db/db.ts'
import { endTransactionsWith } from '#platform/db/ending.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'
import type { Platform } from '#platform/platform.ts'
import { append, type NewRow } from './audit.chain.ts'

export interface AuditWriter {
  /** Does the work of a call that writes, and leaves its row. */
  record<Result>(entry: AuditEntry, work: () => Promise<Result>): Promise<Result>
  /** Appends what servers that are gone still owe, now and from time to time. */
  startUp(): Promise<void>
  close(): Promise<void>
}

/** No call takes so long: whoever owes a row longer is gone. */
const OWED_MS = 600_000
const LOOK_EVERY_MS = 60_000

/**
 * One row for each call that has written, whatever ends the server in between: each transaction of the call also stores
 * that a row is owed, so that neither ever stands without the other. When the call succeeds, its row is appended and the debt
 * struck in one transaction; what a killed server left owing is appended later, with what was known by then.
 */
export function createAuditWriter(platform: Platform<Tables>): AuditWriter {
  const { db, clock, ids, seal, log } = platform
  let queue: Promise<unknown> = Promise.resolve()
  let beat: Beat | undefined

  /** In the order they came: two of one server that append at once would only be in each other's way. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  /** `owed`: only while the debt stands: another server may have settled it. */
  const settle = (id: string, row: NewRow, when: 'always' | 'owed') =>
    inTurn(() =>
      db.transaction(async (trx) => {
        if (!(await strike(trx, id)) && when === 'owed') return
        const isWhole = await append(trx, seal, row)
        if (!isWhole) log.error('the audit chain does not end as it was kept: audit:verify')
      }),
    )

  async function settleOwed(before: number): Promise<void> {
    const owed = await db.query
      .selectFrom('audit_pending')
      .selectAll()
      .where('at', '<=', before)
      .orderBy('at')
      .execute()
    for (const { id, at, entry_json } of owed) {
      const entry = JSON.parse(entry_json) as AuditEntry
      await settle(id, rowOf(entry, at, AuditOutcome.interrupted), 'owed')
    }
  }

  return {
    async record(entry, work) {
      const id = ids.next(clock.now())
      let isOpen = true
      let owes = false
      const ending = async (trx: Transaction<Tables>) => {
        // What a call leaves running behind its answer is no part of it.
        if (!isOpen) return
        owes = true
        await owe(trx, id, clock.now(), entry)
      }
      const result = await endTransactionsWith(ending, work)
        .finally(() => {
          isOpen = false
        })
        .catch(async (error: unknown) => {
          if (owes) await strike(db.query, id)
          throw error
        })
      await settle(id, rowOf(entry, clock.now(), null), 'always')
      return result
    },
    async startUp() {
      // A SQLite file has one server at a time: whoever owes there is gone.
      await settleOwed(clock.now() - (db.dialect === 'sqlite' ? 0 : OWED_MS))
      beat = startBeat(
        LOOK_EVERY_MS,
        () => settleOwed(clock.now() - OWED_MS),
        (err) => log.error({ err }, 'audit'),
      )
    },
    async close() {
      await beat?.stop()
    },
  }
}

/** Later transactions of a call know more of it than the first. */
async function owe(trx: Transaction<Tables>, id: string, at: number, entry: AuditEntry) {
  const { actor, origin, ...rest } = entry
  const entry_json = JSON.stringify({
    ...rest,
    actor: { uid: actor.uid, username: actor.username, org_id: actor.org_id },
    origin: { ip: origin.ip, request_id: origin.request_id },
  })
  await trx
    .insertInto('audit_pending')
    .values({ id, at, entry_json })
    .onConflict((c) => c.column('id').doUpdateSet({ entry_json }))
    .execute()
}

async function strike(q: Queryable<Tables>, id: string): Promise<boolean> {
  const { numDeletedRows } = await q
    .deleteFrom('audit_pending')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The hash is over what comes back from the database: what that would alter is altered here, before the hash. */
const rowOf = (entry: AuditEntry, at: number, outcome: string | null): NewRow => ({
  at,
  uid: entry.actor.uid,
  username: storable(entry.actor.username),
  org_id: entry.actor.org_id ?? null,
  action: entry.action,
  target: storable(entry.target ?? ''),
  ip: entry.origin.ip,
  request_id: entry.origin.request_id,
  input_json: JSON.stringify(entry.input ?? null),
  before_json: json(entry.before),
  after_json: json(entry.after),
  reason: entry.reason === undefined ? null : storable(entry.reason),
  outcome,
})

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
