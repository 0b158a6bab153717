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

/** What the makers of a model say of how it may be used, as its archive has it. */
export const ModelLicence = z.object({
  /** The archive that it was found in; empty while the present one is not unpacked. */
  sha256: z.string(),
  texts: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type ModelLicence = z.infer<typeof ModelLicence>

export const ModelLicenceRef = z.object({ resource_id })

/** Whoever accepts it says of which archive they have read it. */
export const ModelLicenceAccept = z.object({
  resource_id,
  sha256: field(words('校验值', 'SHA-256'), z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
export type ModelLicenceAccept = z.infer<typeof ModelLicenceAccept>
