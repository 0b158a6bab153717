// The first page of 10,000 accounts over HTTP, with rights, groups and what keeps each row from being edited, beside a bare
// node:http handler that runs the same statements.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'
import { CompiledQuery } from 'kysely'
import { compare, ROUNDS } from './lists/compare.ts'
import { plan } from './lists/plan.ts'

const ACCOUNTS = 10_000
const LISTS = {
  'accounts, first page of 20': '/admin/v1/passport/list?page_size=20',
  'accounts of an organisation, first page of 20':
    '/admin/v1/passport/list?page_size=20&org_id=default',
}

async function fill(server: TestServer): Promise<Login> {
  const now = server.clock.now()
  const run = (sql: string) => server.db.query.executeQuery(CompiledQuery.raw(sql))
  await run(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ACCOUNTS})
    insert into account (uid, username, nickname, phone, password_hash, area, org_id, status, is_gs, is_demo,
      created_at, updated_at, version)
    select printf('bench-%05d', i), printf('bench%05d', i), '人员' || i, '', '', '', 'default', i % 10 = 0, 0, 0,
      ${now} - i * 1000, ${now}, 1 from n`)
  await run(`
    insert into account_group_member (uid, group_id)
    select uid, 'operator' from account where uid like 'bench-%'
    union all select uid, 'finance' from account where uid like 'bench-%'`)
  await run('analyze')
  return server.login('admin')
}

const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
const made = await plan(folder, Object.values(LISTS), fill)
console.log(`${ACCOUNTS.toLocaleString('en')} accounts, median of ${ROUNDS} interleaved rounds`)
await compare(folder, LISTS, made)
rmSync(folder, { recursive: true })
