import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { LeaseLost, type Job, type Lease } from '#platform/job.ts'
import type { Tables } from '#migrations/tables.ts'
import { createJobs, type Jobs } from './job.service.ts'

/* Two servers on one database, as far as jobs go: two holders. */
let server: TestServer
const started: Jobs[] = []
const HOUR = 3_600_000

beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.close()
  await server.db.query.deleteFrom('job_lease').execute()
})

type Work = Job<Tables>['work']

function serverWith(
  work: Work,
  units = ['all'],
  { everyMs, lookEveryMs } = { everyMs: HOUR, lookEveryMs: 10 },
): Jobs {
  const job = { name: 'sweep', called: asIs('sweep'), units, everyMs, work }
  const jobs = createJobs(server.platform, [job], { lookEveryMs })
  started.push(jobs)
  return jobs
}

const leases = () =>
  server.db.query
    .selectFrom('job_lease')
    .selectAll()
    .where('job', '<>', 'standing')
    .orderBy('unit')
    .execute()
const timePasses = () => server.db.query.updateTable('job_lease').set({ until: 0 }).execute()
const write = (lease: Lease<Tables>, value: string) =>
  lease.transaction((trx) =>
    trx
      .insertInto('setting')
      .values({ key: 'written', value })
      .onConflict((on) => on.column('key').doUpdateSet({ value }))
      .execute(),
  )
const written = async () =>
  (
    await server.db.query
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'written')
      .executeTakeFirst()
  )?.value

/** A promise that a test resolves by hand. */
function gate() {
  const heard = new EventEmitter()
  return { opened: once(heard, 'open'), open: () => void heard.emit('open') }
}

test('of servers that look at the same time, one does a unit; then it rests', async () => {
  const done: string[] = []
  const work: Work = async ({ unit }) => {
    done.push(unit)
    return 'done'
  }
  const [one, two] = [serverWith(work, ['a', 'b']), serverWith(work, ['a', 'b'])]
  await Promise.all([one.look(), two.look(), one.look(), two.look()])
  expect(done.sort()).toEqual(['a', 'b'])
  await two.look()
  expect(done).toHaveLength(2)
  expect(await leases()).toMatchObject([
    { job: 'sweep', unit: 'a', holder: null, fence: 1, tries: 0, error: null },
    { job: 'sweep', unit: 'b', holder: null, fence: 1, tries: 0, error: null },
  ])
  await timePasses()
  await two.look()
  expect(done).toHaveLength(4)
  expect(await leases()).toMatchObject([{ fence: 2 }, { fence: 2 }])
})

test('work that somebody waits for is looked for as often as it is due', async () => {
  const done = gate()
  const work: Work = async () => {
    done.open()
    return 'done'
  }
  serverWith(work, ['all'], { everyMs: 10, lookEveryMs: HOUR }).startUp()
  await done.opened
})

test('the units of a killed server are taken over, and its late writes are refused', async () => {
  const [begun, wakes] = [gate(), gate()]
  let late: Promise<unknown> | undefined
  const stalled = serverWith(async (lease) => {
    await write(lease, 'first')
    begun.open()
    await wakes.opened
    late = write(lease, 'late')
    await late
    return 'done'
  })
  const looking = stalled.look()
  await begun.opened
  const tries: number[] = []
  const next = serverWith(async (lease) => {
    tries.push(lease.tries)
    await write(lease, 'second')
    return 'done'
  })
  await next.look()
  expect(await written()).toBe('first')
  await timePasses()
  await next.look()
  expect(tries).toEqual([2])
  const after = await leases()
  expect(after).toMatchObject([{ fence: 2, holder: null, tries: 0 }])
  wakes.open()
  await looking
  await expect(late).rejects.toThrow(LeaseLost)
  expect(await written()).toBe('second')
  expect(await leases()).toEqual(after)
})

test('an expired lease that no server has taken can still write, and is renewed by that', async () => {
  const slow = serverWith(async (lease) => {
    await timePasses()
    await write(lease, 'slow')
    await other.look()
    await write(lease, 'slower')
    return 'done'
  })
  const other = serverWith(async () => {
    throw new Error('not its turn')
  })
  await slow.look()
  expect(await written()).toBe('slower')
  expect(await leases()).toMatchObject([{ fence: 1, error: null }])
})

test('uncommitted work of a unit that is taken over is rolled back', async () => {
  let lost: Promise<unknown> | undefined
  const stalled = serverWith(async (lease) => {
    await timePasses()
    await next.look()
    lost = write(lease, 'unheld')
    await lost
    return 'done'
  })
  const next = serverWith(async (lease) => {
    await write(lease, 'held')
    return 'done'
  })
  await stalled.look()
  await expect(lost).rejects.toThrow(LeaseLost)
  expect(await written()).toBe('held')
})

test('failed work is retried with growing delay and counted until it succeeds', async () => {
  let isWell = false
  const jobs = serverWith(async (lease) => {
    await write(lease, 'tried')
    if (!isWell) throw new Error(`disk \0 full ${'x'.repeat(1_000)}`)
    return 'done'
  })
  const waits: number[] = []
  for (const tries of [1, 2, 3]) {
    await jobs.look()
    const [lease] = await leases()
    expect(lease).toMatchObject({ tries, holder: null, last_ok_at: null })
    expect(lease?.error).toContain('Error: disk \uFFFD full')
    waits.push((lease?.until ?? 0) - Date.now())
    await timePasses()
  }
  const [first = 0, second = 0, third = 0] = waits
  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThan(first)
  expect(third).toBeGreaterThan(second)
  expect(await server.app.metrics.text()).toContain('kaibo_jobs_failing 1')
  isWell = true
  await jobs.look()
  const [lease] = await leases()
  expect(lease).toMatchObject({ tries: 0, error: null })
  expect(lease?.last_ok_at).toBeGreaterThan(0)
  expect(await server.app.metrics.text()).toContain('kaibo_jobs_failing 0')
})

test('a failed unit does not stop the others', async () => {
  const done: string[] = []
  const jobs = serverWith(
    async ({ unit }) => {
      if (unit === 'a') throw new Error('no')
      done.push(unit)
      return 'done'
    },
    ['a', 'b'],
  )
  await jobs.look()
  expect(done).toEqual(['b'])
})

test('a server that stops releases its units, and another continues at once', async () => {
  const begun = gate()
  const ending = serverWith(async ({ signal }) => {
    begun.open()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return 'more'
  })
  const looking = ending.look()
  await begun.opened
  await ending.close()
  await looking
  expect(await leases()).toMatchObject([{ holder: null, tries: 0, error: null }])
  let taken = 0
  await serverWith(async () => {
    taken++
    return 'done'
  }).look()
  expect(taken).toBe(1)
})

test('a server whose clock is ahead takes over no leased unit', async () => {
  let taken = 0
  const work: Work = async () => {
    taken++
    return 'done'
  }
  await serverWith(work).look()
  server.clock.advance(365 * 24 * HOUR)
  await serverWith(work).look()
  expect(taken).toBe(1)
})

test('a started server looks for work by itself', async () => {
  const done = gate()
  const jobs = serverWith(async () => {
    done.open()
    return 'done'
  })
  jobs.startUp()
  await done.opened
})
