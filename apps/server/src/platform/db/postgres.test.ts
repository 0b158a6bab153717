import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { throwawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { proxyTo } from '@kaibo/testkit/proxy.ts'
import { isAway } from './away.ts'
import { openPostgres } from './postgres.ts'

interface Settings {
  setting: { key: string; value: string }
}

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

/** What would have ended the process: without a listener, the `error` of a connection is thrown. */
async function thrownDuring(work: () => Promise<void>): Promise<unknown[]> {
  const others = process.listeners('uncaughtException')
  const thrown: unknown[] = []
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => thrown.push(error))
  try {
    await work()
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const other of others) process.on('uncaughtException', other)
  }
  return thrown
}

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg').each(['during a statement', 'between two'])(
  'a connection that is ended %s fails its transaction and nothing else',
  async (when) => {
    const { db } = server
    const thrown = await thrownDuring(async () => {
      const failing = db.transaction(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        const end = () => sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db.query)
        if (when === 'between two') {
          await end()
          await sleep(100)
          await sql`select 1`.execute(trx)
        } else {
          await Promise.all([sql`select pg_sleep(5)`.execute(trx), sleep(50).then(end)])
        }
      })
      expect(isAway(await failing.catch((error: unknown) => error))).toBe(true)
      await sleep(50)
    })
    expect(thrown).toEqual([])
    await db.ping()
  },
)

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg')(
  'one that takes no writes, as while another takes its place, is away',
  async () => {
    const failing = server.db.transaction(async (trx) => {
      await sql`set transaction read only`.execute(trx)
      await trx.deleteFrom('setting').execute()
    })
    expect(isAway(await failing.catch((error: unknown) => error))).toBe(true)
  },
)

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg')(
  'a ping is answered within a second, though every connection is taken',
  async () => {
    const { db } = server
    let release: (() => void) | undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const busy = Array.from({ length: 20 }, () =>
      db.transaction(async (trx) => {
        await sql`select 1`.execute(trx)
        await released
      }),
    )
    await sleep(100)
    const began = performance.now()
    await db.ping()
    expect(performance.now() - began).toBeLessThan(1_500)
    release?.()
    await Promise.all(busy)
    await db.ping()
  },
)

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg')(
  'what a server holds that is cut off within a transaction is free again',
  async () => {
    const database = await throwawayDatabase()
    const road = await proxyTo(database.url ?? '')
    const limits = { connectMs: 1_000, statementMs: 500 }
    const cutOff = openPostgres<Settings>(road.url, { limits })
    const other = openPostgres<Settings>(database.url ?? '', {
      limits: { connectMs: 1_000, statementMs: 10_000 },
    })
    await other.query.insertInto('setting').values({ key: 'held', value: '' }).execute()
    const write = (q: typeof other.query, value: string) =>
      q.updateTable('setting').set({ value }).where('key', '=', 'held').execute()
    const failing = cutOff.transaction(async (trx) => {
      await write(trx, 'cut off')
      road.silence()
      await write(other.query, 'other')
      await write(trx, 'again')
    })
    expect(isAway(await failing.catch((error: unknown) => error))).toBe(true)
    const kept = other.query.selectFrom('setting').select('value').where('key', '=', 'held')
    expect(await kept.execute()).toEqual([{ value: 'other' }])
    await cutOff.close()
    await other.close()
    await road.close()
    await database.remove()
  },
)

test('of two transactions that wait for each other both come through', async () => {
  const { db } = server
  const keys = ['one', 'other']
  const values = keys.map((key) => ({ key, value: '' }))
  await db.query.insertInto('setting').values(values).execute()
  const appendTo = (order: readonly string[], mark: string) =>
    db.transaction(async (trx) => {
      for (const key of order) {
        await trx
          .updateTable('setting')
          .set((eb) => ({ value: eb(eb.ref('value'), '||', mark) }))
          .where('key', '=', key)
          .execute()
        await sleep(50)
      }
    })
  await Promise.all([appendTo(keys, 'a'), appendTo(keys.toReversed(), 'b')])
  const kept = await db.query
    .selectFrom('setting')
    .select('value')
    .where('key', 'in', keys)
    .execute()
  const [one, other] = kept.map(({ value }) => value)
  expect(['ab', 'ba']).toContain(one)
  expect(other).toBe(one)
})
