import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'

let folder: string
const file = () => join(folder, 'kaibo.db')
const key = () => join(folder, 'secret.key')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const again = async () => (await bootServer({ file: file() })).close()
const useAnotherKey = () => writeFileSync(key(), randomBytes(32).toString('base64'))

test('no key is made over a database that has been used, and another one is refused', async () => {
  const server = await bootServer({ file: file() })
  await server.login('operator')
  await server.close()
  renameSync(key(), `${key()}.kept`)
  await expect(again()).rejects.toThrow(/^缺少密钥文件.+secret\.key$/)
  useAnotherKey()
  await expect(again()).rejects.toThrow(/^密钥文件与数据库不符.+secret\.key$/)
  renameSync(`${key()}.kept`, key())
  await again()
})

test('of a database from before keys were pinned only the key that opens it is taken', async () => {
  const server = await bootServer({ file: file() })
  await buildLiveAccount(server.platform)
  await server.db.query.deleteFrom('setting').where('key', '=', 'key_print').execute()
  await server.close()
  renameSync(key(), `${key()}.kept`)
  useAnotherKey()
  await expect(again()).rejects.toThrow('密钥文件与数据库不符')
  renameSync(`${key()}.kept`, key())
  await again()
})

test('an older server says of a newer schema in one sentence what to do', async () => {
  const server = await bootServer({ file: file() })
  const at = new Date(0).toISOString()
  await sql`insert into kysely_migration (name, timestamp) values ('9001-later', ${at})`.execute(
    server.db.query,
  )
  await server.close()
  await expect(again()).rejects.toThrow(
    '数据库已被更新的版本升级（9001-later），请用那个版本或更新的版本启动',
  )
})
