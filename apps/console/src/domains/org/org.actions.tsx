import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { orgCan } from '@kaibo/contract/org/org.rules.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { creation } from '#kit/action/act.ts'
import { recordActs } from '#kit/action/record-acts.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './org.i18n.ts'

const t = wordsOf('org')
const OrgForm = lazily(async () => (await import('./forms/org.form.tsx')).OrgForm)

export const createOrg = creation(orgApi.add, nouns.org)

export const orgActions = recordActs<OrgRow>({
  kind: 'org',
  noun: nouns.org,
  edit: orgApi.edit,
  enable: orgApi.enable,
  Form: OrgForm,
  can: orgCan,
  // Its people's logins end.
  asks: true,
  hints: {
    disable: ({ accounts, rooms }) => t('disable_hint', { accounts, rooms }),
    enable: () => t('enable_hint'),
  },
  bulkHint: t('bulk_hint'),
})
