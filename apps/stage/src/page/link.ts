import {
  STAGE_SUBPROTOCOL,
  type FromStage,
  type ToStage,
} from '@kaibo/contract/stage/link.schema.ts'

const FIRST_MS = 500
const LONGEST_MS = 5_000
const REFUSED = 4403

interface LinkOptions {
  /** Said first, each time. */
  hello: () => FromStage
  heard: (frame: ToStage) => void
  /** Nothing while it is there; else what is to be told people. */
  told: (state: string) => void
}

/** The page's line to the PC client; it comes back by itself. */
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
    address.protocol = 'ws:'
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
      if (code === REFUSED) return told(refused || '画面已关闭')
      told('与客户端断开，正在重连')
      setTimeout(() => this.open(), this.#delay)
      this.#delay = Math.min(this.#delay * 2, LONGEST_MS)
    })
  }

  send(frame: FromStage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}
