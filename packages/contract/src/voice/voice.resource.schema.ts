import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { stamped } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { PublishState, ResourceKind } from './voice.enums.ts'

/* What is brought to voice servers. */

export const resource_id = idOf(nouns.voiceResource)
const kind = field(nouns.kind, oneOf(ResourceKind))

/** With `id` and `version` it changes one; another file is its next revision. */
export const ResourceDraft = z
  .object({
    id: z.optional(resource_id),
    version: z.optional(version),
    name: line(nouns.name, 60),
    kind,
    upload_id: z.optional(idOf(nouns.upload)),
  })
  .check(changeHasVersion)
export type ResourceDraft = z.infer<typeof ResourceDraft>

export const Published = z.object({
  server_id: z.string(),
  server: z.string(),
  state: oneOf(PublishState),
  error: z.nullable(z.string()),
  /** The revision that stands there; 0 for none. */
  revision: z.int(),
  at: z.int(),
})
export type Published = z.infer<typeof Published>

export const ResourceRow = z.object({
  resource_id: z.string(),
  name: z.string(),
  kind,
  /** 1 for the first file, 2 for the one after. */
  revision: field(words('版次', 'Revision'), z.int()),
  sha256: field(words('校验值', 'SHA-256'), z.string()),
  bytes: field(words('大小', 'Size'), z.int()),
  servers: field(words('已发布到', 'Published to'), z.array(Published)),
  ...stamped,
})
export type ResourceRow = z.infer<typeof ResourceRow>

export const ResourceQuery = listQuery(['created_at', 'name'], {
  kind: z.optional(kind),
  /** The one whose form is open. */
  resource_id: z.optional(resource_id),
})

export const ResourcePublish = z.object({
  resource_id,
  server_ids: field(
    words('语音服务器', 'Voice servers'),
    setOf(z.array(idOf(nouns.voiceServer)).check(z.minLength(1), z.maxLength(64))),
  ),
})
