import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { groupCan, type GroupAct } from '@kaibo/contract/group/group.rules.ts'
import type { GroupRow } from '@kaibo/contract/group/group.schema.ts'
import { textOf } from '#client/i18n.ts'
import { viewAs } from '#client/view-as.ts'
import { act, creation } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './group.i18n.ts'

const t = textOf('group')
const GroupForm = lazily(async () => (await import('./forms/group.form.tsx')).GroupForm)

const can = (act: GroupAct) => (row: GroupRow) => groupCan(act, row)

export const createGroup = creation(groupApi.save, () => t('create'))

export const groupActions: readonly Action<GroupRow>[] = [
  act(groupApi.save, {
    name: 'edit',
    label: () => t('edit'),
    icon: <EditOutlined aria-hidden />,
    enabled: can('edit'),
    idOf: ({ id }) => id,
    Form: GroupForm,
  }),
  {
    name: 'view_as',
    label: () => t('view_as'),
    icon: <EyeOutlined aria-hidden />,
    right: 'group.look',
    run: async ({ id, name }) => viewAs({ id, name }),
    refreshes: [],
  },
  ...enabling(groupApi.enable, {
    can,
    isEnabled: ({ enabled }) => enabled === OpenStatus.open,
    input: ({ id }: GroupRow, enabled) => ({ id, enabled }),
    nameOf: ({ name }) => name,
    ask: {
      disable: ({ name, members }) => ({
        title: t('disable_title', { name }),
        hint: t('disable_hint', { count: members }),
      }),
      enable: ({ name, members }) => ({
        title: t('enable_title', { name }),
        hint: t('enable_hint', { count: members }),
      }),
    },
  }),
]
