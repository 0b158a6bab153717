import { afterAll, beforeAll, expect, test } from 'vitest'
import { AGENT_PATH, MAX_CLOCK_SKEW_MS } from '@kaibo/contract/agent/frames.ts'
import { connectAgent, UpgradeRefused, type AgentClaim } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc, pcKey } from '@kaibo/testkit/build/pc.build.ts'

let server: TestServer
let url: string
let claim: AgentClaim & { ts: number }

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  const { id, private_key } = await buildPc(server.platform)
  claim = { pc_id: id, private_key, ts: server.clock.now() }
})
afterAll(() => server.close())

async function refusal(changed: Partial<AgentClaim>): Promise<number> {
  try {
    const agent = await connectAgent(url, { ...claim, ...changed })
    agent.kill()
    return 101
  } catch (error) {
    if (error instanceof UpgradeRefused) return error.status
    throw error
  }
}

test('a PC with its own key is accepted', async () => {
  expect(await refusal({})).toBe(101)
})

test('a refused PC gets the reason before the upgrade', async () => {
  const { private_key } = pcKey()
  expect(await refusal({ private_key })).toBe(401)
  expect(await refusal({ sig: 'x' })).toBe(401)
  expect(await refusal({ nonce: 'short' })).toBe(401)
  expect(await refusal({ pc_id: 'no-such-pc' })).toBe(410)
  expect(await refusal({ pc_id: '\0' })).toBe(410)
  expect(await refusal({ headers: { origin: 'https://evil.example' } })).toBe(403)
  expect(await refusal({ ts: claim.ts - MAX_CLOCK_SKEW_MS - 1 })).toBe(409)
  expect(await refusal({ ts: claim.ts + MAX_CLOCK_SKEW_MS + 1 })).toBe(409)
  expect(await refusal({ ts: claim.ts + MAX_CLOCK_SKEW_MS })).toBe(101)
})

test.each([NaN, Infinity, -Infinity, 1.5, -1, 2 ** 60, '', 'now', '0x10', ' 5', '1e15'])(
  'the time %j is none, and no signature over it lets anybody in',
  async (ts) => {
    expect(await refusal({ ts })).toBe(400)
  },
)

test('a PC that has to be enrolled again cannot connect with its old key', async () => {
  const pc = await buildPc(server.platform, { public_key: null })
  expect(await refusal({ pc_id: pc.id, private_key: pc.private_key })).toBe(401)
})

test('a recorded upgrade cannot be replayed', async () => {
  const nonce = 'a-nonce-that-is-used-twice'
  expect(await refusal({ nonce })).toBe(101)
  const again = connectAgent(url, { ...claim, nonce })
  await expect(again).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
})

test('a call without an upgrade gets an answer, not a connection', async () => {
  const answer = await fetch(`${url}${AGENT_PATH}`)
  expect(answer.status).toBe(426)
  expect(await answer.json()).toMatchObject({ code: 1001, msg: '此地址只接受WebSocket连接' })
})
