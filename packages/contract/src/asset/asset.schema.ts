import * as z from 'zod/mini'
import { AssetType, AuthExpireStatus, IsOrNot } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { stamped } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { AssetKind, AssetUser } from './asset.enums.ts'
import { MAX_IMPORT_ROWS } from './asset.rules.ts'

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

const tag = line(words('标签', 'Tag'), 20)
const named = {
  name: line(nouns.name, 60),
  tags: z._default(field(words('标签', 'Tags'), setOf(z.array(tag).check(z.maxLength(20)))), []),
}
const upload = idOf(nouns.upload)
/** A client's own: the same again answers the first row. */
const key = z.optional(
  field(words('请求标识', 'Request key'), z.string().check(z.regex(/^[\w-]{8,64}$/))),
)
const org_id = z.optional(z.nullable(idOf(words('归属', 'Belongs to'))))

/** With `id` and `version` it changes one. `org_id` null: for all organisations; left out: one's own, or as it is. */
export const AssetSave = z
  .object({
    id: z.optional(idOf(nouns.asset)),
    version: z.optional(version),
    kind: field(nouns.kind, oneOf(AssetKind)),
    ...named,
    org_id,
    type: z.optional(field(words('类型', 'Type'), z.int())),
    /** By the part's name (`FORMS`). */
    parts: field(
      words('文件', 'Files'),
      z.record(z.string().check(z.maxLength(20)), z.object({ upload_id: upload })),
    ),
    licence: z._default(
      z.nullable(
        field(
          words('授权', 'Licence'),
          z.object({
            holder: line(words('授权方', 'Licensed by'), 80),
            expire_at: z._default(
              z.nullable(field(words('授权到期', 'Licence ends'), z.int().check(z.gte(0)))),
              null,
            ),
            document_id: z._default(z.nullable(idOf(words('授权文件', 'Licence document'))), null),
          }),
        ),
      ),
      null,
    ),
    key,
  })
  .check(changeHasVersion)
export type AssetSave = z.infer<typeof AssetSave>

export const AssetRef = z.object({ asset_id: idOf(nouns.asset) })
export const AssetRestore = z.object({ asset_id: idOf(nouns.asset), version })

/** A form: `file`, and what is said of it. Without a name it is called as its file. */
export const AssetForm = z.object({
  file: idOf(words('文件', 'File')),
  /** What the file was called; the server fills it in. */
  filename: z._default(field(words('文件名', 'File name'), z.string().check(z.maxLength(200))), ''),
  name: z.optional(line(nouns.name, 60)),
  asset_type: z.optional(field(words('类型', 'Type'), oneOf(AssetType))),
  key,
})

/** A sheet and the files that it names, all uploaded before. */
export const MusicImport = z.object({
  upload_id: idOf(words('表格', 'Sheet')),
  files: field(
    words('文件', 'Files'),
    z
      .array(
        z.object({
          upload_id: upload,
          filename: field(
            words('文件名', 'File name'),
            z.string().check(z.minLength(1), z.maxLength(200)),
          ),
        }),
      )
      .check(z.maxLength(MAX_IMPORT_ROWS)),
  ),
  kind: z._default(field(nouns.kind, z.enum(['audio', 'sound'])), 'audio'),
  org_id,
  key: z.optional(
    field(words('请求标识', 'Request key'), z.string().check(z.regex(/^[\w-]{8,40}$/))),
  ),
})

/** What a row of the sheet says of its file. */
export const MusicLine = z.object(named)

export const MusicImported = z.object({
  added: z.int(),
  list: z.array(
    z.object({
      /** Of the sheet, its head is 1. */
      row: z.int(),
      name: z.string(),
      filename: z.string(),
      asset_id: z.nullable(z.string()),
      error: z.string(),
      error_en: z.string(),
    }),
  ),
})
