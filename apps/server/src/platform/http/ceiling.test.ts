import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'

const CEILING = 12
/** A quarter is kept for consoles. */
const AGENTS = 9

let server: TestServer
let port: number
const sockets: Socket[] = []
const agents: TestAgent[] = []

beforeEach(async () => {
  server = await bootServer({ config: { maxConnections: CEILING } })
  port = Number(new URL(await server.listen()).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const agent of agents.splice(0)) agent.kill()
  await server.close()
})

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** The whole answer to one request; the connection stays open where the server leaves it so. */
async function ask(socket: Socket, path = '/admin/v1/live/room/list'): Promise<string> {
  let answer = ''
  const whole = new Promise<string>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString()
      if (/\r\n\r\n.*\}/s.test(answer) || /\n# EOF|kaibo_http/.test(answer)) resolve(answer)
    })
    socket.on('close', () => resolve(answer))
  })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: kaibo\r\n\r\n`)
  const read = await whole
  socket.removeAllListeners('data')
  return read
}

test('a connection beyond the ceiling is told so and closed, and those that are open go on', async () => {
  const inside = []
  for (let n = 0; n < CEILING; n++) inside.push(await open())
  for (const socket of inside) expect(await ask(socket)).toContain('HTTP/1.1 200')

  const beyond = await open()
  const closed = once(beyond, 'close')
  const answer = await ask(beyond)
  expect(answer).toContain('HTTP/1.1 503')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(answer.toLowerCase()).toContain('retry-after: 2')
  expect(answer).toContain('"msg":"连接过多，请稍后重试"')
  await closed

  const probe = await open()
  expect(await ask(probe, '/healthz'), 'or the server would be started again').toContain('200')
  for (const socket of inside) expect(await ask(socket)).toContain('HTTP/1.1 200')

  inside[0]?.destroy()
  await expect.poll(async () => ask(await open())).toContain('HTTP/1.1 200')
})

test('agents leave room for consoles; one that is connected may connect anew', async () => {
  const { platform, clock } = server
  const url = `http://127.0.0.1:${port}`
  const arrive = async ({ id, private_key }: Awaited<ReturnType<typeof buildPc>>) => {
    const agent = await connectAgent(url, { pc_id: id, private_key, ts: clock.now() })
    agents.push(agent)
    await agent.hello()
  }
  const pcs = []
  for (let n = 0; n < AGENTS; n++) pcs.push(await buildPc(platform))
  for (const pc of pcs) await arrive(pc)
  await expect(arrive(await buildPc(platform))).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
  })
  expect(await ask(await open())).toContain('HTTP/1.1 200')
  const [first] = pcs
  if (first) await arrive(first)
})
