import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

/** The tab that is under test. */
interface Tab {
  happyDOM: { setURL: (url: string) => void }
}

/** A server with a live channel; every other call it answers with what `answer` says. */
export async function startLiveServer(tab: Tab, answer: (url: URL) => unknown = () => ({})) {
  const peers: WebSocket[] = []
  const frames: unknown[] = []
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server')
    const isInfo = url.pathname === '/live/getWsInfo'
    const data = isInfo ? { url: '/live/ws', ticket: `ticket-${peers.length + 1}` } : answer(url)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 0, msg: 'success', data }))
  })
  new WebSocketServer({ server: http }).on('connection', (peer) => {
    peers.push(peer)
    peer.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  })
  // happy-dom has none of its own.
  vi.stubGlobal('WebSocket', WebSocket)
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  tab.happyDOM.setURL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
  return {
    /** Every connection that was made, the newest last. */
    peers,
    /** What the console has sent. */
    frames,
    say: (topic: string, event: string, data: unknown) =>
      peers.at(-1)?.send(JSON.stringify({ type: 'event', topic, event, data })),
    close: async () => {
      for (const peer of peers) peer.terminate()
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  }
}
