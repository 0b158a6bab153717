import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  asset: {
    key: 'asset_id',
    stamped: true,
    text: 'kind name parts_json tags_json',
    maybeText: 'org_id licence_json',
    int: 'type builtin',
    maybeInt: 'expire_at',
    index: { asset_kind: 'kind org_id name' },
  },
  voice: {
    key: 'voice_id',
    stamped: true,
    text: 'name provider engine_voice lang gender params_json',
    maybeText: 'org_id licence_json',
    int: 'builtin enabled',
    maybeInt: 'expire_at',
    index: { voice_org: 'org_id name' },
  },
}

/** What stands on stages and how it sounds, with what comes with the program. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  for (const [asset_id, kind, name] of BUILTIN)
    await sql`
      insert into asset (asset_id, kind, name, type, parts_json, tags_json, builtin, version, created_at, updated_at)
      values (${asset_id}, ${kind}, ${name}, 0, '{}', '[]', 1, 1, 0, 0)`.execute(db)
  await sql`
    insert into voice (voice_id, name, provider, engine_voice, lang, gender, params_json, builtin, enabled, version, created_at, updated_at)
    values ('builtin:embedded', '内置语音', 'embedded', 'cmn', 'zh-CN', 'neutral', ${EVEN}, 1, 1, 1, 0, 0)`.execute(
    db,
  )
}

const EVEN = JSON.stringify({ speed: 1, pitch: 0, volume: 1 })

/** Their parts are in the program (`builtinAssets`). */
const BUILTIN = [
  ['builtin:xiaokai', 'actor', '小开'],
  ['builtin:room-night', 'background', '夜间房间'],
  ['builtin:room-day', 'background', '白天房间'],
  ['builtin:stage-lights', 'background', '舞台灯光'],
] as const
