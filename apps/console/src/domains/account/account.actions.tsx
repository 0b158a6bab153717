import {
  CheckCircleOutlined,
  DisconnectOutlined,
  EditOutlined,
  KeyOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { accountCan, type AccountAct } from '@kaibo/contract/account/account.rules.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { IsOrNot, OpenStatus, UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import { call } from '#client/http.ts'
import { textOf } from '#client/i18n.ts'
import { currentSession } from '#client/session.ts'
import type { Action, Creation } from '#kit/action/action.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './account.i18n.ts'

const t = textOf('account')
const AccountForm = lazily(async () => (await import('./forms/account.form.tsx')).AccountForm)
const ResetDialog = lazily(async () => (await import('./parts/reset-dialog.tsx')).ResetDialog)

const can = (act: AccountAct) => (row: AccountRow) =>
  accountCan(act, row, currentSession().user?.uid ?? '')

const setEnabled =
  (enabled: ValueOf<typeof OpenStatus>) =>
  ({ uid }: AccountRow) =>
    call(accountApi.enable, { uid, enabled }, { silent: true })

const nameOf = ({ nickname, username }: AccountRow) => ({ name: nickname, username })
const refreshes = [accountApi.list]

export const createAccount: Creation = {
  label: () => t('create'),
  right: 'account.add',
}

export const accountActions: readonly Action<AccountRow>[] = [
  {
    name: 'edit',
    label: () => t('edit'),
    icon: <EditOutlined aria-hidden />,
    right: 'account.edit',
    enabled: can('edit'),
    idOf: ({ uid }) => uid,
    Form: AccountForm,
  },
  {
    name: 'disable',
    label: () => t('disable'),
    icon: <StopOutlined aria-hidden />,
    right: 'account.operate',
    danger: true,
    enabled: can('disable'),
    applies: ({ status }) => status === UserStatus.open,
    confirm: (row) => ({
      title: t('disable_title', nameOf(row)),
      hint: t('disable_hint', nameOf(row)),
    }),
    run: setEnabled(OpenStatus.close),
    refreshes,
    done: (row) => t('disabled_done', nameOf(row)),
    bulk: {
      label: () => t('bulk_disable'),
      hint: () => t('bulk_disable_hint'),
      run: setEnabled(OpenStatus.close),
      refreshes,
    },
  },
  {
    name: 'enable',
    label: () => t('enable'),
    icon: <CheckCircleOutlined aria-hidden />,
    right: 'account.operate',
    enabled: can('enable'),
    applies: ({ status }) => status === UserStatus.close,
    confirm: (row) => ({ title: t('enable_title', nameOf(row)), hint: t('enable_hint') }),
    run: setEnabled(OpenStatus.open),
    refreshes,
    done: (row) => t('enabled_done', nameOf(row)),
    bulk: { label: () => t('bulk_enable'), run: setEnabled(OpenStatus.open), refreshes },
  },
  {
    name: 'reset',
    label: () => t('reset'),
    icon: <KeyOutlined aria-hidden />,
    right: 'account.manage',
    enabled: can('reset'),
    Dialog: ResetDialog,
  },
  {
    name: 'unbind',
    label: () => t('unbind'),
    icon: <DisconnectOutlined aria-hidden />,
    right: 'account.manage',
    danger: true,
    enabled: can('unbind'),
    confirm: (row) => ({
      title: t('unbind_title', nameOf(row)),
      hint: t('unbind_hint', { bound: boundOf(row) }),
    }),
    run: ({ uid }) => call(accountApi.removeBind, { uid }, { silent: true }),
    refreshes,
    done: (row) => t('unbound_done', nameOf(row)),
  },
]

const boundOf = ({ otp_bound, phone }: AccountRow) =>
  [otp_bound === IsOrNot.is ? t('column_otp') : '', phone ? `${t('column_phone')} ${phone}` : '']
    .filter(Boolean)
    .join(t('and'))
