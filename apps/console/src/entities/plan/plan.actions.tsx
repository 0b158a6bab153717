import { CopyOutlined } from '@ant-design/icons'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { call } from '#client/http.ts'
import { act, creation } from '#kit/action/act.ts'
import { DELETE, EDIT } from '#kit/action/faces.tsx'
import type { Action } from '#kit/action/action.ts'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './plan.i18n.ts'

const t = wordsOf('plan')

export const createPlan = creation(planApi.add, nouns.plan)

const [editPlan, planHistory] = withHistory(
  'plan',
  act<PlanRow>(planApi.add, {
    ...EDIT,
    idOf: ({ id }) => id,
    Form: lazily(async () => (await import('./plan.form.tsx')).PlanForm),
  }),
  ({ name }) => name,
)
export { editPlan }

const copyPlan: Action<PlanRow> = act(planApi.add, {
  name: 'copy',
  label: t('copy'),
  icon: <CopyOutlined aria-hidden />,
  Dialog: lazily(async () => (await import('./copy-plan.tsx')).CopyPlan),
})

const deletePlan: Action<PlanRow> = act(planApi.delete, {
  ...DELETE,
  input: ({ id }) => ({ id }),
  done: ({ name }) => t('deleted_one', { name }),
  undo: {
    nameOf: ({ name }) => name,
    run: ({ id, version }) => call(planApi.restore, { id, version }, { silent: true }),
  },
})

export const planActions = [editPlan, copyPlan, planHistory, deletePlan]
