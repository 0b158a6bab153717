import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'

/** The last statements of a transaction, committed or rolled back together with what was written before them. */
export type Ending<Tables> = (trx: Transaction<Tables>) => Promise<void>

/** Is told of errors that no call answers. */
export type OnError = (error: unknown) => void

/** Holds an `Ending` of the tables of the one database that a process has. */
const currentEnding = new AsyncLocalStorage<unknown>()

/**
 * Every transaction opened within `work` ends with `ending`, without the code that opens it knowing. Something that `work`
 * started and did not await still has the ending afterwards: the ending itself has to ignore such late transactions.
 */
export const endTransactionsWith = <Tables, Result>(
  ending: Ending<Tables>,
  work: () => Promise<Result>,
): Promise<Result> => currentEnding.run(ending, work)

const waiting = new WeakMap<object, (() => void)[]>()

/** Calls `act` after the transaction has committed; never where it is rolled back, so that nobody is told of undone writes. */
export function afterCommit(trx: object, act: () => void): void {
  const acts = waiting.get(trx)
  if (!acts) throw new Error('this needs an open transaction')
  acts.push(act)
}

const warn: OnError = (error) => process.emitWarning(String(error))

/**
 * `Db.transaction`, for both dialects. An error after the commit is only passed to `onError`: the write is done, and a caller
 * that got an error would try again.
 */
export function transactionsOf<Tables>(query: Kysely<Tables>, onError: OnError = warn) {
  return async <Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result> => {
    const acts: (() => void)[] = []
    const result = await query.transaction().execute(async (trx) => {
      waiting.set(trx, acts)
      const done = await work(trx)
      await (currentEnding.getStore() as Ending<Tables> | undefined)?.(trx)
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
