import type { OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { CompiledQuery } from 'kysely'

/** Rows of one statement. */
const CHUNK = 500_000
/** Rows of all rooms while one run of each goes on: of the first room, a tenth of them. */
export const ROWS_A_RUN = 200_000
const DAYS = 90
const INDEXES = {
  trigger_log_once: 'unique index trigger_log_once on trigger_log (key)',
  trigger_log_room: 'index trigger_log_room on trigger_log (room_id, at)',
  trigger_log_run: 'index trigger_log_run on trigger_log (run_id, at)',
  trigger_log_run_outcome: 'index trigger_log_run_outcome on trigger_log (run_id, outcome, at)',
  trigger_log_room_outcome: 'index trigger_log_room_outcome on trigger_log (room_id, outcome, at)',
}
/** As much as a decision of a few conditions leaves. */
const TRACE = JSON.stringify({
  steps: Array.from({ length: 4 }, (_, n) => ({
    path: `0.${n}`,
    check: 'gift.fen >= 100',
    saw: 520,
    holds: true,
  })),
})

/** One text of several, in SQL. */
const text = (...parts: string[]) => parts.join(' || ')

/** So many decisions of three months, a tenth of them in the first room; a rule in a thousand is shut out by another. */
export async function fill(
  { db, clock }: TestServer,
  rooms: readonly OnAir[],
  rows: number,
): Promise<void> {
  const isPg = db.dialect === 'pg'
  const run = (sql: string) => db.query.executeQuery(CompiledQuery.raw(sql))
  const step = Math.max(1, Math.floor((DAYS * 86_400_000) / rows))
  const begin = clock.now() - rows * step
  const at = (i: string) => `${begin} + ${i} * ${step}`
  const places = rooms.map(({ room }, n) => `(${n}, '${room.id}')`).join(', ')
  const ofRun = (room: string, i: string) =>
    text(`'run-'`, `cast(${room} as text)`, `'-'`, `cast(${i} / ${ROWS_A_RUN} as text)`)

  if (!isPg) await run('pragma synchronous = off')
  for (const index of Object.keys(INDEXES)) await run(`drop index ${index}`)
  for (let from = 0; from < rows; from += CHUNK) {
    const to = Math.min(from + CHUNK, rows) - 1
    const numbers = isPg
      ? `n as (select i from generate_series(${from}::bigint, ${to}::bigint) as i)`
      : `n(i) as (select ${from} union all select i + 1 from n where i < ${to})`
    await run(`
      insert into trigger_log (key, room_id, run_id, at, event_id, event_key, set_id, node_id, node_name,
        outcome, text, trace_json)
      with recursive ${numbers}, place(number, room_id) as (values ${places})
      select ${text(`'fill/'`, 'cast(i as text)')}, room_id, ${ofRun('number', 'i')}, ${at('i')},
        ${text(`'event-'`, 'cast(i as text)')}, 'gift', 'set-1', 'node-7', '感谢礼物',
        case when i * 7919 % 1000 = 0 then 'MUTEX' when i * 7919 % 1000 < 100 then 'FIRED'
          when i * 7919 % 1000 < 300 then 'COOLDOWN' else 'COND' end,
        null, '${TRACE}'
      from n join place on place.number = case when i % 10 = 0 then 0 else 1 + i * 7 % ${rooms.length - 1} end`)
  }
  for (const index of Object.values(INDEXES)) await run(`create ${index}`)
  const runs = Math.ceil(rows / ROWS_A_RUN)
  const [first] = rooms
  if (!first) throw new Error('no rooms')
  const { room, account } = first
  for (let n = 0; n < runs; n++) {
    await db.query
      .insertInto('run')
      .values({
        run_id: `run-0-${n}`,
        room_id: room.id,
        room_code: room.room_code,
        room_name: room.name,
        account_id: account.account_id,
        org_id: room.org_id,
        mode: 1,
        day: '2026-01-01',
        started_at: begin + n * ROWS_A_RUN * step,
        ended_at: begin + (n + 1) * ROWS_A_RUN * step,
        is_demo: 0,
      })
      .execute()
  }
  // PostgreSQL does this by itself while a table grows.
  await run(isPg ? 'vacuum analyze trigger_log' : 'pragma synchronous = full')
}
