import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { field, says } from '../kernel/field.ts'
import { idOf, line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { resource_id } from './voice.resource.schema.ts'
import { MAX_NATURAL_PORTS } from './voice.rules.ts'
import { gender, Licence } from './voice.schema.ts'

/* A natural voice: a model that speaks without a cloud, and that whoever runs this installation brings. */

const address = (pattern: RegExp) =>
  field(
    words('模型地址', 'Model address'),
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(2_000),
        z.regex(pattern, says('{label}须以https://开头', '{label} must begin with https://')),
      ),
  )

/** A model that was not fetched is fetched once more; its address was not kept. */
export const NaturalFetch = z.object({ resource_id, url: address(/^https:\/\/\S+$/i) })

const draft = z.object({
  /** What its model, its server and its first voice are called. */
  name: line(nouns.name, 30),
  upload_id: z.optional(idOf(words('模型文件', 'Model file'))),
  /** Where its release has the archive, from which the server fetches it; empty where it was uploaded. */
  url: z._default(address(/^(https:\/\/\S+)?$/i), ''),
  ports: z._default(
    field(words('端口数', 'Ports'), z.int().check(z.gte(1), z.lte(MAX_NATURAL_PORTS))),
    1,
  ),
  gender: z._default(gender, 'neutral'),
  licence: Licence,
  /** Whoever adds it has read the licence. */
  confirmed: field(
    words('授权确认', 'Licence confirmed'),
    z
      .boolean()
      .check(
        z.refine(
          (confirmed) => confirmed,
          says(
            '请阅读模型的授权并确认可以在直播中使用',
            'Read the licence of the model and confirm that it allows live streams',
          ),
        ),
      ),
  ),
})

export const NaturalDraft = draft.check(
  z.refine(({ upload_id, url }) => upload_id !== undefined || url !== '', {
    error: says('请上传模型文件或填写模型地址', 'Upload the model’s file or give its address'),
    path: ['upload_id'],
  }),
  z.refine(({ upload_id, url }) => upload_id === undefined || url === '', {
    error: says(
      '模型文件与模型地址只能有一个',
      'Give either the model’s file or its address, not both',
    ),
    path: ['url'],
  }),
)
export type NaturalDraft = z.infer<typeof NaturalDraft>
export type NaturalFetch = z.infer<typeof NaturalFetch>
