import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectAgent, UpgradeRefused, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc, pcKey } from '@kaibo/testkit/build/pc.build.ts'
import { stall } from '@kaibo/testkit/stall.ts'

/** The header by which the proxy on this machine names the client's address. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const [HERE, THERE] = ['203.0.113.7', '198.51.100.9']
/** The limit per address of connections that are not authenticated yet. */
const STRANGERS = 300

let server: TestServer
let url: string
let pc: Awaited<ReturnType<typeof buildPc>>

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
beforeEach(async () => {
  server.clock.advance(1_000)
  pc = await buildPc(server.platform)
})
afterAll(() => server.close())

const connect = (one: { id: string; private_key: typeof pc.private_key }, address?: string) =>
  connectAgent(url, {
    pc_id: one.id,
    private_key: one.private_key,
    ts: server.clock.now(),
    headers: address ? from(address) : {},
  })

const refusalOf = (connecting: Promise<TestAgent>): Promise<number> =>
  connecting.then(
    (agent) => {
      agent.kill()
      return 101
    },
    (error: unknown) => {
      if (error instanceof UpgradeRefused) return error.status
      throw error
    },
  )

test('PCs behind one address all reconnect at once, however many they are', async () => {
  const { db } = server.platform
  const pcs = await db.transaction(async (trx) => {
    const platform = { ...server.platform, db: { ...db, query: trx } }
    const built = []
    for (let i = 0; i < STRANGERS + 50; i++) built.push(await buildPc(platform))
    return built
  })
  const agents = await Promise.all(
    pcs.map(async (one) => {
      const agent = await connect(one, HERE)
      await agent.hello()
      return agent
    }),
  )
  expect(agents).toHaveLength(STRANGERS + 50)
  for (const agent of agents) agent.kill()
})

test('unauthenticated connections are limited per address; those without an address have a limit of their own', async () => {
  const release = await stall(server.db, 'pc')
  onTestFinished(release)
  const waiting = Array.from({ length: STRANGERS }, () => refusalOf(connect(pc, HERE)))
  const answered: number[] = []
  for (const one of waiting) void one.then((status) => answered.push(status))
  // Connections are handled in order, so the earlier ones have taken their places by now.
  expect(await refusalOf(connect(pc, HERE))).toBe(503)
  const others = [connect(pc, THERE), connect(pc)].map(refusalOf)
  for (const one of others) void one.then((status) => answered.push(status))
  expect(await refusalOf(connect(pc, HERE))).toBe(503)
  expect(answered).toEqual([])
  await release()
  await Promise.all([...waiting, ...others])
  expect(await refusalOf(connect(await buildPc(server.platform), HERE))).toBe(101)
})

test('many bad signatures are refused with a retry time and do not affect other PCs', async () => {
  const liar = { id: pc.id, private_key: pcKey().private_key }
  for (let i = 0; i < STRANGERS; i += 50) {
    const some = Array.from({ length: 50 }, () => refusalOf(connect(liar, HERE)))
    expect(new Set(await Promise.all(some))).toEqual(new Set([401]))
  }
  const refused = await connect(liar, HERE).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(await refusalOf(connect(liar, THERE))).toBe(401)
  expect(await refusalOf(connect(pc, THERE))).toBe(101)
  server.clock.advance(1_000)
  expect(await refusalOf(connect(pc, HERE))).toBe(101)
})

test('requests of a proxy that forwards no client address are not limited as one client', async () => {
  const liar = { id: pc.id, private_key: pcKey().private_key }
  for (let i = 0; i < STRANGERS + 50; i += 50) {
    const some = Array.from({ length: 50 }, () => refusalOf(connect(liar)))
    expect(new Set(await Promise.all(some))).toEqual(new Set([401]))
  }
  expect(await refusalOf(connect(pc))).toBe(101)
})

test('a PC that connects and stays silent may have three connections; another PC of its address can connect', async () => {
  const silent = [await connect(pc, HERE), await connect(pc, HERE), await connect(pc, HERE)]
  expect(await refusalOf(connect(pc, HERE))).toBe(503)
  const other = await connect(await buildPc(server.platform), HERE)
  await other.hello()
  await silent[0]?.hello()
  const again = await connect(pc, HERE)
  await again.hello()
  for (const agent of [...silent, other, again]) agent.kill()
})
