import { createServer } from 'node:http'
import { vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { listen, reply, shut } from './server.fixture.ts'

/** A server with a live channel; every other call it answers with what `answer` says. */
export async function startLiveServer(answer: (url: URL) => unknown = () => ({})) {
  let tickets = 0
  const peers: WebSocket[] = []
  const urls: (string | undefined)[] = []
  const frames: unknown[] = []
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server')
    const isInfo = url.pathname === '/live/getWsInfo'
    const data = isInfo ? { url: '/live/ws', ticket: `ticket-${(tickets += 1)}` } : answer(url)
    reply(response, { data })
  })
  new WebSocketServer({ server: http }).on('connection', (peer, request) => {
    peers.push(peer)
    urls.push(request.url)
    peer.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  })
  // happy-dom has none of its own.
  vi.stubGlobal('WebSocket', WebSocket)
  await listen(http)
  return {
    /** Every connection that was made, the newest last. */
    peers,
    /** Where each of them was made. */
    urls,
    /** What the console has sent. */
    frames,
    say: (topic: string, event: string, data: unknown) =>
      peers.at(-1)?.send(JSON.stringify({ type: 'event', topic, event, data })),
    close: async () => {
      for (const peer of peers) peer.terminate()
      await shut(http)
    },
  }
}
