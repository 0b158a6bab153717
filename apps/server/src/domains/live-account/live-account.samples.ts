import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

const draft = { platform: 'kuaishou', nickname: '新账号' }

export const liveAccountSamples: DomainSamples = {
  rows: async ({ platform }, org_id) => [(await buildLiveAccount(platform, { org_id })).account_id],
  calls: {
    'live-account.list': nothing,
    'live-account.add': {
      input: () => draft,
      foreign: ({ foreign }) => ({ ...draft, org_id: foreign.room.org_id }),
    },
  },
}
