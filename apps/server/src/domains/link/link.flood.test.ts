import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
})
afterAll(() => server.close())

async function greet(): Promise<TestAgent> {
  const { id, private_key } = await buildPc(server.platform)
  const agent = await connectAgent(url, { pc_id: id, private_key, ts: server.clock.now() })
  onTestFinished(() => agent.kill())
  await agent.hello()
  return agent
}

test('a PC that sends many frames at once does not keep others waiting until all are read', async () => {
  const agent = await greet()
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  const before = turn
  const empty = { type: 'report' as const, at: 0, rooms: [] }
  for (let n = 0; n < 300; n++) agent.send(empty)
  agent.sendRaw('not JSON')
  await agent.next('fault')
  expect(turn - before).toBeGreaterThanOrEqual(300)
})
