import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { holdStanding } from '#domains/job/job.standing.ts'

/** Three servers on one PostgreSQL. */
describe.runIf(process.env['KAIBO_TEST_DB'] === 'pg')('of three servers', () => {
  let folder: string
  let servers: TestServer[]
  const at = (n: number): TestServer => {
    const server = servers[n % 3]
    if (!server) throw new Error('there are three')
    return server
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kaibo-three-'))
    const shared = { file: join(folder, 'kaibo.db') }
    servers = []
    for (let n = 0; n < 3; n++) servers.push(await bootServer(shared))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    rmSync(folder, { recursive: true })
  })

  test('wrong passwords are counted together, wherever each is tried', async () => {
    const wrong = { username: 'nobody-of-this-name', password: 'wrong-password' }
    const codes: number[] = []
    for (let n = 0; n < 15; n++) codes.push((await at(n).call(authApi.login, wrong)).code)
    expect(codes.filter((code) => code !== Code.tooMany)).toHaveLength(5)
  })

  test('one does what goes on all the time, and another when that one ends', async () => {
    const runs: number[] = []
    const held = servers.map(({ platform }, n) =>
      holdStanding(platform, {
        unit: 'one-of-three',
        begin: async () => void runs.push(n),
        end: async () => void runs.splice(runs.indexOf(n), runs.includes(n) ? 1 : 0),
      }),
    )
    await expect.poll(() => runs.length, { timeout: 5_000 }).toBe(1)
    await sleep(500)
    expect(runs).toHaveLength(1)
    const first = runs[0] ?? 0
    await held[first]?.close()
    await expect.poll(() => runs, { timeout: 8_000 }).toHaveLength(1)
    expect(runs[0]).not.toBe(first)
    for (const one of held) await one.close()
    expect(runs).toEqual([])
  })

  test('one whose clock is ahead declares no PC of another offline, and its own stay', async () => {
    const [own, others] = [at(0), at(1)]
    // Both have been well for long enough to speak of others' PCs.
    for (const server of servers) server.clock.advance(RECONNECT_WINDOW_MS + OFFLINE_AFTER_MS)
    await sleep(1_500)
    const pcs: { id: string }[] = []
    for (const server of [own, others]) {
      const { id, private_key } = await buildPc(server.platform)
      const url = await server.listen()
      const agent = await connectAgent(url, { pc_id: id, private_key, ts: server.clock.now() })
      await agent.hello()
      pcs.push({ id })
    }
    const online = async () => {
      const ids = pcs.map(({ id }) => id)
      const rows = own.db.query.selectFrom('pc').select('online').where('id', 'in', ids)
      return (await rows.execute()).map((row) => row.online)
    }
    // The wall clock jumps; the one by which silence is told goes on.
    const now = others.clock.now.bind(others.clock)
    others.clock.now = () => now() + 2 * OFFLINE_AFTER_MS
    await sleep(2_500)
    expect(await online()).toEqual([1, 1])
    expect([own.app.link.swept, others.app.link.swept]).toEqual([0, 0])
    others.clock.now = now
  })
})
