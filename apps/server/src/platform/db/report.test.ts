import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { throwawayDatabase, type ThrowawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Db } from './db.ts'
import { openDb } from './open.ts'
import { postgresLanes } from './report.postgres.ts'
import { createReports, type Reports } from './report.ts'
import { sqliteLanes } from './report.sqlite.ts'

const isPg = process.env['KAIBO_TEST_DB'] === 'pg'
const crashing = programOf(new URL('./report.crash.fixture.ts', import.meta.url))

let database: ThrowawayDatabase
let file: string
let db: Db<{ note: { text: string } }>
let reports: Reports
/** One lane, and room for two who wait. */
beforeEach(async () => {
  database = await throwawayDatabase()
  file = join(database.dataDir, 'kaibo.db')
  db = openDb({ url: database.url, file })
  await db.query.schema.createTable('note').addColumn('text', 'text').execute()
  reports = createReports(lanes(1), { waiting: 2 })
})
afterEach(async () => {
  await reports.close()
  await db.close()
  await database.remove()
})

const lanes = (count: number) =>
  isPg
    ? postgresLanes({ connectionString: database.url }, count)
    : sqliteLanes(file, { children: count })

const raw = (text: string) => CompiledQuery.raw(text)
const ONE = raw('select 1 as one')
/** Would take for ever. */
const ENDLESS = raw(
  isPg
    ? 'select pg_sleep(6000) from (select count(*) from note) as notes'
    : `with recursive n(i) as (select count(*) from note union all select i + 1 from n)
       select count(*) as count from n`,
)
const TOO_LONG = { code: Code.noAnswer, message: '查询超过0.3秒，请缩小时间范围' }
const BUSY = { code: Code.unavailable, message: '查询繁忙，请稍后重试' }

/** Asks for it as somebody who can hang up. */
function asking(query = ENDLESS) {
  const caller = new AbortController()
  const rows = reports.run(query, { signal: caller.signal })
  const fault = rows.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { hangUp: () => caller.abort(), fault }
}

test('a report sees what was committed before it, and cannot write', async () => {
  await db.query.insertInto('note').values({ text: '你好' }).execute()
  expect(await db.report(db.query.selectFrom('note').selectAll())).toEqual([{ text: '你好' }])
  const write = { compile: () => raw(`insert into note values ('x') returning text`) }
  await expect(db.report(write)).rejects.toThrow(/read-?only/)
})

test('while one takes for ever, others answer, and so does the database itself', async () => {
  const endless = new AbortController()
  const patience = { signal: endless.signal }
  const never = db.report({ compile: () => ENDLESS }, patience).catch(() => 'ended')
  expect(await db.report({ compile: () => ONE })).toEqual([{ one: 1 }])
  await db.query.insertInto('note').values({ text: 'x' }).execute()
  endless.abort()
  expect(await never).toBe('ended')
})

test('a wrong report fails alone', async () => {
  await expect(reports.run(raw('select * from nowhere'))).rejects.toThrow('nowhere')
  expect(await reports.run(ONE)).toEqual([{ one: 1 }])
})

test('who hangs up ends the query: its lane is free for the next', async () => {
  const { hangUp, fault } = asking()
  const next = reports.run(ONE)
  hangUp()
  expect(await fault).toMatchObject({ code: Code.noAnswer })
  expect(await next).toEqual([{ one: 1 }])
})

test('who has hung up before is not asked for at all', async () => {
  await expect(reports.run(ENDLESS, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: Code.noAnswer,
  })
  expect(await reports.run(ONE)).toEqual([{ one: 1 }])
})

test('a query that takes too long is ended, in words', async () => {
  await expect(reports.run(ENDLESS, { limitMs: 300 })).rejects.toMatchObject(TOO_LONG)
  expect(await reports.run(ONE)).toEqual([{ one: 1 }])
})

test('a queue that is full says so at once; who hangs up makes room in it', async () => {
  const first = asking()
  const waiting = [asking(ONE), asking(ONE)]
  await expect(reports.run(ONE)).rejects.toMatchObject(BUSY)
  waiting[0]?.hangUp()
  expect(await waiting[0]?.fault).toMatchObject({ code: Code.noAnswer })
  const last = reports.run(ONE)
  first.hangUp()
  expect(await waiting[1]?.fault).toBeUndefined()
  expect(await last).toEqual([{ one: 1 }])
})

