import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { obeyStart } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPlan, firingOf, timeIn } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom, buildStudio, comeBack } from '@kaibo/testkit/build/room.build.ts'
import { claim } from './plan.firing.store.ts'

const MINUTE_MS = 60_000
let folder: string
let file: string
const servers: TestServer[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-plans-'))
  file = join(folder, 'kaibo.db')
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  rmSync(folder, { recursive: true })
})

async function boot(): Promise<TestServer> {
  const server = await bootServer({ file })
  servers.push(server)
  return server
}

const soon = (server: TestServer) => ({
  start: timeIn(server, 2),
  stop: { mode: 2 as const, at: timeIn(server, 60) },
})
const runsOf = ({ db }: TestServer, firing_id: string) =>
  db.query.selectFrom('run').selectAll().where('firing_id', '=', firing_id).execute()

test('killed in the due second, after it had taken the firing: the next server starts the room, once', async () => {
  const first = await boot()
  const studio = await buildStudio(first.platform, await first.listen())
  const { room_code } = studio.room
  const plan = await buildPlan(first, room_code, soon(first))
  const { due_at } = await firingOf(first, plan.id)
  const taken = await first.db.transaction((trx) => claim(trx, first.db.dialect, due_at, 16))
  expect(taken).toHaveLength(1)
  studio.agent.kill()
  servers.splice(0)
  await first.close()

  const next = await boot()
  next.clock.advance(due_at - next.clock.now() + MINUTE_MS - 2_000)
  const agent = await comeBack(next.platform, await next.listen(), studio.pc)
  expect(await firingOf(next, plan.id)).toMatchObject({ outcome: null, first_at: due_at })
  next.clock.advance(3_000)
  const run_id = await obeyStart(agent, room_code)
  const firing = await firingOf(next, plan.id)
  // It was not late: somebody had begun in time.
  expect(firing).toMatchObject({ outcome: 'started', run_id, tries: 1 })
  expect(await runsOf(next, firing.id)).toHaveLength(1)
})

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg')(
  'four servers at once: every firing is one server’s',
  async () => {
    const all = [await boot(), await boot(), await boot(), await boot()]
    const [server = await boot()] = all
    const plans: string[] = []
    for (let n = 0; n < 24; n++) {
      const { room_code } = await buildRoom(server.platform)
      plans.push((await buildPlan(server, room_code, soon(server))).id)
    }
    for (const { clock } of all) clock.advance(3 * MINUTE_MS)
    await expect
      .poll(async () => {
        const rows = await server.db.query.selectFrom('plan_firing').selectAll().execute()
        return rows.filter(({ outcome }) => outcome === 'blocked').length
      })
      .toBe(24)
    // Each was looked at once: a room has one alarm.
    const moved = await server.db.query
      .selectFrom('room_moment')
      .select(['room_id'])
      .where('kind', '=', 'state')
      .where('tag', '=', 'needs_attention')
      .execute()
    expect(moved).toHaveLength(24)
    expect(new Set(moved.map(({ room_id }) => room_id)).size).toBe(24)
  },
)
