import { once } from 'node:events'
import { WebSocket } from 'ws'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import type { ServerFrame } from '@kaibo/contract/live/channel.ts'
import type { Login, TestServer } from './boot.ts'

/** A console that listens to these topics; keeps everything it is sent. `url` is what `server.listen()` answered. */
export async function listen(server: TestServer, url: string, as: Login, topics: string[]) {
  const { data } = await server.call(wsInfoApi.wsInfo, {}, as)
  const address = new URL(data.url, url.replace('http', 'ws'))
  address.searchParams.set('ticket', data.ticket)
  const socket = new WebSocket(address)
  const frames: ServerFrame[] = []
  socket.on('message', (text: Buffer) => frames.push(JSON.parse(text.toString()) as ServerFrame))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', topics }))
  await once(socket, 'message')
  const events = () => frames.filter((frame) => frame.type === 'event')
  return { frames, events, close: () => socket.terminate() }
}
