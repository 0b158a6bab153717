import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'

const STRANGERS = 300
/** Of one account. */
const CHANNELS = 50
let server: TestServer
let url: string
const opened: WebSocket[] = []

beforeAll(async () => {
  server = await bootServer()
  url = (await server.listen()).replace('http', 'ws')
})
afterAll(async () => {
  for (const socket of opened) socket.terminate()
  await server.close()
})

/** `address`: as the proxy on this machine names it. Answers the HTTP status of the upgrade. */
function upgrade(ticket: string, address?: string): Promise<number> {
  const headers = address ? { 'x-forwarded-for': address } : {}
  const query = `ticket=${encodeURIComponent(ticket)}`
  const socket = new WebSocket(`${url}/live/ws?${query}`, { headers })
  opened.push(socket)
  // It reads no goodbye and answers none.
  socket.on('open', () => socket.pause())
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
    socket.on('error', reject)
  })
}

test('whoever opens channels without a ticket takes up the places of its own address alone, for a moment', async () => {
  const login = await server.login('operator')
  const ticket = async () => (await server.call(wsInfoApi.wsInfo, {}, login)).data.ticket
  for (let i = 0; i < 20; i++) expect(await upgrade(await ticket(), '203.0.113.7')).toBe(101)

  const storm = Array.from({ length: STRANGERS + 100 }, () => upgrade('no ticket', '203.0.113.7'))
  const answers = await Promise.all(storm)
  expect(answers).toContain(503)
  const { length: admitted } = answers.filter((status) => status === 101)
  expect(admitted, 'who has shown a ticket is not counted').toBeGreaterThanOrEqual(STRANGERS)
  expect(await upgrade('no ticket', '2001:db8::7')).toBe(101)
  expect(await upgrade('no ticket')).toBe(101)

  const console = new WebSocket(`${url}/live/ws?ticket=${encodeURIComponent(await ticket())}`, {
    headers: { 'x-forwarded-for': '198.51.100.9' },
  })
  opened.push(console)
  await once(console, 'open')
  console.send('{"type":"subscribe","topics":["rooms"]}')
  expect(String((await once(console, 'message'))[0])).toContain('subscribed')

  await expect.poll(() => upgrade('no ticket', '203.0.113.7'), { timeout: 15_000 }).toBe(101)
})

test('who has too many channels and never takes note of the close is cut off, and counts by address until then', async () => {
  const login = await server.login('operator')
  const ticket = async () => (await server.call(wsInfoApi.wsInfo, {}, login)).data.ticket
  for (let i = 0; i < CHANNELS; i++) await upgrade(await ticket(), '203.0.113.8')
  const tickets = await Promise.all(Array.from({ length: STRANGERS + 50 }, ticket))
  const answers = await Promise.all(tickets.map((one) => upgrade(one, '203.0.113.8')))
  expect(answers).toContain(503)
  const again = async () => upgrade(await ticket(), '203.0.113.8')
  await expect.poll(again, { timeout: 15_000 }).toBe(101)
})
