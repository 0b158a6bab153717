import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { bytesOf, readFrames } from './frames.ts'

let server: WebSocketServer
beforeAll(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})
afterAll(() => server.close())

/** Both ends of one connection. */
async function connect() {
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection')
  const theirs = new WebSocket(`ws://127.0.0.1:${port}`)
  const [[ours]] = (await Promise.all([accepted, once(theirs, 'open')])) as [[WebSocket], unknown]
  onTestFinished(() => theirs.terminate())
  return { ours, theirs }
}

const accept = () => true
const failed = () => {}
const broken = () => Promise.reject(new Error('broken'))

test('each frame has a turn of the event loop to itself, in the order of arrival', async () => {
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  const { ours, theirs } = await connect()
  const turns = new Set<number>()
  const obeyed: string[] = []
  const obey = async (data: WebSocket.RawData) => {
    turns.add(turn)
    obeyed.push(bytesOf(data).toString())
  }
  readFrames(ours, { accept, obey, failed })
  const sent = Array.from({ length: 100 }, (_, n) => String(n))
  for (const text of sent) theirs.send(text)
  await expect.poll(() => obeyed).toEqual(sent)
  expect(turns.size).toBe(sent.length)
})

test('nothing is obeyed once the socket was ended, whatever waits or still comes', async () => {
  const { ours, theirs } = await connect()
  const obeyed: string[] = []
  const frames = readFrames(ours, {
    accept,
    failed,
    obey: async (data) => {
      obeyed.push(bytesOf(data).toString())
      frames.end(4400, 'enough')
    },
  })
  const closed = once(theirs, 'close')
  for (let n = 0; n < 100; n++) theirs.send(String(n))
  expect((await closed)[0]).toBe(4400)
  expect(obeyed).toEqual(['0'])
})

test('a frame that fails ends the socket', async () => {
  const { ours, theirs } = await connect()
  const errors: unknown[] = []
  readFrames(ours, { accept, obey: broken, failed: (error) => errors.push(error) })
  theirs.send('a')
  theirs.send('b')
  expect((await once(theirs, 'close'))[0]).toBe(1011)
  expect(errors).toHaveLength(1)
})
