import type { FileKeeper } from '#platform/http/received-files.ts'
import type { Uploads } from './upload.service.ts'

/** What calls are sent is kept as an upload of the caller, who then uses it. */
export const keeperOf = (uploads: Uploads): FileKeeper => ({
  take: async (actor, accepts, file) => (await uploads.take(actor, accepts, file)).upload_id,
  drop: (upload_id) => uploads.drop(upload_id),
})
