import { EditOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { orgCan, type OrgAct } from '@kaibo/contract/org/org.rules.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { call } from '#client/http.ts'
import { textOf } from '#client/i18n.ts'
import type { Action, Creation } from '#kit/action/action.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './org.i18n.ts'

const t = textOf('org')
const OrgForm = lazily(async () => (await import('./forms/org.form.tsx')).OrgForm)

const can = (act: OrgAct) => (row: OrgRow) => orgCan(act, row)
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
  ...enabling<OrgRow>({
    right: 'org.operate',
    can,
    isEnabled: ({ enabled }) => enabled === OpenStatus.open,
    set: ({ id }, enabled) => call(orgApi.enable, { id, enabled }, { silent: true }),
    nameOf: ({ name }) => name,
    ask: {
      disable: ({ name, accounts, rooms }) => ({
        title: t('disable_title', { name }),
        hint: t('disable_hint', { accounts, rooms }),
      }),
      enable: ({ name }) => ({ title: t('enable_title', { name }), hint: t('enable_hint') }),
    },
    bulkHint: () => t('bulk_hint'),
    refreshes,
  }),
]
