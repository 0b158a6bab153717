import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { BackAccountRow } from '@kaibo/contract/commission/commission.schema.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { creation } from '#kit/action/act.ts'
import { recordActs } from '#kit/action/record-acts.tsx'
import { lazily } from '#kit/panel/lazily.tsx'

export const createBackAccount = creation(commissionApi.saveAccount, nouns.backAccount)

export const backAccountActions = recordActs<BackAccountRow>({
  kind: 'commission',
  noun: nouns.backAccount,
  edit: commissionApi.saveAccount,
  enable: commissionApi.enableAccount,
  Form: lazily(async () => (await import('./forms/back-account.form.tsx')).BackAccountForm),
  hints: {
    disable: () =>
      words(
        '不再用它结算，资料保留，可以重新启用。',
        'Nothing is settled to it any more. It can be enabled again.',
      ),
    enable: () => words('可以重新用它结算。', 'It can be used for settlement again.'),
  },
})
