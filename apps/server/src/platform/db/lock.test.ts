import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFile } from './lock.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a second one is refused until the first lets go', () => {
  const path = join(folder, 'kaibo.db.lock')
  const unlock = lockFile(path)
  expect(() => lockFile(path)).toThrow('同一数据目录只能运行一个服务')
  unlock()
  lockFile(path)()
})

test('a killed process leaves no lock behind', async () => {
  const path = join(folder, 'kaibo.db.lock')
  const program = `
    const Database = require('better-sqlite3')
    new Database(process.argv[1]).exec('BEGIN EXCLUSIVE')
    console.log('locked')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['-e', program, path], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  expect(() => lockFile(path)).toThrow('同一数据目录只能运行一个服务')
  other.kill('SIGKILL')
  await once(other, 'exit')
  lockFile(path)()
})

test('a reader works beside the owner and cannot write', async () => {
  const file = join(folder, 'kaibo.db')
  const owner = openSqlite<{ note: { text: string } }>(file)
  await owner.query.schema.createTable('note').addColumn('text', 'text').execute()
  await owner.query.insertInto('note').values({ text: '你好' }).execute()
  const reader = openSqlite<{ note: { text: string } }>(file, { readonly: true })
  expect(await reader.query.selectFrom('note').selectAll().execute()).toEqual([{ text: '你好' }])
  expect(await reader.report(reader.query.selectFrom('note').selectAll())).toHaveLength(1)
  await expect(reader.query.insertInto('note').values({ text: 'x' }).execute()).rejects.toThrow(
    'readonly',
  )
  await reader.close()
  await owner.close()
})
