import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Seal } from '#platform/seal.ts'

/** Where the chain ends, sealed with the installation's key: write access to the database alone does not suffice to forge it. */
export interface End {
  seq: number
  hash: string
  /** The first row that was appended with a sealed end; 1, except in installations that are older than sealed ends. */
  since: number
}

const KEY = 'audit_end'
/** Placeholder of a transaction that appends the first row; it is replaced before the commit. */
const NONE = ''

type Kept = End | 'unreadable' | undefined

export async function keptEnd(q: Queryable<Tables>, seal: Seal): Promise<Kept> {
  const kept = q.selectFrom('setting').select('value').where('key', '=', KEY)
  return read(await kept.executeTakeFirst(), seal)
}

/**
 * The same, and locks it until the transaction ends, so that servers append one after the other. Where there is none yet, a
 * placeholder is inserted and locked.
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

/** To be called after `takeEnd` in the same transaction. */
export async function keepEnd(trx: Transaction<Tables>, seal: Seal, end: End): Promise<void> {
  const value = seal.close(JSON.stringify(end))
  await trx.updateTable('setting').set({ value }).where('key', '=', KEY).execute()
}
