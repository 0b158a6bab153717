import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { connectAgent, heartbeatOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kaibo-presence-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const pcRow = (server: TestServer, id: string) =>
  server.db.query.selectFrom('pc').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Longer than one interval of the server's periodic work. */
const beats = () => new Promise((resolve) => setTimeout(resolve, 1_300))

test('a PC is offline after 35 s of silence, not before, and online when it is heard again', async () => {
  const server = await bootServer()
  const url = await server.listen()
  const pc = await buildPc(server.platform)
  const claim = () => ({ pc_id: pc.id, private_key: pc.private_key, ts: server.clock.now() })
  const agent = await connectAgent(url, claim())
  await agent.hello()

  server.clock.advance(OFFLINE_AFTER_MS - 5_000)
  agent.send(heartbeatOf(server.clock.now() + 3_000))
  await expect
    .poll(() => pcRow(server, pc.id))
    .toMatchObject({ last_seen_at: server.clock.now(), skew_ms: 3_000 })
  const { metrics_json } = await pcRow(server, pc.id)
  expect(JSON.parse(metrics_json ?? '')).toMatchObject({ cpu_pct: 12.5 })

  server.clock.advance(OFFLINE_AFTER_MS)
  await beats()
  expect(await pcRow(server, pc.id)).toMatchObject({ online: 1 })

  server.clock.advance(1)
  await expect.poll(async () => (await pcRow(server, pc.id)).online, { timeout: 5_000 }).toBe(0)
  expect(server.app.link.online(pc.id)).toBe(false)
  await agent.closed

  const again = await connectAgent(url, claim())
  await again.hello()
  expect(await pcRow(server, pc.id)).toMatchObject({ online: 1 })
  expect(server.app.link.online(pc.id)).toBe(true)
  await server.close()
})

test('after a restart no PC is declared offline before all had time to reconnect', async () => {
  const file = join(dir, 'kaibo.db')
  const first = await bootServer({ file })
  first.clock.advance(-60_000)
  const url = await first.listen()
  const [silent, returning] = [await buildPc(first.platform), await buildPc(first.platform)]
  for (const { id, private_key } of [silent, returning]) {
    const agent = await connectAgent(url, { pc_id: id, private_key, ts: first.clock.now() })
    await agent.hello()
  }
  await first.close()

  const second = await bootServer({ file })
  const secondUrl = await second.listen()
  second.clock.advance(OFFLINE_AFTER_MS + 1)
  await beats()
  expect(second.app.link.online(silent.id)).toBe(false)
  expect(await pcRow(second, silent.id)).toMatchObject({ online: 1 })

  const { id, private_key } = returning
  const agent = await connectAgent(secondUrl, { pc_id: id, private_key, ts: second.clock.now() })
  await agent.hello()
  expect(second.app.link.online(id)).toBe(true)
  second.clock.advance(RECONNECT_WINDOW_MS - 1_000)
  agent.send(heartbeatOf(second.clock.now()))
  await expect
    .poll(async () => (await pcRow(second, id)).last_seen_at, { timeout: 5_000 })
    .toBe(second.clock.now())
  second.clock.advance(1_000)
  await expect.poll(async () => (await pcRow(second, silent.id)).online, { timeout: 5_000 }).toBe(0)
  expect(await pcRow(second, id)).toMatchObject({ online: 1 })
  await second.close()
})

test('who was heard while nothing could be written is written when it can be', async () => {
  const server = await bootServer()
  const pc = await buildPc(server.platform)
  const claim = { pc_id: pc.id, private_key: pc.private_key, ts: server.clock.now() }
  const agent = await connectAgent(await server.listen(), claim)
  await agent.hello()
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(server.db.query)
  await rename('pc', 'pc_away')
  server.clock.advance(20_000)
  agent.send(heartbeatOf(server.clock.now()))
  await beats()
  await rename('pc_away', 'pc')
  // It says nothing more.
  await expect
    .poll(async () => (await pcRow(server, pc.id)).last_seen_at, { timeout: 5_000 })
    .toBe(server.clock.now())
  agent.kill()
  await server.close()
})
