import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Uploads } from './upload.service.ts'

export const uploadRoutes = (uploads: Uploads): Implementation[] =>
  implement(uploadApi, {
    config: async () => uploads.config(),
    preUrl: ({ input, actor }) => uploads.ticket(actor, input),
    complete: async ({ input, actor, audit }) => {
      audit({ target: input.upload_id, target_id: input.upload_id })
      const upload = await uploads.complete(actor, input.upload_id)
      audit({ after: upload })
      return upload
    },
  })
