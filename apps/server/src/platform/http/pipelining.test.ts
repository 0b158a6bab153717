import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer, type HttpServer } from './server.ts'

let server: HttpServer
let begun = 0
beforeAll(async () => {
  server = await createServer({
    log: pino({ level: 'silent' }),
    ping: async () => {},
    consoleDir: tmpdir(),
  })
  server.http.get('/thing', async () => ({ begun: (begun += 1) }))
  server.http.post('/thing', async () => ({ begun: (begun += 1) }))
  await server.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
beforeEach(() => void (begun = 0))

const GET = 'GET /thing HTTP/1.1\r\nHost: a\r\n\r\n'
const POST = `${GET.trimEnd().replace('GET', 'POST')}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`

/** Sends so many requests at once on one connection. */
function send(request: string, count: number) {
  const { port } = server.http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString())).on('error', () => {})
  socket.write(request.repeat(count))
  return { socket, heard: () => heard }
}

test.each([
  ['GET', GET],
  ['POST', POST],
])(
  'a connection that sends a thousand %s at once is cut off, and few of them are begun',
  async (_, one) => {
    const { socket } = send(one, 1_000)
    await once(socket, 'close')
    expect(begun).toBeLessThanOrEqual(20)
  },
)

test('a few at once are answered in order, and as many again after them', async () => {
  const { socket, heard } = send(GET, 10)
  await expect.poll(heard).toContain('{"begun":10}')
  for (let round = 2; round <= 5; round++) {
    socket.write(GET.repeat(10))
    await expect.poll(heard).toContain(`{"begun":${round * 10}}`)
  }
  const order = [...heard().matchAll(/"begun":(\d+)/g)].map(([, n]) => Number(n))
  expect(order).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  socket.destroy()
})
