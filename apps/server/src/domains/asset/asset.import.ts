import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type * as z from 'zod/mini'
import type { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@kaibo/contract/asset/asset.rules.ts'
import { MusicLine, type AssetRow, type AssetSave } from '@kaibo/contract/asset/asset.schema.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { Fault, invalid } from '#platform/fault.ts'
import type { AuditDetail } from '#platform/http/implement.ts'

type Import = typeof assetApi.importMusic
type Outcome = DataOf<Import>['list'][number]

interface ImportNeeds {
  sheet: (actor: Pick<Actor, 'uid'>, upload_id: string) => Promise<string[][]>
  add: (actor: Actor, draft: Omit<AssetSave, 'id' | 'version'>) => Promise<{ after: AssetRow }>
}

/** Makes an asset of each row of a sheet and the file that it names; a row that is refused says why, and the others are made. */
export async function importMusic(
  { upload_id, files, kind, org_id, key }: ParsedOf<Import>,
  actor: Actor,
  { sheet, add }: ImportNeeds,
  audit: (detail: AuditDetail) => void,
): Promise<DataOf<Import>> {
  const [head = [], ...rows] = await sheet(actor, upload_id)
  const at = columnsIn(head)
  const lines = rows
    .map((cells, index) => ({ row: index + 2, ...cellsOf(cells, at) }))
    .filter(({ name, filename }) => name !== '' || filename !== '')
  if (lines.length === 0) throw invalid({ upload_id: EMPTY })
  if (lines.length > MAX_IMPORT_ROWS) throw invalid({ upload_id: TOO_MANY })
  const byName = new Map(files.map((file) => [bare(file.filename), file.upload_id]))
  const list: Outcome[] = []
  const taken = new Set<string>()
  for (const { row, name, filename, tags } of lines) {
    const line = { row, name: name || bareName(filename).slice(0, NAME_LENGTH), filename }
    const said = MusicLine.safeParse({ name: line.name, tags })
    const file = byName.get(bare(filename))
    const why =
      filename === ''
        ? NO_FILENAME
        : file === undefined
          ? NOT_SENT
          : taken.has(file)
            ? TWICE
            : wrongIn(said.error, { name: line.name, tags })
    if (why || file === undefined || !said.success) {
      list.push({ ...line, asset_id: null, error: why?.zh ?? '', error_en: why?.en ?? '' })
      continue
    }
    taken.add(file)
    const draft = {
      kind,
      ...said.data,
      parts: { file: { upload_id: file } },
      licence: null,
      org_id,
    }
    try {
      const { after } = await add(actor, { ...draft, ...(key && { key: `${key}-${row}` }) })
      list.push({ ...line, asset_id: after.asset_id, error: '', error_en: '' })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      list.push({ ...line, asset_id: null, error: error.words.zh, error_en: error.words.en })
    }
  }
  const added = list.filter(({ asset_id }) => asset_id !== null).length
  audit({ input: { kind, rows: lines.length }, after: { added, failed: list.length - added } })
  return { list, added }
}

const NAME_LENGTH = 60

interface Columns {
  name: number
  filename: number
  tags: number
}

function columnsIn(head: readonly string[]): Columns {
  const find = ({ zh, en }: Words) =>
    head.findIndex((cell) => cell.trim() === zh || cell.trim().toLowerCase() === en.toLowerCase())
  const { name, filename, tags } = IMPORT_COLUMNS
  if (find(filename) < 0) throw invalid({ upload_id: NO_HEAD })
  return { name: find(name), filename: find(filename), tags: find(tags) }
}

const cellsOf = (cells: readonly string[], { name, filename, tags }: Columns) => ({
  name: (cells[name] ?? '').trim(),
  filename: (cells[filename] ?? '').trim(),
  tags: [...new Set((cells[tags] ?? '').split(/[,，、;；\s]+/).filter(Boolean))],
})

/** What a form would be told of its fields. */
function wrongIn(error: z.core.$ZodError | undefined, given: object): Words | undefined {
  const [first] = Object.values(error ? fieldMessages(MusicLine, error.issues, given) : {})
  return first
}

/** A file's name without its folder: sheets name it as it lies on somebody's disk. */
const lastOf = (filename: string): string => filename.split(/[\\/]/).at(-1) ?? ''
const bare = (filename: string): string => lastOf(filename).normalize('NFC').toLowerCase()
const bareName = (filename: string): string => lastOf(filename).replace(/\.\w+$/, '')

const NO_HEAD = words(
  '表格第一行没有「文件名」这一列，请用模板',
  'The first row has no column “File name”; use the template',
)
const EMPTY = words('表格里没有要导入的行', 'There are no rows to import')
const TOO_MANY = words(
  `一次最多导入${MAX_IMPORT_ROWS}行，请拆成几个`,
  `At most ${MAX_IMPORT_ROWS} rows at once; split the sheet`,
)
const NO_FILENAME = words('没有填文件名', 'No file name')
const NOT_SENT = words('没有选这个文件', 'This file was not chosen')
const TWICE = words('与前面的行是同一个文件', 'The same file as a row above')
