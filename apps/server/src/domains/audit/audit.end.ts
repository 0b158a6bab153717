import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Seal } from '#platform/seal.ts'

/** Where the chain ends, sealed with the installation's key: who can write the database alone cannot write this. */
export interface End {
  seq: number
  hash: string
  /** The row with which it was kept first: 1, but in an installation that has rows from before. */
  since: number
}

const KEY = 'audit_end'
/** Only ever seen by the transaction that put it down: it keeps its own end. */
const NONE = ''

type Kept = End | 'unreadable' | undefined

export async function keptEnd(q: Queryable<Tables>, seal: Seal): Promise<Kept> {
  const kept = q.selectFrom('setting').select('value').where('key', '=', KEY)
  return read(await kept.executeTakeFirst(), seal)
}

/**
 * The same, and holds it until the transaction ends: servers that append at once come one after the other. Where there is
 * none yet, an empty one is put down to hold: the first rows, too, have one order.
 */
export async function takeEnd(trx: Transaction<Tables>, seal: Seal): Promise<Kept> {
  const taken = trx
    .insertInto('setting')
    .values({ key: KEY, value: NONE })
    .onConflict((c) => c.column('key').doUpdateSet({ key: KEY }))
    .returning('value')
  return read(await taken.executeTakeFirst(), seal)
}

function read(row: { value: string } | undefined, seal: Seal): Kept {
  if (!row || row.value === NONE) return undefined
  try {
    return JSON.parse(seal.open(row.value)) as End
  } catch {
    return 'unreadable'
  }
}

/** Only what was taken can be kept. */
export async function keepEnd(trx: Transaction<Tables>, seal: Seal, end: End): Promise<void> {
  const value = seal.close(JSON.stringify(end))
  await trx.updateTable('setting').set({ value }).where('key', '=', KEY).execute()
}
