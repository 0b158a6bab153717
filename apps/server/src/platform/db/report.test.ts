import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'
import { ReportWorker } from './report.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Db<{ note: { text: string } }>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-report-'))
  db = openSqlite(join(folder, 'kaibo.db'))
  await db.query.schema.createTable('note').addColumn('text', 'text').execute()
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

const raw = (text: string) => ({ compile: () => CompiledQuery.raw(text) })

test('a long report does not hold up the event loop', async () => {
  const long = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
    select count(*) as count from n`
  let turns = 0
  const turning = setInterval(() => turns++, 1)
  expect(await db.report(raw(long))).toEqual([{ count: 3_000_000 }])
  clearInterval(turning)
  expect(turns).toBeGreaterThan(5)
})

test('a report sees what was committed before it, and cannot write', async () => {
  await db.query.insertInto('note').values({ text: '你好' }).execute()
  expect(await db.report(db.query.selectFrom('note').selectAll())).toEqual([{ text: '你好' }])
  await expect(db.report(raw(`insert into note values ('x') returning text`))).rejects.toThrow(
    'readonly',
  )
})

test('a wrong report fails alone', async () => {
  await expect(db.report(raw('select * from nowhere'))).rejects.toThrow('no such table')
  expect(await db.report(db.query.selectFrom('note').selectAll())).toEqual([])
})

test('a thread that ends takes along what it was asked, and nothing of the one after it', async () => {
  const file = join(folder, 'late.db')
  const reports = new ReportWorker(file)
  const asked = ['one', 'other'].map((name) => reports.run(`select 1 as ${name}`, []))
  const failed = { status: 'rejected', reason: { code: 'SQLITE_CANTOPEN' } }
  expect(await Promise.allSettled(asked)).toMatchObject([failed, failed])
  writeFileSync(file, '')
  expect(await reports.run('select 1 as one', [])).toEqual([{ one: 1 }])
  await reports.close()
})
