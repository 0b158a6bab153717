// Firings on four servers over one PostgreSQL: as many runs as firings, none of them early.
// `TEST_DATABASE_URL=… [TEST_REDIS_URL=…] npm run bench -- firings [how many] [within how many seconds]`
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { throwawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { buildPlan } from '@kaibo/testkit/build/plan.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { startServer, type ServerProcess } from '@kaibo/testkit/process.ts'
import { sql } from 'kysely'

const FIRINGS = Number(process.argv[2] ?? 10_000)
const SECONDS = Number(process.argv[3] ?? 600)
const SERVERS = 4
const HOUR_MS = 3_600_000
const ahead = 20_000

process.env['KAIBO_TEST_DB'] = 'pg'
const database = await throwawayDatabase()
const config = { databaseUrl: database.url, dataDir: database.dataDir }
/** Makes the rows, is the PCs, and counts; it fires nothing. */
const seed = await bootServer({ clock: 'system', config })
const { db } = seed
const pc = await buildPc(seed.platform)
const room = await buildRoom(seed.platform, { pc_id: pc.id })
await db.query
  .updateTable('pc')
  .set({ online: 1, agent_version: '99.0.0', skew_ms: 0, last_seen_at: Date.now() })
  .execute()
const { id: plan_id } = await buildPlan(seed, room.room_code)
await db.query.deleteFrom('plan_firing').execute()
await copies('pc', ['id', 'name'], pc.id)
await copies('live_account', ['account_id', 'push_key', 'nickname'], room.account_id)
await copies('room', ['id', 'room_code', 'name', 'account_id', 'pc_id'], room.id)
await copies('plan', ['id', 'room_id'], plan_id)
// They are due as is said below, and at no other time.
await db.query.updateTable('plan').set({ enabled: 0 }).where('id', '=', plan_id).execute()
// The job that sets plans would cancel what no plan says: it rests meanwhile.
const until = Date.now() + HOUR_MS + SECONDS * 1_000
const resting = { holder: null, fence: 1, tries: 0, last_ok_at: null, error: null }
await db.query
  .insertInto('job_lease')
  .values({ job: 'plans', unit: 'firings', until, ...resting })
  .execute()
await sql`analyze`.execute(db.query)

const servers: ServerProcess[] = []
const env = {
  KAIBO_DATA_DIR: database.dataDir,
  DATABASE_URL: database.url ?? '',
  REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
  KAIBO_LOG_LEVEL: 'error',
}
for (let n = 0; n < SERVERS; n++) servers.push(await startServer(env))
const seen = () => db.query.updateTable('pc').set({ online: 1, last_seen_at: Date.now() }).execute()
// After a start servers do not know yet which PCs are there.
for (let second = 0; second < 100; second += 5) {
  await seen()
  await sleep(5_000)
}
const from = Date.now() + ahead
const step = (SECONDS * 1000) / FIRINGS
await sql`insert into plan_firing (id, plan_id, room_id, org_id, due_at, end_at, status, updated_at, tries)
  select 'firing-' || id, id, room_id, org_id,
    ${from}::bigint + floor(row_number() over (order by id) * ${step}::float8)::bigint,
    ${from}::bigint + 7200000, 0, 0, 0
  from plan where id <> ${plan_id}`.execute(db.query)

const left = () =>
  db.query
    .selectFrom('plan_firing')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('status', '=', 0)
    .executeTakeFirstOrThrow()
let highest = 0
for (let open = 1; open > 0; open = (await left()).n) {
  highest = Math.max(highest, loadavg()[0] ?? 0)
  const now = Date.now()
  await seen()
  // PCs that do as they are told.
  await db.query
    .updateTable('room')
    .set({ state: 'living', state_since: now })
    .where('state', '=', 'starting')
    .execute()
  await sleep(2_000)
}
const { rows } = await sql<Record<string, number>>`
  select count(*)::int as runs, count(distinct firing_id)::int as firings,
    count(*) filter (where run.started_at < due_at)::int as early,
    percentile_disc(0.5) within group (order by run.started_at - due_at)::int as p50,
    percentile_disc(0.99) within group (order by run.started_at - due_at)::int as p99,
    max(run.started_at - due_at)::int as worst
  from run join plan_firing on plan_firing.id = run.firing_id`.execute(db.query)
console.log(
  `${FIRINGS} firings within ${SECONDS} s on ${SERVERS} servers, ${cpus().length} cores, load up to ${highest.toFixed(1)}:`,
  JSON.stringify(rows[0]),
)
const others = await sql<object>`
  select outcome, detail, count(*)::int as firings from plan_firing
  where id like 'firing-%' and outcome <> 'started' group by 1, 2`.execute(db.query)
for (const other of others.rows) console.log('without a run:', JSON.stringify(other))
for (const server of servers) await server.dispose()
await seed.close()
await database.remove()
process.exit(0)

/** Rows like this one, whose keys have a number behind them; the first is the table's own. */
async function copies(
  table: 'pc' | 'live_account' | 'room' | 'plan',
  keys: readonly [string, ...string[]],
  of: string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema()`.execute(db.query)
  const names = rows.map(({ name }) => name)
  const values = names.map((name) =>
    keys.includes(name) ? sql`${sql.ref(name)} || '-' || i` : sql.ref(name),
  )
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)}, generate_series(1, ${FIRINGS}::int) as s(i)
    where ${sql.ref(keys[0])} = ${of}`.execute(db.query)
}
