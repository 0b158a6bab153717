import { DisconnectOutlined, KeyOutlined } from '@ant-design/icons'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { accountCan, type AccountAct } from '@kaibo/contract/account/account.rules.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { IsOrNot, OpenStatus, UserStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Session } from '#client/session.ts'
import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { act, creation } from '#kit/action/act.ts'
import { EDIT } from '#kit/action/faces.tsx'
import type { Action } from '#kit/action/action.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './account.i18n.ts'

const t = wordsOf('account')
const AccountForm = lazily(async () => (await import('./forms/account.form.tsx')).AccountForm)
const ResetDialog = lazily(async () => (await import('./parts/reset-dialog.tsx')).ResetDialog)

const can =
  (act: AccountAct) =>
  (row: AccountRow, { user }: Session) =>
    accountCan(act, row, user?.uid ?? '')

const nameOf = ({ nickname, username }: AccountRow) => ({ name: nickname, username })

export const createAccount = creation(accountApi.add, nouns.account)

const [edit, history] = withHistory(
  'account',
  act<AccountRow>(accountApi.edit, {
    ...EDIT,
    enabled: can('edit'),
    idOf: ({ uid }) => uid,
    Form: AccountForm,
  }),
  ({ nickname }) => nickname,
)

export const accountActions: readonly Action<AccountRow>[] = [
  edit,
  ...enabling(accountApi.enable, {
    noun: nouns.account,
    can: (act, row: AccountRow, session) => can(act)(row, session),
    isEnabled: ({ status }) => status === UserStatus.open,
    become: (row, enabled) => ({
      ...row,
      status: enabled === OpenStatus.open ? UserStatus.open : UserStatus.close,
    }),
    input: ({ uid }, enabled, version) => ({ uid, enabled, version }),
    keyOf: ({ uid }) => uid,
    // Its logins end.
    asks: true,
    nameOf: ({ nickname }) => nickname,
    hints: {
      disable: (row) => t('disable_hint', nameOf(row)),
      enable: () => t('enable_hint'),
    },
    bulkHint: t('bulk_disable_hint'),
  }),
  history,
  act(accountApi.reset, {
    name: 'reset',
    label: t('reset'),
    icon: <KeyOutlined aria-hidden />,
    enabled: can('reset'),
    Dialog: ResetDialog,
  }),
  act(accountApi.removeBind, {
    name: 'unbind',
    label: t('unbind'),
    icon: <DisconnectOutlined aria-hidden />,
    danger: true,
    enabled: can('unbind'),
    confirm: (row) => ({
      title: t('unbind_title', nameOf(row)),
      hint: t('unbind_hint', { bound: boundOf(row) }),
    }),
    input: ({ uid }) => ({ uid }),
    done: (row) => t('unbound_done', nameOf(row)),
  }),
]

/** What a login is bound to: 动态验证码和手机号 138…. */
function boundOf({ otp_bound, phone }: AccountRow): Words {
  const said = (lang: Lang) =>
    [
      ...(otp_bound === IsOrNot.is ? [t('column_otp')[lang]] : []),
      ...(phone ? [`${t('column_phone')[lang]} ${phone}`] : []),
    ].join(t('and')[lang])
  return words(said('zh'), said('en'))
}
