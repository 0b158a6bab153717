import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import { act, creation } from '#kit/action/act.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { DELETE, EDIT } from '#kit/action/faces.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './talk.i18n.ts'

const t = wordsOf('talk')
const isOpen = ({ enabled }: RuleRow) => enabled === OpenStatus.open

export const createRuleSet = creation(talkApi.add, nouns.ruleSet)

export const ruleSetActions: Action<RuleRow>[] = [
  act<RuleRow>(talkApi.update, {
    ...EDIT,
    idOf: ({ rule_id }) => rule_id,
    Form: lazily(async () => (await import('./forms/rule-set.form.tsx')).RuleSetForm),
  }),
  ...enabling<RuleRow, typeof talkApi.update>(talkApi.update, {
    noun: nouns.ruleSet,
    can: () => true,
    isEnabled: isOpen,
    become: (row, enabled) => ({ ...row, enabled }),
    input: (row, enabled, version = row.version) => ({ rule_id: row.rule_id, version, enabled }),
    keyOf: ({ rule_id }) => rule_id,
    nameOf: ({ name }) => name,
    asks: true,
    hints: {
      disable: ({ rooms }) => t('disable_hint', { rooms }),
      enable: ({ rooms }) => t('enable_hint', { rooms }),
    },
  }),
  act<RuleRow, typeof talkApi.del>(talkApi.del, {
    ...DELETE,
    confirm: ({ name }) => ({ title: t('delete_title', { name }), hint: t('delete_hint') }),
    input: ({ rule_id }) => ({ rule_id }),
  }),
]
