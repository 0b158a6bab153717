import type { DomainSamples } from '@kaibo/testkit/rights.ts'
import { nothing } from '@kaibo/testkit/rights.ts'
import { buildAsset } from '@kaibo/testkit/build/asset.build.ts'

export const assetSamples: DomainSamples = {
  rows: async (server, org_id) => [(await buildAsset(server.platform, { org_id })).asset_id],
  calls: {
    'asset.list': nothing,
  },
}
