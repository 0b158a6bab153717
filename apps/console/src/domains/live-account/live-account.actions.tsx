import { GiftOutlined, KeyOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { deletable } from '@kaibo/contract/live-account/live-account.rules.ts'
import type { LiveAccountRow } from '@kaibo/contract/live-account/live-account.schema.ts'
import { call } from '#client/http.ts'
import { wordsOf } from '#client/i18n.ts'
import { currentLanguage } from '#client/language.ts'
import { act, creation } from '#kit/action/act.ts'
import { DELETE, EDIT } from '#kit/action/faces.tsx'
import type { Action } from '#kit/action/action.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import { showPush } from './push-once.ts'
import './live-account.i18n.ts'

const t = wordsOf('live-account')
type Row = LiveAccountRow
const nameOf = ({ nickname }: Row) => nickname

export const createLiveAccount = creation(liveAccountApi.add, nouns.liveAccount)

const [edit, history] = withHistory(
  'live-account',
  act<Row>(liveAccountApi.update, {
    ...EDIT,
    idOf: ({ account_id }) => account_id,
    Form: lazily(async () => (await import('./forms/live-account.form.tsx')).LiveAccountForm),
  }),
  nameOf,
)

export const liveAccountActions: readonly Action<Row>[] = [
  edit,
  act<Row, typeof liveAccountApi.saveLottery>(liveAccountApi.saveLottery, {
    name: 'lottery',
    label: t('lottery'),
    icon: <GiftOutlined aria-hidden />,
    Dialog: lazily(async () => (await import('./forms/lottery.form.tsx')).LotteryForm),
  }),
  ...enabling<Row, typeof liveAccountApi.update>(liveAccountApi.update, {
    noun: nouns.liveAccount,
    can: () => true,
    isEnabled: ({ enabled }) => enabled === OpenStatus.open,
    become: (row, enabled) => ({ ...row, enabled }),
    input: ({ account_id, version: seen }, enabled, version = seen) => ({
      account_id,
      version,
      enabled,
    }),
    keyOf: ({ account_id }) => account_id,
    nameOf,
    hints: { disable: () => t('disable_hint'), enable: () => t('enable_hint') },
  }),
  history,
  {
    name: 'push',
    label: t('renew'),
    icon: <KeyOutlined aria-hidden />,
    right: liveAccountApi.push.can,
    tucked: true,
    confirm: (row) => ({ title: t('renew_title', { name: nameOf(row) }), hint: t('renew_hint') }),
    run: async ({ account_id, nickname }) =>
      showPush(
        nickname,
        await call(liveAccountApi.push, { account_id }, { silent: true }),
        currentLanguage(),
      ),
    refreshes: [],
  },
  act<Row, typeof liveAccountApi.delete>(liveAccountApi.delete, {
    ...DELETE,
    enabled: deletable,
    input: ({ account_id }) => ({ account_id }),
    done: (row) => t('deleted', { name: nameOf(row) }),
    undo: {
      nameOf,
      run: ({ account_id }, { version }) =>
        call(liveAccountApi.restore, { account_id, version }, { silent: true }),
    },
  }),
]
