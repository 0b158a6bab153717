import { canAct, type Action } from './action.ts'
import type { Session } from '#client/session.ts'

/** At most this many at once: some acts hold a request for up to a minute. */
export const AT_ONCE = 4

export type Outcome =
  | { state: 'running' | 'done' | 'skipped' }
  | { state: 'failed'; message: string }

export interface BulkPlan<Row> {
  able: Row[]
  /** Why the others are left out, with how many each. */
  refused: Map<string, number>
}

export function planOf<Row>(
  session: Session,
  action: Action<Row>,
  rows: readonly Row[],
): BulkPlan<Row> {
  const plan: BulkPlan<Row> = { able: [], refused: new Map() }
  for (const row of rows) {
    const can = canAct(session, action, row)
    if (can === true) plan.able.push(row)
    else plan.refused.set(can, (plan.refused.get(can) ?? 0) + 1)
  }
  return plan
}

/** Works through the rows, a few at a time, and tells how each went. One that fails stops none of the others. */
export async function runEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  tell: (row: Row, outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = rows.values()
  const one = async (row: Row) => {
    if (signal.aborted) return tell(row, { state: 'skipped' })
    tell(row, { state: 'running' })
    await run(row).then(
      () => tell(row, { state: 'done' }),
      (error: Error) => tell(row, { state: 'failed', message: error.message }),
    )
  }
  // All take from the same iterator: each row goes to whoever is free.
  const worker = async () => {
    for (const row of waiting) await one(row)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
