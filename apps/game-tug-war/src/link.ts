import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import {
  GAME_PATH,
  GAME_SUBPROTOCOL,
  type GameHello,
  type ToGame,
} from '@kaibo/contract/game/link.schema.ts'

type Said = Record<string, unknown> & { type: string; state?: string }
type Handlers = { [Type in ToGame['type']]?: (frame: Extract<ToGame, { type: Type }>) => void }

interface LinkOptions {
  url: string
  token: string
  hello: Pick<GameHello, 'name' | 'version' | 'want' | 'ai_label'>
  on: Handlers
}

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 5_000
/** A game that says more meanwhile forgets the oldest. */
const MOST_UNKEPT = 2_000

/** A game's end of the link. What it says to be kept is said again until it is. */
export class GameLink {
  readonly #options: LinkOptions
  readonly #boot_id = randomUUID()
  readonly #unkept = new Map<string, Said>()
  #socket: WebSocket | undefined
  #isWelcome = false
  #delay = FIRST_DELAY_MS
  #count = 0

  constructor(options: LinkOptions) {
    this.#options = options
    this.#connect()
  }

  /** Something that has to get there: an event, or a round. Answers its id. */
  keep(frame: Said & { id?: string }): string {
    const id = frame.id ?? `e${++this.#count}`
    const said = { ...frame, id }
    // The start and the end of a round have one id
    const key = `${frame.type}:${frame.state ?? ''}:${id}`
    this.#unkept.set(key, said)
    if (this.#unkept.size > MOST_UNKEPT)
      for (const oldest of this.#unkept.keys()) {
        this.#unkept.delete(oldest)
        break
      }
    this.say(said)
    return id
  }

  /** Something of the moment. */
  say(frame: Said): void {
    if (this.#isWelcome) this.#socket?.send(JSON.stringify(frame))
  }

  #connect(): void {
    const { url, token, hello } = this.#options
    const address = `${url.replace(/^http/, 'ws')}${GAME_PATH}`
    const socket = new WebSocket(address, GAME_SUBPROTOCOL, { perMessageDeflate: false })
    this.#socket = socket
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ type: 'hello', role: 'game', token, boot_id: this.#boot_id, ...hello }),
      ),
    )
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as ToGame))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#isWelcome = false
      setTimeout(() => this.#connect(), this.#delay)
      this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS)
    })
  }

  #take(frame: ToGame): void {
    if (frame.type === 'welcome') {
      this.#isWelcome = true
      this.#delay = FIRST_DELAY_MS
      for (const said of this.#unkept.values()) this.say(said)
    } else if (frame.type === 'ack' || frame.type === 'reject') this.#kept(frame)
    const hear = this.#options.on[frame.type] as ((frame: ToGame) => void) | undefined
    hear?.(frame)
  }

  /** The oldest that has this id: of a round its start, before its end. */
  #kept({ id }: { id: string }): void {
    for (const [key, said] of this.#unkept)
      if (said['id'] === id) return void this.#unkept.delete(key)
  }
}
