import { CheckCircleOutlined, EditOutlined, StopOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { orgCan, type OrgAct } from '@kaibo/contract/org/org.rules.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { call } from '#client/http.ts'
import { textOf } from '#client/i18n.ts'
import type { Action, Creation } from '#kit/action/action.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './org.i18n.ts'

const t = textOf('org')
const OrgForm = lazily(async () => (await import('./forms/org.form.tsx')).OrgForm)

const can = (act: OrgAct) => (row: OrgRow) => orgCan(act, row)
const setEnabled =
  (enabled: ValueOf<typeof OpenStatus>) =>
  ({ id }: OrgRow) =>
    call(orgApi.enable, { id, enabled }, { silent: true })
const refreshes = [orgApi.list]

export const createOrg: Creation = { label: () => t('create'), right: 'org.add' }

export const orgActions: readonly Action<OrgRow>[] = [
  {
    name: 'edit',
    label: () => t('edit'),
    icon: <EditOutlined aria-hidden />,
    right: 'org.edit',
    enabled: can('edit'),
    idOf: ({ id }) => id,
    Form: OrgForm,
  },
  {
    name: 'disable',
    label: () => t('disable'),
    icon: <StopOutlined aria-hidden />,
    right: 'org.operate',
    danger: true,
    enabled: can('disable'),
    applies: ({ enabled }) => enabled === OpenStatus.open,
    confirm: ({ name, accounts, rooms }) => ({
      title: t('disable_title', { name }),
      hint: t('disable_hint', { accounts, rooms }),
    }),
    run: setEnabled(OpenStatus.close),
    refreshes,
    done: ({ name }) => t('disabled_done', { name }),
    bulk: {
      label: () => t('bulk_disable'),
      hint: () => t('bulk_hint'),
      run: setEnabled(OpenStatus.close),
      refreshes,
    },
  },
  {
    name: 'enable',
    label: () => t('enable'),
    icon: <CheckCircleOutlined aria-hidden />,
    right: 'org.operate',
    enabled: can('enable'),
    applies: ({ enabled }) => enabled === OpenStatus.close,
    confirm: ({ name }) => ({ title: t('enable_title', { name }), hint: t('enable_hint') }),
    run: setEnabled(OpenStatus.open),
    refreshes,
    done: ({ name }) => t('enabled_done', { name }),
    bulk: { label: () => t('bulk_enable'), run: setEnabled(OpenStatus.open), refreshes },
  },
]
