import { words } from '@kaibo/contract/kernel/words.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount, TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { conflict } from '#platform/fault.ts'
import { entry, PATIENT } from './audit.fixture.ts'
import { verifyChain } from './audit.verify.ts'
import { createAuditWriter, type AuditWriter } from './audit.writer.ts'

const crashing = programOf(new URL('./audit.crash.fixture.ts', import.meta.url))

let server: TestServer
let writer: AuditWriter
beforeAll(async () => {
  server = await bootServer()
  writer = createAuditWriter(server.platform, PATIENT)
})
beforeEach(async () => {
  await server.db.query.deleteFrom('audit').execute()
  await server.db.query.deleteFrom('setting').execute()
})
afterAll(() => server.close())

const rowsOf = ({ db }: TestServer) =>
  db.query.selectFrom('audit').selectAll().orderBy('seq').execute()
const owed = ({ db }: TestServer) => db.query.selectFrom('audit_pending').selectAll().execute()

/** One statement in a transaction of its own. */
const save = (value: string) =>
  server.db.transaction(async (trx) => {
    const setting = { key: 'thing', value }
    await trx
      .insertInto('setting')
      .values(setting)
      .onConflict((c) => c.column('key').doUpdateSet(setting))
      .execute()
  })

test('a call that writes leaves one row, with what is known at its end, and owes nothing', async () => {
  const noted = entry('1')
  delete noted.target
  const answer = await writer.record(noted, async () => {
    await save('a')
    expect(await owed(server)).toHaveLength(1)
    await save('b')
    expect(await owed(server)).toHaveLength(1)
    noted.target = 'told later'
    return 42
  })
  expect(answer).toBe(42)
  expect(await rowsOf(server)).toMatchObject([{ target: 'told later', outcome: null }])
  expect(await owed(server)).toEqual([])
})

test('a call that is refused leaves none: not before it writes, and not when its transaction is undone', async () => {
  const refused = async () => {
    await server.db.transaction(async (trx) => {
      await trx.insertInto('setting').values({ key: 'half', value: 'x' }).execute()
      throw conflict(words('分组已停用', '分组已停用'))
    })
  }
  await expect(writer.record(entry('1'), refused)).rejects.toThrow('分组已停用')
  expect(await rowsOf(server)).toEqual([])
  expect(await owed(server)).toEqual([])
})

test('what a call wrote before it broke is told', async () => {
  const call = writer.record(entry('1'), async () => {
    await save('a')
    throw new Error('the database is gone')
  })
  await expect(call).rejects.toThrow('gone')
  expect(await rowsOf(server)).toMatchObject([{ target: '1', outcome: 'interrupted' }])
  expect(await owed(server)).toEqual([])
})

test('a call whose only transaction is undone by an error leaves none', async () => {
  const undone = () =>
    server.db.transaction(async (trx) => {
      await trx.insertInto('setting').values({ key: 'half', value: 'x' }).execute()
      throw new Error('the database is gone')
    })
  await expect(writer.record(entry('1'), undone)).rejects.toThrow('gone')
  expect(await rowsOf(server)).toEqual([])
})

test('a call that refuses after it wrote owes nothing any more', async () => {
  const half = async () => {
    await save('a')
    expect(await owed(server)).toHaveLength(1)
    throw conflict(words('重置超时', '重置超时'))
  }
  await expect(writer.record(entry('1'), half)).rejects.toThrow('重置超时')
  expect(await rowsOf(server)).toEqual([])
  expect(await owed(server)).toEqual([])
})

test('what a call leaves running behind its answer owes nothing', async () => {
  let behind: Promise<void> | undefined
  await writer.record(entry('1'), async () => {
    behind = pause(20).then(() => save('late'))
  })
  await behind
  expect(await rowsOf(server)).toHaveLength(1)
  expect(await owed(server)).toEqual([])
})

test('calls at once owe each their own', async () => {
  const targets = Array.from({ length: 30 }, (_, i) => String(i))
  await Promise.all(targets.map((target) => writer.record(entry(target), () => save(target))))
  expect((await rowsOf(server)).map((row) => row.target).sort()).toEqual(targets.sort())
  expect(await owed(server)).toEqual([])
  expect((await verifyChain(server.db, server.platform.seal)).broken).toBeUndefined()
})

/** What the fixture leaves, when it dies. */
const KILLS = [
  ['after the write', 'working', null],
  ['while its row was appended', 'settling', null],
  ['while it waited for a PC', 'stepwise', 'interrupted'],
] as const

test.each(KILLS)(
  'a server that was killed %s: the next one writes the row, as it was',
  async (_, when, outcome) => {
    const folder = mkdtempSync(join(tmpdir(), 'kaibo-audit-'))
    const file = join(folder, 'kaibo.db')
    try {
      const child = spawn(process.execPath, [crashing.file, file, when], { stdio: 'inherit' })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      const next = await bootServer({ file })
      const restarted = createAuditWriter(next.platform)
      // Where servers share a database, one that only takes its time is told from one that is gone by ten minutes.
      if (next.db.dialect === 'pg') {
        expect(await rowsOf(next)).toHaveLength(1)
        next.clock.advance(600_000)
        await Promise.all([restarted.startUp(), createAuditWriter(next.platform).startUp()])
      }
      expect(await rowsOf(next)).toMatchObject([
        { target: '1', outcome: null },
        { target: '2', outcome, username: 'wang', input_json: '{"room_code":"2"}' },
      ])
      expect(await owed(next)).toEqual([])
      const { platform, db } = next
      expect(await verifyChain(db, platform.seal)).toMatchObject({ rows: 2, broken: undefined })
      await restarted.close()
      await next.close()
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  120_000,
)

test('a login and a logout are in the chain, a refused login is not', async () => {
  await buildAccount(server.app, 'operator', { username: 'wang' })
  const input = { username: 'wang', password: TEST_PASSWORD }
  await server.call(authApi.login, { ...input, password: 'guess' })
  const { data } = await server.call(authApi.login, input)
  await server.call(authApi.logout, {}, { token: data.token, uid: data.user.uid })
  expect((await rowsOf(server)).map((row) => [row.action, row.username])).toEqual([
    ['auth.login', 'wang'],
    ['auth.logout', 'wang'],
  ])
})
