import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

const draft = { kind: 'avatar', filename: '我.png', size: 100, type: 'image/png' } as const

async function uploadOf(server: TestServer, org_id: string) {
  const login = await server.login('guild', { org_id })
  const { data } = await server.call(uploadApi.preUrl, draft, login)
  return { upload_id: data.upload_id }
}

export const uploadSamples: DomainSamples = {
  rows: async (server, org_id) => [(await uploadOf(server, org_id)).upload_id],
  calls: {
    'upload.config': nothing,
    'upload.preUrl': { ...nothing, input: () => draft },
    // An upload belongs to whoever asked for it; the matrix has only one of another person.
    'upload.complete': {
      input: () => ({ upload_id: 'none' }),
      code: 1005,
      foreign: ({ server, foreign }) => uploadOf(server, foreign.room.org_id),
    },
  },
}
