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
  /** Does the work of a call that writes, and leaves its row. What it answers or throws is the work's own, whatever becomes of the row. */
  record<Result>(entry: AuditEntry, work: () => Promise<Result>): Promise<Result>
  /** Appends what is still owed, now and from time to time. */
  startUp(): Promise<void>
  close(): Promise<void>
}

/** No call takes so long: whoever owes a row longer is gone. */
const OWED_MS = 600_000
/** Nobody is about to settle what was done so long ago. */
const SETTLING_MS = 5_000

interface Pace {
  /** How long an answer waits for its row; a row that takes longer follows. */
  patienceMs: number
  /** How often what could not be settled is tried again. */
  lookEveryMs: number
}

const PACE: Pace = { patienceMs: 5_000, lookEveryMs: 15_000 }

/** What a call of this server owes; `isOwed` where the debt stands in the database too. */
interface OwnDebt extends Debt {
  isOwed: boolean
}

/**
 * One row for each call that has written, whatever ends the server in between: each transaction of the call also stores
 * that a row is owed, so that neither ever stands without the other. When the call's work is done its row is appended and the
 * debt struck in one transaction. Where that fails, the debt is kept with all that the row will say, and settled later; the
 * call is done and says so.
 */
export function createAuditWriter(platform: Platform<Tables>, pace: Pace = PACE): AuditWriter {
  const { db, clock, ids, seal, log } = platform
  let queue: Promise<unknown> = Promise.resolve()
  let beat: Beat | undefined
  /** Rows under way for longer than an answer waits: until they are through, no other answer waits. */
  let late = 0
  /** What could not even be kept as a debt, and what could not be struck: done once the database takes it. */
  const undone = new Map<string, () => Promise<void>>()

  /** In the order they came: two of one server that append at once would only be in each other's way. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  /** The debt is struck last: while the chain is held up, it stays open to whoever marks it as finished. */
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

  /** Answers when the row stands, or will in time. */
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

  /** It is kept in the database, for whoever looks next; where that fails too, here. */
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

  /** A call that refuses leaves no row. */
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

  /** One that cannot be settled keeps no other from it. */
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
        // What a call leaves running behind its answer is no part of it.
        if (!isOpen) return
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
          // What it wrote before it failed stands.
          else if (isOwed) await settleOwn(debt(AuditOutcome.interrupted))
          throw error
        })
      await settleOwn(debt(null))
      return result
    },
    async startUp() {
      // A SQLite file has one server at a time: whoever owes there is gone.
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

/** Another server was faster: what was appended here is taken back. */
class SettledElsewhere extends Error {}

/** Waits for the work, but no longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
