import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { UPLOAD_LIMITS, type UploadKind } from '@kaibo/contract/upload/upload.schema.ts'
import type { Login, TestServer } from '../boot.ts'

/** A file as a person sends it, looked into and kept, and used by nothing. */
export async function uploadOf(
  server: TestServer,
  as: Login,
  { kind, bytes, filename = '文件' }: { kind: UploadKind; bytes: Buffer; filename?: string },
): Promise<string> {
  const [type] = UPLOAD_LIMITS[kind].types
  const draft = { kind, filename, size: bytes.length, type }
  const { data } = await server.call(uploadApi.preUrl, draft, as)
  const { url, headers } = data
  await server.app.http.inject({ method: 'PUT', url, headers, payload: bytes })
  const { upload_id } = data
  const { code, msg } = await server.call(uploadApi.complete, { upload_id }, as)
  if (code !== 0) throw new Error(msg)
  return upload_id
}
