import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface Sender {
  path: string
  /** `content-length` or `transfer-encoding`, and what else. */
  headers: Record<string, string>
  /** As the proxy on this machine reports it. */
  from?: string
}

/** Announces a body, sends its beginning, and stops. */
export async function beginBody(http: FastifyInstance, first: string | Buffer, sender: Sender) {
  const { port } = http.server.address() as AddressInfo
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const headers = { host: 'a', 'content-type': 'application/json', ...sender.headers }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (sender.from) lines.push(`x-forwarded-for: ${sender.from}`)
  socket.write([`POST ${sender.path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.write(first)
  return {
    socket,
    answer: () => text,
    /** 0 while there is no answer. */
    status: () => Number(text.split(' ')[1] ?? 0),
  }
}
export type Begun = Awaited<ReturnType<typeof beginBody>>
