import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import Database from 'better-sqlite3'

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

/** From these it is found out who asks, once a second. */
const OF_LOGIN = /"session"|"member"."uid" = /

/** Fills a database in the folder, and leaves there what each URL takes, for the bare server to do. */
export async function plan(
  folder: string,
  urls: readonly string[],
  fill: (server: TestServer) => Promise<Login>,
): Promise<Plan> {
  const statements = recordStatements()
  const server = await bootServer({ file: join(folder, 'kaibo.db'), clock: 'system' })
  const { token } = await fill(server)
  const exchanges: Exchange[] = []
  for (const url of urls) {
    statements.length = 0
    const answer = await server.app.http.inject({ method: 'GET', url, headers: { token } })
    if (answer.json<{ code: number }>().code !== 0) throw new Error(`${url}: ${answer.body}`)
    const own = statements.filter(({ sql }) => !OF_LOGIN.test(sql))
    exchanges.push({ url, statements: own, answer: answer.json() })
  }
  await server.close()
  const made = { token, exchanges }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(made))
  return made
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
