import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Queryable } from '#platform/db/db.ts'
import { instanceKey, readKey } from '#platform/instance-key.ts'
import { createSeal, type Seal } from '#platform/seal.ts'
import { StartFault } from '#platform/start-fault.ts'
import type { Tables } from './migrations/tables.ts'

const PIN = 'key_print'
/** The end of the audit's chain, which is sealed. */
const AUDIT_END = 'audit_end'

/**
 * The key of the data folder, if it is the database's: its fingerprint is kept in the database, and only a key that opens what is sealed
 * there can be the first. No key is made for a database that has been used.
 */
export async function pinnedSeal(db: Db<Tables>, dataDir: string): Promise<Seal> {
  const file = join(dataDir, 'secret.key')
  const pin = await pinOf(db.query)
  if (!readKey(file) && (pin !== undefined || (await isUsed(db.query))))
    throw new StartFault(
      `缺少密钥文件，没有它读不出数据库中已保存的密钥和凭据。请从备份或另一台服务器复制到：${file}`,
    )
  const seal = createSeal(instanceKey(file))
  const print = seal.sign('fingerprint', 'kaibo')
  if (pin === undefined) {
    if (!(await opensAll(db.query, seal))) throw notTheKey(file)
    await db.query
      .insertInto('setting')
      .values({ key: PIN, value: print })
      .onConflict((on) => on.doNothing())
      .execute()
  }
  // Of two servers that begin at once the first has made the pin.
  if ((await pinOf(db.query)) !== print) throw notTheKey(file)
  return seal
}

const notTheKey = (file: string) =>
  new StartFault(
    `密钥文件与数据库不符，用它保存的内容别的服务器都读不出。请从备份或另一台服务器复制正确的文件到：${file}`,
  )

async function pinOf(q: Queryable<Tables>): Promise<string | undefined> {
  const row = await q
    .selectFrom('setting')
    .select('value')
    .where('key', '=', PIN)
    .executeTakeFirst()
  return row?.value
}

async function isUsed(q: Queryable<Tables>): Promise<boolean> {
  return (await q.selectFrom('account').select('uid').limit(1).executeTakeFirst()) !== undefined
}

/** What was sealed first, of each kind: a key that came later opens none of it. */
async function opensAll(q: Queryable<Tables>, seal: Seal): Promise<boolean> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from (select push_secret_sealed as sealed from live_account
      order by created_at limit 1) as one
    union all select sealed from (select otp_sealed as sealed from account
      where otp_sealed is not null order by created_at limit 1) as other`.execute(q)
  const first = rows.map(({ sealed }) => sealed).filter((sealed) => sealed !== '')
  if (first.length > 0) return first.every((sealed) => opens(seal, sealed))
  const end = await q
    .selectFrom('setting')
    .select('value')
    .where('key', '=', AUDIT_END)
    .executeTakeFirst()
  return end === undefined || opens(seal, end.value)
}

function opens(seal: Seal, sealed: string): boolean {
  try {
    seal.open(sealed)
    return true
  } catch {
    return false
  }
}
