import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'

interface Given extends Partial<Insertable<Tables['asset']>> {
  /** What is in its one file. */
  bytes?: Buffer
  type_of_file?: string
  content?: string
}

/** An asset with one file. Who reads the file writes its bytes to `kept/<upload_id>` of the server's store. */
export async function buildAsset(
  { db, ids, clock, search }: Platform<Tables>,
  {
    bytes = Buffer.from('a picture'),
    type_of_file = 'image/webp',
    content = 'picture',
    ...given
  }: Given = {},
) {
  const now = clock.now()
  const asset_id = given.asset_id ?? ids.next(now)
  const upload_id = ids.next(now)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { type: type_of_file, bytes: bytes.length, width: null, height: null, ms: null }
  const filename = '夜色.png'
  await db.query
    .insertInto('upload')
    .values({
      upload_id,
      uid: '',
      kind: content,
      filename,
      declared_type: type_of_file,
      declared_bytes: bytes.length,
      state: 'used',
      ...file,
      sha256,
      used_by: `asset:${asset_id}`,
      created_at: now,
      expires_at: now,
      completed_at: now,
    })
    .execute()
  const asset = {
    asset_id,
    kind: 'background' as const,
    name: '夜色',
    type: 0 as const,
    parts_json: JSON.stringify({ file: { upload_id, content, filename, sha256, ...file } }),
    tags_json: '[]',
    org_id: 'default',
    builtin: 0 as const,
    created_at: now,
    updated_at: now,
    version: 1,
    ...given,
  }
  await db.query.insertInto('asset').values(asset).execute()
  await search.keep(db.query, 'asset', [asset_id])
  return { ...asset, upload_id, sha256, size: bytes.length }
}
