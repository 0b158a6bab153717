import { DeleteOutlined, EditOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import { act, creation } from '#kit/action/act.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import './talk.i18n.ts'

const t = wordsOf('talk')
const isOpen = ({ enabled }: RuleRow) => enabled === OpenStatus.open

export const createRuleSet = creation(talkApi.add, nouns.ruleSet)

export const ruleSetActions: Action<RuleRow>[] = [
  act<RuleRow>(talkApi.update, {
    name: 'edit',
    label: t('edit'),
    icon: <EditOutlined aria-hidden />,
    idOf: ({ rule_id }) => rule_id,
    Form: lazily(async () => (await import('./forms/rule-set.form.tsx')).RuleSetForm),
  }),
  act<RuleRow, typeof talkApi.update>(talkApi.update, {
    name: 'disable',
    label: t('disable'),
    icon: <StopOutlined aria-hidden />,
    danger: true,
    applies: isOpen,
    confirm: ({ name, rooms }) => ({
      title: t('disable_title', { name }),
      hint: t('disable_hint', { rooms }),
    }),
    input: ({ rule_id, version }) => ({ rule_id, version, enabled: OpenStatus.close }),
  }),
  act<RuleRow, typeof talkApi.update>(talkApi.update, {
    name: 'enable',
    label: t('enable'),
    icon: <UndoOutlined aria-hidden />,
    applies: (row) => !isOpen(row),
    input: ({ rule_id, version }) => ({ rule_id, version, enabled: OpenStatus.open }),
  }),
  act<RuleRow, typeof talkApi.del>(talkApi.del, {
    name: 'delete',
    label: t('delete'),
    icon: <DeleteOutlined aria-hidden />,
    danger: true,
    tucked: true,
    confirm: ({ name }) => ({ title: t('delete_title', { name }), hint: t('delete_hint') }),
    input: ({ rule_id }) => ({ rule_id }),
  }),
]
