import { EditOutlined, EyeOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { groupCan, type GroupAct } from '@kaibo/contract/group/group.rules.ts'
import type { GroupRow } from '@kaibo/contract/group/group.schema.ts'
import { call } from '#client/http.ts'
import { textOf } from '#client/i18n.ts'
import { viewAs } from '#client/view-as.ts'
import type { Action, Creation } from '#kit/action/action.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './group.i18n.ts'

const t = textOf('group')
const GroupForm = lazily(async () => (await import('./forms/group.form.tsx')).GroupForm)

const can = (act: GroupAct) => (row: GroupRow) => groupCan(act, row)
const refreshes = [groupApi.list, groupApi.all, groupApi.ghlist]

export const createGroup: Creation = {
  label: () => t('create'),
  right: 'group.edit',
}

export const groupActions: readonly Action<GroupRow>[] = [
  {
    name: 'edit',
    label: () => t('edit'),
    icon: <EditOutlined aria-hidden />,
    right: 'group.edit',
    enabled: can('edit'),
    idOf: ({ id }) => id,
    Form: GroupForm,
  },
  {
    name: 'view_as',
    label: () => t('view_as'),
    icon: <EyeOutlined aria-hidden />,
    right: 'group.look',
    run: async ({ id, name }) => viewAs({ id, name }),
    refreshes: [],
  },
  ...enabling<GroupRow>({
    right: 'group.operate',
    can,
    isEnabled: ({ enabled }) => enabled === OpenStatus.open,
    set: ({ id }, enabled) => call(groupApi.enable, { id, enabled }, { silent: true }),
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
    refreshes,
  }),
]
