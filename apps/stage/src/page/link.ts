import {
  STAGE_SUBPROTOCOL,
  type FromStage,
  type ToStage,
} from '@kaibo/contract/stage/link.schema.ts'

const FIRST_MS = 500
const LONGEST_MS = 5_000
/** Not to be tried again. */
const ENDS: Readonly<Record<number, string>> = {
  4403: '画面已关闭',
  4410: '预览链接已失效，请在控制台重新打开',
}

interface LinkOptions {
  /** Said first, each time. */
  hello: () => FromStage
  heard: (frame: ToStage) => void
  /** Nothing while it is there; else what is to be told people. */
  told: (state: string) => void
}

/** The page's line to who shows it, the PC client or the server; it comes back by itself. */
export class Link {
  readonly #options: LinkOptions
  #socket: WebSocket | undefined
  #delay = FIRST_MS

  constructor(options: LinkOptions) {
    this.#options = options
  }

  open(): void {
    const { hello, heard, told } = this.#options
    const address = new URL('socket', location.href.split('#')[0])
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address, STAGE_SUBPROTOCOL)
    this.#socket = socket
    let refused = ''
    socket.addEventListener('open', () => socket.send(JSON.stringify(hello())))
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as ToStage
      if (frame.type === 'refused') refused = frame.why
      if (frame.type === 'welcome') {
        this.#delay = FIRST_MS
        told('')
      }
      heard(frame)
    })
    socket.addEventListener('close', ({ code }) => {
      const end = ENDS[code]
      if (end !== undefined) return told(refused || end)
      told('连接断开，正在重连')
      setTimeout(() => this.open(), this.#delay)
      this.#delay = Math.min(this.#delay * 2, LONGEST_MS)
    })
  }

  send(frame: FromStage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}
