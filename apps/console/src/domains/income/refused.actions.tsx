import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { canAdmit } from '@kaibo/contract/income/refused.rules.ts'
import type { RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { call } from '#client/http.ts'
import { textOf } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './refused.i18n.ts'

const t = textOf('refused')
const AdmitDialog = lazily(async () => (await import('./parts/admit-dialog.tsx')).AdmitDialog)
const DismissForm = lazily(async () => (await import('./forms/dismiss.form.tsx')).DismissForm)

/** What shows figures or rows that either decision changes. */
export const decisionRefreshes = [incomeApi.refused, incomeApi.live, incomeApi.days]

const isOpen = ({ state }: RefusedRow) => state === 'open'

export const refusedActions: readonly Action<RefusedRow>[] = [
  {
    name: 'admit',
    label: () => t('admit'),
    icon: <CheckOutlined aria-hidden />,
    right: 'income.operate',
    applies: isOpen,
    enabled: canAdmit,
    Dialog: AdmitDialog,
    bulk: {
      label: () => t('bulk_admit'),
      hint: () => t('admit_hint'),
      run: ({ id }) => call(incomeApi.admit, { id }, { silent: true }),
      refreshes: decisionRefreshes,
    },
  },
  {
    name: 'dismiss',
    label: () => t('dismiss'),
    icon: <CloseOutlined aria-hidden />,
    right: 'income.operate',
    danger: true,
    applies: isOpen,
    Dialog: DismissForm,
  },
]
