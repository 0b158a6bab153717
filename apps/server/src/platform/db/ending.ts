import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'

/** The last statements of a transaction: stored exactly when what was written before them is. */
export type Ending<Tables> = (trx: Transaction<Tables>) => Promise<void>

/** Hears of what no call answers for. */
export type OnError = (error: unknown) => void

/** An `Ending` of the tables of the one database that a process has. */
const present = new AsyncLocalStorage<unknown>()

/**
 * Every transaction that is opened within `work` ends with `ending`. Who opens one need not know; work that is still going
 * on when `work` has answered keeps the ending, which must know by itself that its time is over.
 */
export const endTransactionsWith = <Tables, Result>(
  ending: Ending<Tables>,
  work: () => Promise<Result>,
): Promise<Result> => present.run(ending, work)

const waiting = new WeakMap<object, (() => void)[]>()

/** Does this once the transaction stands, and never if it does not: nobody hears of what was taken back. */
export function afterCommit(trx: object, act: () => void): void {
  const acts = waiting.get(trx)
  if (!acts) throw new Error('this needs an open transaction')
  acts.push(act)
}

const warn: OnError = (error) => process.emitWarning(String(error))

/**
 * `Db.transaction`, for both dialects. What fails after the commit is only told to `onError`: it stands, and whoever asked
 * for it must not hear otherwise and ask again.
 */
export function transactionsOf<Tables>(query: Kysely<Tables>, onError: OnError = warn) {
  return async <Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> => {
    const acts: (() => void)[] = []
    const result = await query.transaction().execute(async (trx) => {
      waiting.set(trx, acts)
      const done = await work(trx)
      await (present.getStore() as Ending<Tables> | undefined)?.(trx)
      return done
    })
    for (const act of acts) {
      try {
        act()
      } catch (error) {
        onError(error)
      }
    }
    return result
  }
}
