import { EyeOutlined } from '@ant-design/icons'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { groupCan } from '@kaibo/contract/group/group.rules.ts'
import type { GroupRow } from '@kaibo/contract/group/group.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { viewAs } from '#client/view-as.ts'
import { creation } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'
import { recordActs } from '#kit/action/record-acts.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './group.i18n.ts'

const t = wordsOf('group')
const GroupForm = lazily(async () => (await import('./forms/group.form.tsx')).GroupForm)

export const createGroup = creation(groupApi.save, nouns.group)

const [edit, ...others] = recordActs<GroupRow>({
  kind: 'group',
  noun: nouns.group,
  edit: groupApi.save,
  enable: groupApi.enable,
  Form: GroupForm,
  can: groupCan,
  // It takes screens away from whoever works on them.
  asks: true,
  hints: {
    disable: ({ members }) => t('disable_hint', { count: members }),
    enable: ({ members }) => t('enable_hint', { count: members }),
  },
})

export const groupActions: readonly Action<GroupRow>[] = [
  ...(edit ? [edit] : []),
  {
    name: 'view_as',
    label: t('view_as'),
    icon: <EyeOutlined aria-hidden />,
    right: 'group.look',
    run: async ({ id, name }) => viewAs({ id, name }),
    refreshes: [],
  },
  ...others,
]
