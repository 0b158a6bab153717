import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goneSignal } from './gone.ts'

const http = createServer()
beforeAll(async () => {
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterAll(() => http.close())

/** Somebody who asks, and the answer that they wait for. */
async function asking() {
  const { port } = http.address() as AddressInfo
  const client = get({ port, host: '127.0.0.1', agent: false }).on('error', () => {})
  const [, response] = (await once(http, 'request')) as [unknown, ServerResponse]
  return { client, response }
}

test('who hangs up while the answer is made has gone', async () => {
  const { client, response } = await asking()
  const gone = goneSignal(response)
  expect(gone.aborted).toBe(false)
  client.destroy()
  await expect.poll(() => gone.aborted).toBe(true)
})

test('who had hung up before anybody looked has gone as well', async () => {
  const { client, response } = await asking()
  client.destroy()
  await once(response, 'close')
  expect(goneSignal(response).aborted).toBe(true)
})

test('who has the whole answer has not gone', async () => {
  const { client, response } = await asking()
  const gone = goneSignal(response)
  const closed = once(response, 'close')
  response.end('all')
  const [answer] = (await once(client, 'response')) as [IncomingMessage]
  answer.resume()
  await closed
  expect(gone.aborted).toBe(false)
})
