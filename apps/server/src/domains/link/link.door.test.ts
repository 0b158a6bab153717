import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectAgent, UpgradeRefused, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc, pcKey } from '@kaibo/testkit/build/pc.build.ts'
import { stall } from '@kaibo/testkit/stall.ts'

/** As the proxy on this machine says whom it calls for. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const [HERE, THERE] = ['203.0.113.7', '198.51.100.9']
/** Of one address, as long as nobody knows who they are. */
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

test('however many PCs are behind one address, all of them come back at once', async () => {
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

test('strangers of one address have their number; those of others, and of no address, have theirs', async () => {
  const release = await stall(server.db, 'pc')
  onTestFinished(release)
  const waiting = Array.from({ length: STRANGERS }, () => refusalOf(connect(pc, HERE)))
  const answered: number[] = []
  for (const one of waiting) void one.then((status) => answered.push(status))
  // Those before it have taken their places by then: connections are taken in their order.
  expect(await refusalOf(connect(pc, HERE))).toBe(503)
  const others = [connect(pc, THERE), connect(pc)].map(refusalOf)
  for (const one of others) void one.then((status) => answered.push(status))
  expect(await refusalOf(connect(pc, HERE))).toBe(503)
  expect(answered).toEqual([])
  await release()
  await Promise.all([...waiting, ...others])
  expect(await refusalOf(connect(await buildPc(server.platform), HERE))).toBe(101)
})

test('a storm of bad signatures is sent away with a time to come back, and keeps nobody else out', async () => {
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

test('a proxy that says of nobody whom it calls for is not taken for a storm', async () => {
  const liar = { id: pc.id, private_key: pcKey().private_key }
  for (let i = 0; i < STRANGERS + 50; i += 50) {
    const some = Array.from({ length: 50 }, () => refusalOf(connect(liar)))
    expect(new Set(await Promise.all(some))).toEqual(new Set([401]))
  }
  expect(await refusalOf(connect(pc))).toBe(101)
})

test('a PC that connects and says nothing has three connections; another PC of its address comes in', async () => {
  const silent = [await connect(pc, HERE), await connect(pc, HERE), await connect(pc, HERE)]
  expect(await refusalOf(connect(pc, HERE))).toBe(503)
  const other = await connect(await buildPc(server.platform), HERE)
  await other.hello()
  await silent[0]?.hello()
  const again = await connect(pc, HERE)
  await again.hello()
  for (const agent of [...silent, other, again]) agent.kill()
})
