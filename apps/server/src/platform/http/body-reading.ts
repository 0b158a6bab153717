import { words } from '@kaibo/contract/kernel/words.ts'
import type { IncomingMessage } from 'node:http'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import type { BodyBudget, BodyInMemory } from './body-budget.ts'
import { HttpFault } from './failure.ts'

const TOO_LARGE = new HttpFault(
  413,
  Code.invalid,
  words('请求内容过大，请减少后重试', 'The request is too large; make it smaller and try again'),
)
const BUSY = new HttpFault(
  503,
  Code.unavailable,
  words('服务繁忙，请稍后重试', 'The service is busy; try again in a moment'),
)
const TOO_MANY_PIECES = new HttpFault(
  400,
  Code.invalid,
  words(
    '请求内容分段过碎，请增大分段后重试',
    'The request comes in too many small pieces; send larger ones',
  ),
)
const TOO_SLOW = new HttpFault(408, Code.invalid, httpText(408))
const BROKEN_OFF = new HttpFault(400, Code.invalid, httpText(400))

/** How often `look` allows a body to have brought nothing; each further look expects `BYTES_PER_LOOK` more. */
const EMPTY_LOOKS = 5
const BYTES_PER_LOOK = 2_000
/** A body in more pieces must have this many bytes a piece on average: a piece costs as much time as some kilobytes. */
const FREE_PIECES = 1_000
const BYTES_PER_PIECE = 64
const NOTHING = Buffer.alloc(0)

interface Options {
  network: string
  limit: number
  budget: BodyBudget
  /** Closes the connection after the refusal: otherwise the rest of the body would be read only to be thrown away. */
  cutOff: () => void
}

/** One body that is arriving, in a buffer that grows with it and is counted in the budget. */
export class BodyReading implements BodyInMemory {
  readonly network: string
  readonly done: Promise<Buffer>
  bytes = 0
  isArriving = true
  readonly #payload: IncomingMessage
  readonly #limit: number
  readonly #budget: BodyBudget
  readonly #cutOff: () => void
  #memory: Buffer = NOTHING
  #length = 0
  #looks = 0
  #pieces = 0
  #settle!: { resolve: (body: Buffer) => void; reject: (fault: HttpFault) => void }

  constructor(payload: IncomingMessage, { network, limit, budget, cutOff }: Options) {
    this.network = network
    this.#payload = payload
    this.#limit = limit
    this.#budget = budget
    this.#cutOff = cutOff
    this.done = new Promise((resolve, reject) => (this.#settle = { resolve, reject }))
    if (payload.destroyed) this.#refuse(BROKEN_OFF)
    else if (this.#announced() > limit) this.#refuse(TOO_LARGE)
    else {
      payload.on('data', this.#add).on('end', this.#end)
      payload.on('close', this.#breakOff).on('error', this.#breakOff)
    }
  }

  /** Called once a second. Counts calls instead of time, so that a pause of this process does not make senders late. */
  look(): void {
    this.#looks += 1
    if (this.#looks > EMPTY_LOOKS + this.#length / BYTES_PER_LOOK) this.#refuse(TOO_SLOW)
  }

  giveUp(): void {
    this.#refuse(BUSY)
  }

  /** The request is answered, or its sender is gone. */
  release(): void {
    this.#breakOff()
    this.#budget.release(this)
  }

  readonly #add = (chunk: Buffer): void => {
    const length = this.#length + chunk.length
    this.#pieces += 1
    if (this.#pieces > FREE_PIECES + length / BYTES_PER_PIECE) {
      this.#cutOff()
      return this.#refuse(TOO_MANY_PIECES)
    }
    if (length > this.#limit) return this.#refuse(TOO_LARGE)
    if (length > this.#memory.length && !this.#enlarge(length)) return this.#refuse(BUSY)
    chunk.copy(this.#memory, this.#length)
    this.#length = length
  }

  /** Doubles the buffer, up to the announced length: a slow sender cannot reserve memory by announcing a long body. */
  #enlarge(length: number): boolean {
    const room = Math.max(length, Math.min(2 * this.#memory.length, this.#announced()))
    if (!this.#budget.take(this, room - this.bytes)) return false
    this.bytes = room
    const memory = Buffer.allocUnsafeSlow(room)
    this.#memory.copy(memory, 0, 0, this.#length)
    this.#memory = memory
    return true
  }

  /** The announced length; a chunked body announces none and may reach the limit. */
  #announced(): number {
    return Number(this.#payload.headers['content-length'] ?? this.#limit)
  }

  readonly #end = (): void => {
    this.#stop()
    this.#settle.resolve(this.#memory.subarray(0, this.#length))
  }

  readonly #breakOff = (): void => this.#refuse(BROKEN_OFF)

  #refuse(fault: HttpFault): void {
    if (!this.isArriving) return
    this.#stop()
    this.#memory = NOTHING
    this.#budget.release(this)
    this.#settle.reject(fault)
  }

  #stop(): void {
    this.isArriving = false
    this.#payload.off('data', this.#add).off('end', this.#end).off('close', this.#breakOff)
  }
}
