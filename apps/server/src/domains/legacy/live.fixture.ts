import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import type { ServerFrame } from '@kaibo/contract/live/channel.ts'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'

/** Consoles that open the live channel of a test server, with real sockets. */
export class Consoles {
  readonly #server: TestServer
  readonly #url: string
  readonly #sockets: WebSocket[] = []

  constructor(server: TestServer, url: string) {
    this.#server = server
    this.#url = url.replace('http', 'ws')
  }

  async ticketOf(login: Login): Promise<string> {
    return (await this.#server.call(wsInfoApi.wsInfo, {}, login)).data.ticket
  }

  /** A socket that has only begun to connect. */
  connect(ticket: string): WebSocket {
    const socket = new WebSocket(`${this.#url}/live/ws?ticket=${encodeURIComponent(ticket)}`)
    this.#sockets.push(socket)
    return socket
  }

  /** A console on the channel: what it heard, and how the channel ended. */
  async open(ticket: string) {
    const socket = this.connect(ticket)
    const frames: ServerFrame[] = []
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as ServerFrame))
    const closed = once(socket, 'close').then(([code]) => Number(code))
    await once(socket, 'open')
    const send = (frame: object) => socket.send(JSON.stringify(frame))
    const heard = async (count: number) => {
      for (let waited = 0; frames.length < count && waited < 3_000; waited += 5) await sleep(5)
      await sleep(20)
      return frames
    }
    return {
      socket,
      frames,
      send,
      heard,
      closed,
      subscribe: (...topics: string[]) => send({ type: 'subscribe', topics }),
    }
  }

  /** Past the look at the ticket: the server answers pings. */
  async openAs(login: Login) {
    const console = await this.open(await this.ticketOf(login))
    console.socket.ping()
    await once(console.socket, 'pong')
    return console
  }

  terminate(): void {
    for (const socket of this.#sockets) socket.terminate()
  }
}