test('who waits too long for a lane is told that none is free', async () => {
  const impatient = createReports(lanes(1), { waitMs: 100 })
  const never = impatient.run(ENDLESS).catch((error: unknown) => error)
  await expect(impatient.run(ONE)).rejects.toMatchObject(BUSY)
  await impatient.close()
  expect(await never).toMatchObject({ code: Code.unavailable })
})

test('the end of the server ends what runs and what waits', async () => {
  const [runs, waits] = [asking(), asking()]
  await reports.close()
  const restarting = { code: Code.unavailable, message: '服务正在重启，请稍后重试' }
  expect(await runs.fault).toMatchObject(restarting)
  expect(await waits.fault).toMatchObject(restarting)
  await expect(reports.run(ONE)).rejects.toMatchObject(restarting)
})

async function active(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%pg_sleep(6000)%'
      and pid <> pg_backend_pid()`.execute(db.query)
  return rows.length
}

/** While somebody reads, what is in the log cannot all be moved to the file. */
function isRead(): boolean {
  const other = new Database(file)
  try {
    other.exec(`insert into note values ('x')`)
    const [result] = other.pragma('wal_checkpoint(restart)') as [{ busy: number }]
    return result.busy === 1
  } finally {
    other.close()
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const list = spawn('ps', ['-A', '-o', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  list.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(list, 'close')
  const pairs = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (pid && pid !== list.pid && ppid === parent ? [pid] : []))
}

describe.runIf(isPg)('on PostgreSQL', () => {
  test('who hangs up ends the query in the database', async () => {
    const { hangUp, fault } = asking()
    await expect.poll(active).toBe(1)
    hangUp()
    await fault
    await expect.poll(active).toBe(0)
  })

  test('the database ends it by itself where nobody else does', async () => {
    const lane = postgresLanes({ connectionString: database.url }, 1)
    // Five seconds after what the queue allows.
    const { rows } = lane.start(ENDLESS, -4_700)
    await expect(rows).rejects.toMatchObject({ code: Code.noAnswer })
    await lane.close()
  })
})

describe.skipIf(isPg)('on SQLite', () => {
  test('a child that dies takes along what it was asked, and nothing of the one after it', async () => {
    const broken = createReports(sqliteLanes(join(database.dataDir, 'nowhere', 'no.db')))
    await expect(broken.run(ONE)).rejects.toThrow('does not exist')
    await broken.close()

    const others = await childrenOf(process.pid)
    const ended = asking()
    const next = reports.run(ONE)
    await expect.poll(isRead).toBe(true)
    const mine = (await childrenOf(process.pid)).filter((pid) => !others.includes(pid))
    for (const pid of mine) process.kill(pid, 'SIGKILL')
    expect(await ended.fault).toMatchObject(BUSY)
    expect(await next).toEqual([{ one: 1 }])
  })

  test('a child that had answered when it was ended is not asked again', async () => {
    await reports.run(ONE)
    const { hangUp, fault } = asking(ONE)
    // The answer is there before this process looks for it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    hangUp()
    expect(await fault).toMatchObject({ code: Code.noAnswer })
    expect(await reports.run(ONE)).toEqual([{ one: 1 }])
  })

  test('a child that has nothing to do ends, and another starts when it is needed', async () => {
    const lazy = createReports(sqliteLanes(file, { children: 1, idleMs: 50 }))
    const before = await childrenOf(process.pid)
    const mine = async () =>
      (await childrenOf(process.pid)).filter((pid) => !before.includes(pid)).length
    expect(await lazy.run(ONE)).toEqual([{ one: 1 }])
    await expect.poll(mine).toBe(0)
    expect(await lazy.run(ONE)).toEqual([{ one: 1 }])
    await lazy.close()
    await expect.poll(mine).toBe(0)
  })

  test('no child outlives its server, which had no time to end it', async () => {
    await db.close()
    const server = spawn(process.execPath, [crashing.file, file, ENDLESS.sql], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await expect.poll(isRead, { timeout: 15_000 }).toBe(true)
    server.kill('SIGKILL')
    await once(server, 'exit')
    await expect.poll(isRead).toBe(false)
  })
})
