// The first page of 10,000 accounts over HTTP, with rights, groups and what keeps each row from being edited, beside the
// one bare statement that reads the page.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import Database from 'better-sqlite3'
import { CompiledQuery } from 'kysely'

const ACCOUNTS = 10_000
const REQUESTS = 400
const PAGE = 20

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const file = join(folder, 'kaibo.db')
const server = await bootServer({ file, clock: 'system' })
const admin = await server.login('admin')
const run = (sql: string) => server.db.query.executeQuery(CompiledQuery.raw(sql))
const now = server.clock.now()
await run(`
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ACCOUNTS})
  insert into account (uid, username, nickname, phone, password_hash, area, org_id, status, is_gs, is_demo,
    created_at, updated_at, version)
  select printf('bench-%05d', i), printf('person%05d', i), '人员' || i, '', '', '', 'default', i % 10 = 0, 0, 0,
    ${now} - i * 1000, ${now}, 1 from n`)
await run(`
  insert into account_group_member (uid, group_id)
  select uid, 'operator' from account where uid like 'bench-%'
  union all select uid, 'finance' from account where uid like 'bench-%'`)
await run('analyze')
const bare = new Database(file, { readonly: true })
const statement = bare.prepare(
  `select account.*, org.name from account left join org on org.id = account.org_id
   order by account.created_at desc, account.uid desc limit ${PAGE}`,
)

const time = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

const ofServer: number[] = []
const ofBare: number[] = []
for (let i = 0; i < REQUESTS; i++) {
  ofServer.push(await time(() => server.call(accountApi.list, { page_size: PAGE }, admin)))
  ofBare.push(await time(() => JSON.stringify(statement.all())))
}
// The first quarter warms both up.
const [ours, theirs] = [ofServer, ofBare].map((all) => p95(all.slice(REQUESTS / 4)))
console.log(
  `${ACCOUNTS.toLocaleString('en')} accounts, first page of ${PAGE}: p95 ${ours?.toFixed(2)} ms, ` +
    `the bare statement ${theirs?.toFixed(2)} ms, ratio ${((ours ?? 0) / (theirs ?? 1)).toFixed(1)}`,
)
bare.close()
await server.close()
rmSync(folder, { recursive: true })
