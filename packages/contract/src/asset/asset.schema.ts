import * as z from 'zod/mini'
import { AuthExpireStatus, IsOrNot } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { stamped } from '../kernel/record.ts'
import { idOf } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { AssetKind, AssetUser } from './asset.enums.ts'

/** A file of an asset, as it is kept. */
export const AssetFile = z.object({
  upload_id: z.string(),
  /** What it was checked as (`PartContent`). */
  content: z.string(),
  /** On this server; of private content it ends after five minutes. */
  url: z.string(),
  filename: z.string(),
  type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** How long it plays. */
  ms: z.nullable(z.int()),
})
export type AssetFile = z.infer<typeof AssetFile>

/** Who allows its use, until when, and where that is written: an asset of kind `document`. */
export const Licence = z.object({
  holder: z.string(),
  expire_at: z.nullable(z.int()),
  document: z.nullable(z.object({ id: z.string(), name: z.string() })),
})

export const AssetRow = z.object({
  asset_id: z.string(),
  kind: field(nouns.kind, oneOf(AssetKind)),
  name: field(nouns.name, z.string()),
  /** Of an actor a `ModelType`, of a background or material an `AssetType`, else 0. */
  type: z.int(),
  /** By the part's name (`FORMS`); what comes with the program has none. */
  parts: z.record(z.string(), AssetFile),
  tags: field(words('标签', 'Tags'), setOf(z.array(z.string()))),
  /** Null: for all organisations. */
  org: field(
    words('归属', 'Belongs to'),
    z.nullable(z.object({ id: z.string(), name: z.string() })),
  ),
  licence: field(words('授权', 'Licence'), z.nullable(Licence)),
  expire_status: field(words('授权状态', 'Licence status'), oneOf(AuthExpireStatus)),
  /** Pictures that lie on each other; none where there is nothing to be seen. */
  cover: field(words('封面', 'Cover'), z.array(z.string())),
  uses: field(
    words('使用', 'Uses'),
    z.object({
      total: z.int(),
      /** The first, of those that the reader sees. */
      list: z.array(z.object({ user: oneOf(AssetUser), id: z.string(), name: z.string() })),
    }),
  ),
  builtin: oneOf(IsOrNot),
  /** The reader may change it. */
  editable: z.boolean(),
  ...stamped,
})
export type AssetRow = z.infer<typeof AssetRow>

export const AssetQuery = listQuery(['created_at', 'name', 'updated_at'], {
  kind: z.optional(field(nouns.kind, oneOf(AssetKind))),
  org_id: z.optional(idOf(nouns.org)),
  expire_status: z.optional(field(words('授权状态', 'Licence status'), oneOf(AuthExpireStatus))),
  /** The one whose form is open. */
  asset_id: z.optional(idOf(nouns.asset)),
  export: z.optional(field(nouns.exportFormat, z.enum(['xlsx']))),
})
