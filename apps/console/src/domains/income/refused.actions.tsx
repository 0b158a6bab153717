import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { canAdmit } from '@kaibo/contract/income/refused.rules.ts'
import type { RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { act } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './refused.i18n.ts'

const t = wordsOf('refused')
const AdmitDialog = lazily(async () => (await import('./parts/admit-dialog.tsx')).AdmitDialog)
const DismissForm = lazily(async () => (await import('./forms/dismiss.form.tsx')).DismissForm)

const isOpen = ({ state }: RefusedRow) => state === 'open'

export const refusedActions: readonly Action<RefusedRow>[] = [
  act(incomeApi.admit, {
    name: 'admit',
    label: t('admit'),
    icon: <CheckOutlined aria-hidden />,
    applies: isOpen,
    enabled: canAdmit,
    Dialog: AdmitDialog,
    input: ({ id }) => ({ id }),
    bulk: { label: t('bulk_admit'), hint: t('admit_hint') },
  }),
  act(incomeApi.dismiss, {
    name: 'dismiss',
    label: t('dismiss'),
    icon: <CloseOutlined aria-hidden />,
    danger: true,
    applies: isOpen,
    Dialog: DismissForm,
  }),
]
