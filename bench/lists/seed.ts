import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import Database from 'better-sqlite3'
import { CompiledQuery } from 'kysely'

const ROOMS = 200
export const EVENTS = 1_000_000
const DAYS = 30

/** What one URL makes the server do: the statements it runs, without those that find out who asks, and its answer. */
export interface Exchange {
  url: string
  statements: { sql: string; parameters: unknown[] }[]
  answer: unknown
}

export interface Plan {
  token: string
  exchanges: Exchange[]
}

/** Two hundred rooms on air with a million gift events of a month, and what each URL takes, for the bare server to do. */
export async function seed(folder: string, urls: readonly string[]): Promise<Plan> {
  const statements = recordStatements()
  const server = await bootServer({ file: join(folder, 'kaibo.db'), clock: 'system' })
  const rooms = []
  for (let i = 0; i < ROOMS; i++) rooms.push(await buildOnAir(server.platform))
  await fill(server)
  const { token } = await server.login('finance')
  const exchanges: Exchange[] = []
  for (const url of urls) {
    statements.length = 0
    const answer = await server.app.http.inject({ method: 'GET', url, headers: { token } })
    if (answer.json<{ code: number }>().code !== 0) throw new Error(`${url}: ${answer.body}`)
    const own = statements.filter(({ sql }) => !/"(session|account_group\w*)"/.test(sql))
    exchanges.push({ url, statements: own, answer: answer.json() })
  }
  await server.close()
  const plan = { token, exchanges }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  return plan
}

/** Every statement that SQLite runs in this process from now on, with its parameters. */
function recordStatements(): Exchange['statements'] {
  const seen: Exchange['statements'] = []
  const prepare = Reflect.get(Database.prototype, 'prepare') as (sql: string) => Database.Statement
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql)
    const all = statement.all.bind(statement)
    statement.all = (...parameters: unknown[]) => {
      seen.push({ sql, parameters: parameters.flat() })
      return all(...parameters)
    }
    return statement
  } as typeof Database.prototype.prepare
  return seen
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
