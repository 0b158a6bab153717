import { setImmediate as othersGoOn } from 'node:timers/promises'
import type { Tables } from '#migrations/tables.ts'
import type { Db } from '#platform/db/db.ts'
import type { Seal } from '#platform/seal.ts'
import { FIRST_LINK, hashOf, type ChainRow } from './audit.chain.ts'
import { keptEnd } from './audit.end.ts'

/** The first row that was altered, or after which a row is missing. */
export interface Break {
  row: Pick<ChainRow, 'seq' | 'at' | 'username' | 'action'> | undefined
  why: string
}

export interface Verdict {
  rows: number
  /** The newest row that was checked. */
  end: { seq: number; hash: string }
  /** Removal of rows at the end is noticed from this row on. */
  since: number
  broken: Break | undefined
}

const PAGE = 500

/** Checks the whole chain, page by page, while the server may go on appending. Throws when it is told to end. */
export async function verifyChain(
  db: Db<Tables>,
  seal: Seal,
  signal?: AbortSignal,
): Promise<Verdict> {
  let rows = 0
  let end = { seq: 0, hash: FIRST_LINK }
  let last: ChainRow | undefined

  async function walk(upTo?: number): Promise<Break | undefined> {
    for (;;) {
      signal?.throwIfAborted()
      await othersGoOn()
      const page = await pageAfter(db, end.seq, upTo)
      for (const row of page) {
        const why = flawOf(row, end)
        if (why) return { row, why }
        rows += 1
        end = row
        last = row
      }
      if (page.length < PAGE) return undefined
    }
  }

  const verdict = (broken?: Break, since = 0): Verdict => {
    const { seq, hash } = end
    return { rows, end: { seq, hash }, since, broken }
  }

  const inside = await walk()
  if (inside) return verdict(inside)
  const kept = await keptEnd(db.query, seal)
  const read = end.seq
  if (kept === undefined) {
    return read === 0 ? verdict() : verdict({ row: last, why: '链尾记录缺失，其后可能有行被删除' })
  }
  if (kept === 'unreadable') {
    return verdict({ row: last, why: '链尾记录无法解开：被改动，或密钥文件不是原来的' })
  }
  // Rows and the sealed end are stored in one transaction, so no row read before the sealed end can come after it.
  if (kept.seq < read) {
    const row = await rowAt(db, kept.seq + 1)
    return verdict({ row, why: '在链尾记录之后，不是由服务写入的' })
  }
  const late = await walk(kept.seq)
  if (late) return verdict(late)
  if (end.seq < kept.seq) {
    return verdict({ row: last, why: `其后到第 ${kept.seq} 条的行被删除` })
  }
  if (end.hash !== kept.hash) return verdict({ row: last, why: '与链尾记录不符，链被重写' })
  return verdict(undefined, kept.since)
}

function flawOf(row: ChainRow, before: { seq: number; hash: string }): string | undefined {
  if (row.seq !== before.seq + 1) return `其前缺第 ${before.seq + 1} 条`
  if (row.hash !== hashOf(row)) return '内容与校验值不符'
  if (row.prev_hash !== before.hash) return '与前一条不相连'
  return undefined
}

const pageAfter = (db: Db<Tables>, seq: number, upTo?: number) =>
  db.query
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>', seq)
    .$if(upTo !== undefined, (some) => some.where('seq', '<=', upTo ?? 0))
    .orderBy('seq')
    .limit(PAGE)
    .execute()

const rowAt = (db: Db<Tables>, seq: number) =>
  db.query.selectFrom('audit').selectAll().where('seq', '=', seq).executeTakeFirst()
