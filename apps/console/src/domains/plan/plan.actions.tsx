import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { act, creation } from '#kit/action/act.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './plan.i18n.ts'

const t = wordsOf('plan')

export const createPlan = creation(planApi.add, nouns.plan)

export const editPlan = act<PlanRow>(planApi.add, {
  name: 'edit',
  label: t('edit'),
  icon: <EditOutlined aria-hidden />,
  idOf: ({ id }) => id,
  kind: 'plan',
  Form: lazily(async () => (await import('./forms/plan.form.tsx')).PlanForm),
})

export const deletePlan = act<PlanRow, typeof planApi.delete>(planApi.delete, {
  name: 'delete',
  label: t('delete'),
  icon: <DeleteOutlined aria-hidden />,
  danger: true,
  confirm: ({ name }) => ({ title: t('delete_title', { name }), hint: t('delete_hint') }),
  input: ({ id }) => ({ id }),
})
