import { EditOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { orgCan, type OrgAct } from '@kaibo/contract/org/org.rules.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { textOf } from '#client/i18n.ts'
import { act, creation } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './org.i18n.ts'

const t = textOf('org')
const OrgForm = lazily(async () => (await import('./forms/org.form.tsx')).OrgForm)

const can = (act: OrgAct) => (row: OrgRow) => orgCan(act, row)

export const createOrg = creation(orgApi.add, () => t('create'))

export const orgActions: readonly Action<OrgRow>[] = [
  act(orgApi.edit, {
    name: 'edit',
    label: () => t('edit'),
    icon: <EditOutlined aria-hidden />,
    enabled: can('edit'),
    idOf: ({ id }) => id,
    Form: OrgForm,
  }),
  ...enabling(orgApi.enable, {
    can,
    isEnabled: ({ enabled }) => enabled === OpenStatus.open,
    input: ({ id }: OrgRow, enabled) => ({ id, enabled }),
    nameOf: ({ name }) => name,
    ask: {
      disable: ({ name, accounts, rooms }) => ({
        title: t('disable_title', { name }),
        hint: t('disable_hint', { accounts, rooms }),
      }),
      enable: ({ name }) => ({ title: t('enable_title', { name }), hint: t('enable_hint') }),
    },
    bulkHint: () => t('bulk_hint'),
  }),
]
