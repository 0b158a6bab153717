import { words } from '@kaibo/contract/kernel/words.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildAccount } from '@kaibo/testkit/build/account.build.ts'
import { conflict } from '#platform/fault.ts'
import { entry } from './audit.fixture.ts'
import { verifyChain } from './audit.verify.ts'
import { createAuditWriter, type AuditWriter } from './audit.writer.ts'

/** Rows that cannot be appended, or not now: the call has done its work and says so. */

const QUICK = { patienceMs: 200, lookEveryMs: 50 }

let server: TestServer
let writer: AuditWriter
beforeEach(async () => {
  server = await bootServer()
  writer = createAuditWriter(server.platform, QUICK)
})
afterEach(async () => {
  await writer.close()
  await server.close()
})

const rows = () => server.db.query.selectFrom('audit').selectAll().orderBy('seq').execute()
const targets = async () => (await rows()).map((row) => [row.target, row.outcome])
const owed = () => server.db.query.selectFrom('audit_pending').selectAll().execute()

const save = (key: string) =>
  server.db.transaction((trx) => trx.insertInto('setting').values({ key, value: 'x' }).execute())

/** Lets a statement on a table fail; answers how to end that. */
async function broken(act: 'insert' | 'delete' | 'update', table: string) {
  const { query, dialect } = server.db
  const name = `no_${act}_${table}`
  if (dialect === 'sqlite') {
    await sql`create trigger ${sql.id(name)} before ${sql.raw(act)} on ${sql.table(table)}
      begin select raise(abort, 'no'); end`.execute(query)
    return () => sql`drop trigger ${sql.id(name)}`.execute(query)
  }
  await sql`create function ${sql.id(name)}() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`.execute(query)
  await sql`create trigger ${sql.id(name)} before ${sql.raw(act)} on ${sql.table(table)}
    for each row execute function ${sql.id(name)}()`.execute(query)
  return () => sql`drop trigger ${sql.id(name)} on ${sql.table(table)}`.execute(query)
}

/** Time enough for what was done to be nobody's any more. */
const later = () => server.clock.advance(10_000)

test('the new password of an account arrives, though the row of the call cannot be written', async () => {
  const admin = await server.login('admin')
  const uid = await buildAccount(server.app, 'operator', { username: 'wang' })
  const mend = await broken('insert', 'audit')
  const { code, data } = await server.call(accountApi.reset, { uid }, admin)
  expect(code).toBe(0)
  const password = data.password
  const { code: login } = await server.call(authApi.login, { username: 'wang', password })
  expect(login).toBe(0)
  expect(await rows()).toEqual([])
  expect((await owed()).map((debt) => debt.finished_at !== null)).toEqual([true, true])
  await mend()
  later()
  await writer.startUp()
  await expect.poll(owed).toEqual([])
  expect((await rows()).map((row) => [row.action, row.outcome])).toEqual([
    ['account.reset', null],
    ['auth.login', null],
  ])
  expect((await verifyChain(server.db, server.platform.seal)).broken).toBeUndefined()
})

describe('a row that cannot be appended', () => {
  test('is kept with all that was known, and written as what it was', async () => {
    const mend = await broken('insert', 'audit')
    const noted = entry('1')
    delete noted.target
    const answer = await writer.record(noted, async () => {
      await save('a')
      noted.target = 'told later'
      return 42
    })
    expect(answer).toBe(42)
    await mend()
    later()
    // A server that looks on beside the first one.
    const other = createAuditWriter(server.platform, QUICK)
    await Promise.all([writer.startUp(), other.startUp()])
    await expect.poll(targets).toEqual([['told later', null]])
    expect(await owed()).toEqual([])
    await other.close()
  })

  test('of a call that owes nothing is kept, too', async () => {
    const mend = await broken('insert', 'audit')
    await writer.record(entry('1'), async () => {})
    await mend()
    later()
    await writer.startUp()
    await expect.poll(targets).toEqual([['1', null]])
    expect(await owed()).toEqual([])
  })

  test('keeps no other from being written', async () => {
    await writer.record(entry('1'), () => save('a'))
    const poison = { id: 'poison', at: 0, finished_at: 0, entry_json: 'no JSON' }
    await server.db.query.insertInto('audit_pending').values(poison).execute()
    const mend = await broken('insert', 'audit')
    await writer.record(entry('2'), () => save('b'))
    await mend()
    later()
    await writer.startUp()
    await expect.poll(targets).toEqual([
      ['1', null],
      ['2', null],
    ])
  })

  test('nor marked is kept in memory until it can be', async () => {
    const mend = [await broken('insert', 'audit'), await broken('update', 'audit_pending')]
    await writer.startUp()
    await writer.record(entry('1'), () => save('a'))
    for (const one of mend) await one()
    await expect.poll(targets).toEqual([['1', null]])
    expect(await owed()).toEqual([])
  })
})

const half = async () => {
  await save('a')
  throw conflict(words('重置超时', '重置超时'))
}

test('a call that answers an error answers its own, though its debt cannot be struck', async () => {
  const mend = await broken('delete', 'audit_pending')
  await expect(writer.record(entry('1'), half)).rejects.toThrow('重置超时')
  await mend()
  await writer.startUp()
  await expect.poll(owed).toEqual([])
  expect(await rows()).toEqual([])
})

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg')(
  'while the chain is locked calls are answered; their rows follow, each once and in order',
  async () => {
    let isLocked: (() => void) | undefined
    let unlock: (() => void) | undefined
    const locked = new Promise<void>((resolve) => (isLocked = resolve))
    const unlocked = new Promise<void>((resolve) => (unlock = resolve))
    const holding = server.db.transaction(async (trx) => {
      await sql`lock table audit in access exclusive mode`.execute(trx)
      isLocked?.()
      await unlocked
    })
    await locked
    for (const target of ['1', '2', '3'])
      expect(await writer.record(entry(target), () => save(target).then(() => 7))).toBe(7)
    expect((await owed()).map((debt) => debt.finished_at !== null)).toEqual([true, true, true])
    unlock?.()
    await holding
    await expect.poll(targets).toEqual([
      ['1', null],
      ['2', null],
      ['3', null],
    ])
    later()
    await writer.startUp()
    expect(await owed()).toEqual([])
    expect(await rows()).toHaveLength(3)
    // Nobody is kept waiting any more.
    await writer.record(entry('4'), async () => {})
    await expect.poll(rows).toHaveLength(4)
  },
)

test('rows that two servers settle at once stand once', async () => {
  const mend = await broken('insert', 'audit')
  for (let i = 0; i < 8; i++) await writer.record(entry(`${i}`), () => save(`s${i}`))
  await mend()
  later()
  const others = Array.from({ length: 4 }, () => createAuditWriter(server.platform, QUICK))
  await Promise.all(others.map((other) => other.startUp()))
  await expect.poll(owed).toEqual([])
  expect((await rows()).map((row) => Number(row.target)).toSorted((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ])
  expect((await verifyChain(server.db, server.platform.seal)).broken).toBeUndefined()
  for (const other of others) await other.close()
})
