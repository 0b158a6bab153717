import { words } from '@kaibo/contract/kernel/words.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { call } from '#client/http.ts'
import { patch, refreshAll } from '#client/query.ts'
import { offerUndo } from '#kit/action/undo.ts'
import { draftOf, withMoved } from './plan.move.ts'
import type { Moving } from './plan.mover.ts'

const { changes: refreshes } = planApi.add

/** Saves a plan where it was dropped; it shows there at once, and can be taken back. */
export async function putMoved({ plan, moved, firing, shift }: Moving): Promise<void> {
  const { name } = plan
  patch(planApi.list, (list) => withMoved(list, moved, firing, shift))
  try {
    const { version } = await call(planApi.add, draftOf(moved))
    const run = () => call(planApi.add, { ...draftOf(plan), version }, { silent: true })
    const said = words(`已移动计划「${name}」`, `Moved the plan “${name}”`)
    offerUndo({ said, steps: [{ name, run }], refreshes })
  } catch {
    // The call has said why; the list shows what stands.
  } finally {
    refreshAll(refreshes)
  }
}
