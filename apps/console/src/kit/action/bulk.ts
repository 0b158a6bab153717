import type { Item, Job, Outcome } from '#kit/progress/tasks.ts'
import { wordsOf } from '#client/i18n.ts'
import { refreshAll } from '#client/query.ts'
import type { Session } from '#client/session.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { canAct, type Action, type Bulk } from './action.ts'
import { offerUndo, stepOf } from './undo.ts'
import './action.i18n.ts'

const t = wordsOf('action')

/** At most this many at once: some acts hold a request for up to a minute. */
export const AT_ONCE = 4

export interface BulkPlan<Row> {
  able: Row[]
  /** Why the others are left out, with how many each. */
  refused: { reason: Words; count: number }[]
}

export function planOf<Row>(
  session: Session,
  action: Action<Row>,
  rows: readonly Row[],
): BulkPlan<Row> {
  const plan: BulkPlan<Row> = { able: [], refused: [] }
  for (const row of rows) {
    const can = canAct(session, action, row)
    if (can === true) plan.able.push(row)
    else {
      const same = plan.refused.find(({ reason }) => reason.zh === can.zh)
      if (same) same.count += 1
      else plan.refused.push({ reason: can, count: 1 })
    }
  }
  return plan
}

interface BulkOf<Row> {
  name: Words
  bulk: Bulk<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}

/** `批量停用 3 个账号` */
export const actOn = (act: Words, items: Words): Words =>
  words(`${act.zh} ${items.zh}`, `${act.en} ${items.en}`)

/** An act on many rows as a task. Each row has an outcome of its own; trying again leaves out what is done. */
export function bulkJob<Row>({ name, bulk, rows, keyOf, nameOf }: BulkOf<Row>): Job {
  const outcomes = new Map<Row, Outcome>(rows.map((row) => [row, { state: 'waiting' }]))
  const progress = (): { kind: 'items'; items: Item[] } => ({
    kind: 'items',
    items: Array.from(outcomes, ([row, outcome]) => ({
      key: keyOf(row),
      name: nameOf(row),
      outcome,
    })),
  })
  /** What each row was answered that can still be taken back. */
  let answers: [row: Row, answer: unknown][] = []
  const run = async (row: Row) => {
    const answer = await bulk.run(row)
    answers.push([row, answer])
  }
  const offer = ({ undo, refreshes }: Bulk<Row>) => {
    const done = answers
    answers = []
    if (!undo || done.length === 0) return
    const isAll = done.length === rows.length
    const said = t(isAll ? 'all_done' : 'part_done', { what: name, count: done.length })
    const steps = done.map(([row, answer]) => stepOf(undo, row, answer))
    offerUndo({ said, steps, refreshes })
  }
  return {
    name,
    begin: progress(),
    async work(tell, signal) {
      const left = rows.filter((row) => outcomes.get(row)?.state !== 'done')
      for (const row of left) outcomes.set(row, { state: 'waiting' })
      tell(progress())
      const note = (row: Row, outcome: Outcome) => {
        outcomes.set(row, outcome)
        tell(progress())
      }
      await runEach(left, run, note, signal)
      refreshAll(bulk.refreshes)
      offer(bulk)
    },
  }
}

/** Works through the rows, a few at a time, and reports each outcome. A failed row does not stop the others. */
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
      (error: Error) => tell(row, { state: 'failed', error }),
    )
  }
  // All workers take from one iterator, so each row is done once.
  const worker = async () => {
    for (const row of waiting) await one(row)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
