import type { Transaction } from 'kysely'
import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import { endTransactionsWith } from '#platform/db/ending.ts'
import { Fault } from '#platform/fault.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'
import type { Platform } from '#platform/platform.ts'
import { append } from './audit.chain.ts'
import { finish, owe, readDebts, strike, type Debt } from './audit.debts.store.ts'
import { rowOf } from './audit.row.ts'

export interface AuditWriter {
  /** Runs the work of a call and appends its audit row. Answers or throws what the work does, even if the row has to wait. */
  record<Result>(entry: AuditEntry, work: () => Promise<Result>): Promise<Result>
  /** Appends the rows of all debts that were left over, now and then periodically. */
  startUp(): Promise<void>
  close(): Promise<void>
}

/** No call takes this long: an unfinished debt that is older is from a server that has ended. */
const OWED_MS = 600_000
/** A finished debt that is older than this is not being settled by its own server any more. */
const SETTLING_MS = 5_000

interface Pace {
  /** How long a call waits for its row before it answers; a slower row is appended after the answer. */
  patienceMs: number
  /** How often debts that could not be settled are tried again. */
  lookEveryMs: number
}

const PACE: Pace = { patienceMs: 5_000, lookEveryMs: 15_000 }

/** A debt of a running call of this server; `isOwed` once it is in the database. */
interface OwnDebt extends Debt {
  isOwed: boolean
}

/**
 * Leaves one audit row for each call that has written, even if the server ends in between (ADR 0009). Each transaction of the
 * call also stores a debt: the note that an audit row is still to be appended. When the call's work is done, the row is appended
 * and the debt deleted in one transaction ("settled"). Where that fails, the debt is kept with the complete entry and settled
 * later; the call itself has succeeded and is answered so.
 */
export function createAuditWriter(platform: Platform<Tables>, pace: Pace = PACE): AuditWriter {
  const { db, clock, ids, seal, log } = platform
  let queue: Promise<unknown> = Promise.resolve()
  let beat: Beat | undefined
  /** Rows that took longer than `patienceMs` and are still being appended; meanwhile no other call waits for its row. */
  let late = 0
  /** Debts, by id, that could be neither settled nor stored, or not deleted: tried again until the database accepts it. */
  const undone = new Map<string, () => Promise<void>>()

  /** Runs one piece of work at a time: appends lock the chain's end, so running several at once gains nothing. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  /** The debt is deleted last: while the append waits for the chain's lock, `keep` can still mark the debt as finished. */
  const settle = (debt: Debt, isOwed: boolean) =>
    inTurn(() =>
      db
        .transaction(async (trx) => {
          const isWhole = await append(trx, seal, rowOf(debt.entry, debt.at, debt.outcome))
          if (isOwed && !(await strike(trx, debt.id))) throw new SettledElsewhere()
          if (!isWhole) log.error('the audit chain does not end as it was kept: audit:verify')
        })
        .catch((error: unknown) => {
          if (!(error instanceof SettledElsewhere)) throw error
        }),
    )

  /** Resolves when the row is appended, or is sure to be appended later. */
  async function settleOwn(debt: OwnDebt): Promise<void> {
    const row = { isThrough: false, isLate: false }
    const settling = settle(debt, debt.isOwed)
      .catch((error: unknown) => putOff(debt, error))
      .finally(() => {
        if (row.isLate) late -= 1
        row.isThrough = true
      })
    await within(late > 0 ? 0 : pace.patienceMs, settling)
    if (row.isThrough) return
    row.isLate = true
    late += 1
    log.warn({ action: debt.entry.action }, 'an audit row takes its time; the call is answered')
    if (debt.isOwed) await keep(debt)
  }

  /** Keeps the debt in the database, to be settled by any server; where that fails too, in memory. */
  async function putOff(debt: OwnDebt, error: unknown): Promise<void> {
    log.error({ err: error, action: debt.entry.action }, 'an audit row is put off')
    await keep(debt)
  }

  async function keep(debt: OwnDebt): Promise<void> {
    try {
      await finish(db.query, debt, debt.isOwed)
    } catch (error) {
      log.error({ err: error, action: debt.entry.action }, 'an audit row is kept in memory')
      undone.set(debt.id, () => settle(debt, debt.isOwed))
    }
  }

  /** Deletes the debt of a call that answered an error: such a call leaves no row. */
  async function forgive(id: string): Promise<void> {
    try {
      await strike(db.query, id)
    } catch (error) {
      log.error({ err: error }, 'a debt of the audit could not be struck')
      undone.set(id, async () => void (await strike(db.query, id)))
    }
  }

  async function settleOwed(silentSince: number): Promise<void> {
    for (const [id, act] of undone) {
      if (await tried(act)) undone.delete(id)
    }
    const finishedBy = clock.now() - SETTLING_MS
    for (const { id, at, entry_json, finished_at, outcome } of await readDebts(
      db.query,
      Math.max(finishedBy, silentSince),
      silentSince,
    )) {
      await tried(async () => {
        const entry = JSON.parse(entry_json) as AuditEntry
        await settle({ id, at: finished_at ?? at, entry, outcome }, true)
      })
    }
  }

  /** Runs one of several pieces of work; an error is logged, so that the others go on. */
  async function tried(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      log.error({ err: error }, 'an audit row is still owed')
      return false
    }
  }

  return {
    async record(entry, work) {
      const id = ids.next(clock.now())
      let isOpen = true
      let isOwed = false
      const debt = (outcome: string | null) => ({ id, at: clock.now(), entry, outcome, isOwed })
      const ending = async (trx: Transaction<Tables>) => {
        // Transactions that run after the call has answered are not part of it.
        if (!isOpen || entry.covered) return
        isOwed = true
        const outcome = entry.stepwise ? AuditOutcome.interrupted : null
        await owe(trx, { id, at: clock.now(), entry, outcome })
      }
      const result = await endTransactionsWith(ending, work)
        .finally(() => {
          isOpen = false
        })
        .catch(async (error: unknown) => {
          if (isOwed && error instanceof Fault) await forgive(id)
          // It failed after a transaction was committed: those writes remain and get their row.
          else if (isOwed) await settleOwn(debt(AuditOutcome.interrupted))
          throw error
        })
      if (!entry.covered || isOwed) await settleOwn(debt(null))
      return result
    },
    async startUp() {
      // On SQLite only one server runs: a debt found at its start is from a server that has ended.
      await settleOwed(clock.now() - (db.dialect === 'sqlite' ? 0 : OWED_MS))
      beat = startBeat(
        pace.lookEveryMs,
        () => settleOwed(clock.now() - OWED_MS),
        (err) => log.error({ err }, 'audit'),
      )
    },
    async close() {
      await beat?.stop()
      await within(pace.patienceMs, queue)
    },
  }
}

/** Another server has settled the debt: the transaction is rolled back, so that the row is not appended twice. */
class SettledElsewhere extends Error {}

/** Waits for the work, but no longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
