import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { enterMissing } from '#platform/search/entries.ts'
import { addColumns } from './schema.ts'

/** People insert files as well as lines, and figures and sounds come with the program. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await addColumns(db, 'room_insert', {
    asset_id: 'maybeText',
    kind: 'maybeText',
    volume: 'maybeInt',
  })
  for (const [asset_id, kind, name, type] of BUILTIN)
    await sql`
      insert into asset (asset_id, kind, name, type, parts_json, tags_json, builtin, version, created_at, updated_at)
      values (${asset_id}, ${kind}, ${name}, ${type}, '{}', '[]', 1, 1, 0, 0)`.execute(db)
  await enterMissing(db, SEARCHED)
}

/** By what assets are found, as it was when this step was written. */
const SEARCHED = {
  table: 'asset',
  key: 'asset_id',
  texts: ['name', 'tags_json'],
  codes: ['asset_id'],
} as const

const VRM = 3

/** Their parts are in the program (`builtinAssets`, `builtinSounds`). */
const BUILTIN = [
  ['builtin:xiaobo', 'actor', '小播', VRM],
  ['builtin:xiaoyin', 'actor', '小音', VRM],
  ['builtin:ding', 'sound', '叮咚', 0],
  ['builtin:coin', 'sound', '金币', 0],
  ['builtin:sparkle', 'sound', '星光', 0],
  ['builtin:fanfare', 'sound', '号角', 0],
  ['builtin:applause', 'sound', '掌声', 0],
  ['builtin:drum', 'sound', '鼓点', 0],
  ['builtin:whoosh', 'sound', '飞过', 0],
  ['builtin:level-up', 'sound', '升级', 0],
] as const
