import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'
import { buildAsset } from '@kaibo/testkit/build/asset.build.ts'

const ofOrg = ({ platform }: TestServer, org_id: string) => buildAsset(platform, { org_id })

const saved = async (server: TestServer, org_id: string) => {
  const { asset_id, upload_id } = await ofOrg(server, org_id)
  const parts = { file: { upload_id } }
  return { id: asset_id, version: 1, kind: 'background', name: '改名', parts }
}
const ref = async (server: TestServer, org_id: string) => {
  const { asset_id } = await ofOrg(server, org_id)
  return { asset_id }
}
async function deleted(server: TestServer, org_id: string) {
  const { asset_id } = await ref(server, org_id)
  const admin = await server.login('admin')
  const { data } = await server.call(assetApi.del, { asset_id }, admin)
  return { asset_id, version: data.version }
}

export const assetSamples: DomainSamples = {
  rows: async (server, org_id) => [(await ofOrg(server, org_id)).asset_id],
  calls: {
    'asset.list': nothing,
    'asset.save': {
      input: ({ server, org_id }) => saved(server, org_id),
      foreign: ({ server, foreign }) => saved(server, foreign.room.org_id),
    },
    'asset.del': {
      input: ({ server, org_id }) => ref(server, org_id),
      foreign: ({ server, foreign }) => ref(server, foreign.room.org_id),
    },
    'asset.restore': {
      input: ({ server, org_id }) => deleted(server, org_id),
      foreign: ({ server, foreign }) => deleted(server, foreign.room.org_id),
    },
    // The matrix has sent no sheet
    'asset.importMusic': {
      input: () => ({ upload_id: 'none', files: [] }),
      code: 1005,
      foreign: 'names no row',
    },
    // Nor does it send forms: a file is never named by what it is kept as
    'asset.background': { input: () => ({ file: 'none' }), code: 1001, foreign: 'names no row' },
    'asset.material': { input: () => ({ file: 'none' }), code: 1001, foreign: 'names no row' },
  },
}
