import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  talk_rule: {
    key: 'rule_id',
    stamped: true,
    text: 'org_id name kind note draft_json',
    maybeText: 'game_id',
    int: 'enabled shared is_default is_demo',
    maybeInt: 'live_v draft_at',
    count: 'problems nodes',
    unique: { talk_rule_name: 'org_id name' },
  },
  rule_version: {
    text: 'rule_id note state set_json',
    maybeText: 'by',
    int: 'v at',
    primary: 'rule_id v',
  },
  room_part: {
    text: 'room_id part',
    maybeText: 'updated_by',
    int: 'version updated_at',
    primary: 'room_id part',
  },
  room_rule: {
    text: 'room_id part rule_id off_json',
    int: 'place enabled shift',
    primary: 'room_id part rule_id',
    index: { room_rule_rule: 'rule_id' },
  },
  pack: {
    key: 'hash',
    text: 'kind body',
    int: 'at',
    index: { pack_at: 'at' },
  },
}

interface OldRoom {
  id: string
  org_id: string
  rules_json: string
}

interface OldNode {
  children?: OldNode[]
}

interface OldSet {
  root: OldNode
  id: string
  name: string
  version: number
}

/** Rule sets of organisations with their versions, which rooms run by, and the packs that PCs ask for. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'room', { bundle_hash: 'maybeText' })
  await moveInlineSets(db)
  await db.schema.alterTable('room').dropColumn('rules_json').execute()
}

/** Equal sets that the rooms of an organisation had in themselves become one set of it, version 1, bound to these rooms. */
async function moveInlineSets(db: Kysely<unknown>): Promise<void> {
  const { rows: rooms } = await sql<OldRoom>`
    select id, org_id, rules_json from room where deleted_at is null order by created_at, id`.execute(
    db,
  )
  const { rows: demo } = await sql<{ id: string }>`select id from org where is_demo = 1`.execute(db)
  const demoOrgs = new Set(demo.map(({ id }) => id))
  const made = new Map<string, { rule_id: string; set_json: string }>()
  const names = new Set<string>()
  const now = Date.now()

  async function ruleOf(org_id: string, set: OldSet) {
    const { id: _, version: __, ...rest } = set
    const content = JSON.stringify(rest)
    const known = made.get(`${org_id} ${content}`)
    if (known) return known
    const rule_id = `r${createHash('sha256').update(`${org_id} ${content}`).digest('hex').slice(0, 19)}`
    const isFirst = !names.has(`${org_id} ${set.name}`)
    let name = set.name
    for (let n = 2; names.has(`${org_id} ${name}`); n++) name = `${set.name} ${n}`
    names.add(`${org_id} ${name}`)
    const set_json = JSON.stringify({ ...set, id: rule_id, version: 1 })
    const is_default = isFirst && set.id === 'default' ? 1 : 0
    const is_demo = demoOrgs.has(org_id) ? 1 : 0
    await sql`
      insert into talk_rule (rule_id, org_id, name, kind, note, draft_json, enabled, shared, is_default, is_demo,
        live_v, nodes, problems, created_at, updated_at, version)
      values (${rule_id}, ${org_id}, ${name}, 'talk', '', ${set_json}, 1, 0, ${is_default}, ${is_demo},
        1, ${nodesOf(set.root)}, 0, ${now}, ${now}, 1)`.execute(db)
    await sql`
      insert into rule_version (rule_id, v, note, at, by, state, set_json)
      values (${rule_id}, 1, '', ${now}, null, 'live', ${set_json})`.execute(db)
    const fresh = { rule_id, set_json }
    made.set(`${org_id} ${content}`, fresh)
    return fresh
  }

  for (const room of rooms) {
    const sets = setsIn(room.rules_json)
    if (sets.length === 0) continue
    const rules: Awaited<ReturnType<typeof ruleOf>>[] = []
    for (const set of sets) {
      const rule = await ruleOf(room.org_id, set)
      if (!rules.includes(rule)) rules.push(rule)
    }
    await sql`
      insert into room_part (room_id, part, version, updated_at) values (${room.id}, 'talk', 1, ${now})`.execute(
      db,
    )
    for (const [place, { rule_id }] of rules.entries())
      await sql`
        insert into room_rule (room_id, part, rule_id, place, enabled, shift, off_json)
        values (${room.id}, 'talk', ${rule_id}, ${place}, 1, 0, '[]')`.execute(db)
    const body = bundleOf(rules.map(({ set_json }) => set_json))
    const hash = createHash('sha256').update(body).digest('base64url')
    await sql`
      insert into pack (hash, kind, body, at) values (${hash}, 'bundle', ${body}, ${now})
      on conflict (hash) do nothing`.execute(db)
    await sql`update room set bundle_hash = ${hash} where id = ${room.id}`.execute(db)
  }
}

const nodesOf = ({ children }: OldNode): number =>
  children ? children.reduce((sum, child) => sum + nodesOf(child), 0) : 1

/** As this version of the product writes a bundle. */
function bundleOf(sets: readonly string[]): string {
  return JSON.stringify({
    format: 2,
    catalogue: { format: 2, events: [], vars: [] },
    sets: sets.map((set) => ({ kind: 'talk', set: JSON.parse(set), shift: 0, off_nodes: [] })),
    answers: [],
    idle_s: 20,
  })
}

/** What cannot be read could not be run either. */
function setsIn(rules_json: string): OldSet[] {
  try {
    const sets: unknown = JSON.parse(rules_json)
    return Array.isArray(sets) ? (sets as OldSet[]) : []
  } catch {
    return []
  }
}
