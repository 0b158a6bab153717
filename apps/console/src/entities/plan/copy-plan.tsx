import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useCall } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { PlanForm } from './plan.form.tsx'

const MINUTE_MS = 60_000

/** A new plan that begins as this one is: for other days, or for another room. */
export function CopyPlan({ row, onClose }: DialogProps<PlanRow>) {
  const { room_code, created_at } = row
  // Lists of many rooms leave out what a plan says.
  const span = { from: created_at, to: created_at + MINUTE_MS }
  const { data } = useCall(planApi.list, { room_code, ...span }, { enabled: !row.segments })
  const whole = row.segments ? row : data?.list.find(({ id }) => id === row.id)
  return whole ? <PlanForm copied={whole} onClose={onClose} /> : null
}
