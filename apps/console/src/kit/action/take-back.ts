import { refreshAll } from '#client/query.ts'
import { wordsOf } from '#client/i18n.ts'
import { runAtOnce } from './at-once.ts'
import { bulkJob } from './bulk.ts'
import type { Step, Undoable } from './undo.ts'
import './action.i18n.ts'

const t = wordsOf('action')

/** Takes back what was done. Answers whether all of it was; of many the tray names those that were refused. */
export async function takeBack({ steps, refreshes, said }: Undoable): Promise<boolean> {
  const [only, ...more] = steps
  if (only && more.length === 0) {
    await only.run().finally(() => refreshAll(refreshes))
    return true
  }
  const keys = new Map(steps.map((step, at) => [step, String(at)]))
  return runAtOnce(
    bulkJob({
      name: t('undo_of', { what: said }),
      bulk: { label: t('undo'), run: (step: Step) => step.run(), refreshes },
      rows: steps,
      keyOf: (step) => keys.get(step) ?? '',
      nameOf: ({ name }) => name,
    }),
  )
}
