import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { OUTSIDE, type LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'

/** A row of the list, by what puts it in its place. */
interface Found {
  id: string
  gift_fen: number
  gift_count: number
}

/** The rows in the same order. One that is gone meanwhile is left out. */
export async function incomeRows(
  db: Db<Tables>,
  found: readonly Found[],
): Promise<LiveIncomeRow[]> {
  const outside = found.map(({ id }) => partIdOf(id)).filter((id) => id !== undefined)
  const runs = found.map(({ id }) => id).filter((id) => partIdOf(id) === undefined)
  const rows = new Map<string, Omit<LiveIncomeRow, keyof Found>>([
    ...(outside.length > 0 ? await outsideRows(db, outside) : []),
    ...(runs.length > 0 ? await runRows(db, runs) : []),
  ])
  return found.flatMap(({ id, gift_fen, gift_count }) => {
    const row = rows.get(id)
    return row ? [{ id, gift_fen, gift_count, ...row }] : []
  })
}

/** The number of what came in outside runs; undefined for the id of a run. */
export const partIdOf = (id: string): number | undefined =>
  id.startsWith(OUTSIDE) ? Number(id.slice(OUTSIDE.length)) : undefined

const OF_BOTH = [
  'account.account_id',
  'account.nickname',
  'account.platform',
  'org.id as org_id',
  'org.name as org_name',
] as const

interface OfBoth extends Pick<LiveIncomeRow['account'], 'account_id' | 'nickname' | 'platform'> {
  org_id: string
  org_name: string
}
const whose = ({ account_id, nickname, platform, org_id, org_name }: OfBoth) => ({
  account: { account_id, nickname, platform },
  org: { id: org_id, name: org_name },
})

async function runRows(db: Db<Tables>, run_ids: readonly string[]) {
  const runs = await db.query
    .selectFrom('run')
    .innerJoin('live_account as account', 'account.account_id', 'run.account_id')
    .innerJoin('org', 'org.id', 'run.org_id')
    .select([
      'run.run_id',
      'run.room_code',
      'run.room_name',
      'run.day',
      'run.started_at',
      'run.ended_at',
      'run.end_cause',
      'run.gift_fen as run_fen',
      'run.payers',
      'run.danmu',
      'run.viewers',
      'run.money_unsent',
      'run.is_demo',
      ...OF_BOTH,
    ])
    .where('run.run_id', 'in', run_ids)
    .execute()
  return runs.map(({ account_id, nickname, platform, org_id, org_name, ...run }) => {
    const of = whose({ account_id, nickname, platform, org_id, org_name })
    return [run.run_id, { ...run, ...of }] as const
  })
}

async function outsideRows(db: Db<Tables>, ids: readonly number[]) {
  const parts = await db.query
    .selectFrom('income_part as part')
    .innerJoin('room', 'room.id', 'part.room_id')
    .innerJoin('live_account as account', 'account.account_id', 'part.account_id')
    .innerJoin('org', 'org.id', 'part.org_id')
    .select([
      'part.id',
      'part.day',
      'room.room_code',
      'room.name as room_name',
      'room.is_demo',
      ...OF_BOTH,
    ])
    .where('part.id', 'in', ids)
    .execute()
  return parts.map(({ id, day, room_code, room_name, is_demo, ...of }) => {
    const row = { ...OF_NO_RUN, day, room_code, room_name, is_demo, ...whose(of) }
    return [`${OUTSIDE}${id}`, row] as const
  })
}

const OF_NO_RUN = {
  run_id: null,
  started_at: null,
  ended_at: null,
  end_cause: null,
  run_fen: null,
  payers: null,
  danmu: null,
  viewers: null,
  money_unsent: 0,
} as const
