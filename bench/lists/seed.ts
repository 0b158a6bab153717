import type { Login, TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { CompiledQuery } from 'kysely'

const ROOMS = 200
export const EVENTS = 1_000_000
const DAYS = 30

/** Two hundred rooms on air with a million gift events of a month; answers who looks at them. */
export async function seed(server: TestServer): Promise<Login> {
  for (let i = 0; i < ROOMS; i++) await buildOnAir(server.platform)
  await fill(server)
  return server.login('finance')
}

async function fill({ db, clock }: TestServer): Promise<void> {
  const now = clock.now()
  const run = (sql: string) => db.query.executeQuery(CompiledQuery.raw(sql))
  await run(`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${EVENTS - 1}),
    r as (select *, row_number() over (order by run_id) - 1 as at_number from run)
    insert into gift_event (source, event_id, kind, room_id, room_code, run_id, account_id, org_id,
      open_id, nickname, gift_id, gift_name, count, raw_unit, raw_value, fen, is_ai, is_test, at,
      received_at)
    select 'bilibili', lower(hex(randomblob(16))), 'gift', room_id, room_code, run_id, account_id,
      org_id, 'viewer-' || (i % 5000), '观众' || (i % 5000), 'gift-1', '小花花', 1, '金瓜子', 1000, 100,
      0, 0, ${now} - i * ${Math.floor((DAYS * 86_400_000) / EVENTS)}, ${now}
    from n join r on r.at_number = i % ${ROOMS}`)
  const day = `date((at + 28800000) / 1000, 'unixepoch')`
  for (const [table, id] of [
    ['account_day', 'account_id'],
    ['room_day', 'room_id'],
  ]) {
    await run(`
      insert into ${table} (${id}, day, org_id, fen, count, event_count)
      select ${id}, ${day}, min(org_id), sum(fen), sum(count), count(*) from gift_event group by 1, 2`)
  }
  await run(`
    update run set gift_fen = s.fen, gift_count = s.n, event_count = s.n
    from (select run_id, sum(fen) as fen, count(*) as n from gift_event group by run_id) as s
    where s.run_id = run.run_id`)
  await run('analyze')
}
