// Events of a game that are acknowledged once they are on the disk and were heard by the rules, beside a WebSocket that answers each
// of the same messages and does nothing else. In turns, within one process.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { linkedRoom, opened } from './linked-room.ts'

const EVENTS = 10_000
const IN_FLIGHT = 500

export interface Throughput {
  durable: number
  bare: number
}

/** Messages a second. */
async function measure(socket: WebSocket, round: number): Promise<number> {
  const message = (n: number) =>
    JSON.stringify({
      type: 'event',
      id: `${round}-${n}`,
      key: 'near_win',
      at: Date.now(),
      payload: { camp: 'red', camp_name: '红队', gap: 85, left_s: 12 },
    })
  let sent = 0
  let answered = 0
  const began = performance.now()
  await new Promise<void>((resolve) => {
    const send = () => {
      while (sent < EVENTS && sent - answered < IN_FLIGHT) socket.send(message(sent++))
    }
    const hear = (data: Buffer) => {
      if ((JSON.parse(data.toString()) as { type: string }).type !== 'ack') return
      answered++
      send()
      if (answered < EVENTS) return
      socket.off('message', hear)
      resolve()
    }
    socket.on('message', hear)
    send()
  })
  return EVENTS / ((performance.now() - began) / 1_000)
}

async function bareServer() {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const { id } = JSON.parse(data.toString()) as { id: string }
      socket.send(JSON.stringify({ type: 'ack', id }))
    }),
  )
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}`, close: () => http.close() }
}

export async function throughput(rounds: number): Promise<Throughput> {
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-link-'))
  const bare = await bareServer()
  const link = await linkedRoom(folder)
  const [plain, game] = [await opened(bare.url), await opened(link.url)]
  const hello = { type: 'hello', role: 'game', token: link.token, name: 'b', version: '1' }
  game.send(JSON.stringify({ ...hello, boot_id: 'bench' }))
  await once(game, 'message')
  const figures: Throughput[] = []
  for (let round = -1; round < rounds; round++) {
    const figure = { bare: await measure(plain, round), durable: await measure(game, round) }
    link.empty()
    // The first is to warm up
    if (round >= 0) figures.push(figure)
  }
  plain.close()
  game.close()
  bare.close()
  await link.close()
  rmSync(folder, { recursive: true, force: true })
  const middle = (key: keyof Throughput) =>
    figures.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
  return { bare: middle('bare'), durable: middle('durable') }
}
