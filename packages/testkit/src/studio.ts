import { randomUUID } from 'node:crypto'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import { HEARTBEAT_MS } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { THUMB_PUT_PATH, thumbClaim } from '@kaibo/contract/stage/thumb.schema.ts'
import { connectAgent, heartbeatOf, reportOf, type TestAgent } from './agent.ts'
import { danmuEvent, giftEvent } from './build/event.build.ts'
import type { Air } from './build/night.build.ts'
import { signedQuery } from './pc-query.ts'

type Item = Extract<AgentFrame, { type: 'batch' }>['items'][number]

const WORDS = ['来了来了', '这个怎么玩？', '主播晚上好', '666', '扣 1 助力']
const LINES = [
  '谢谢山茶同学送的棒棒糖！',
  '还差 12 米就到终点了，扣 1 助力',
  '欢迎春日加糖加入红队，一起拉！',
]

/** The PCs of a night, each on a socket of its own; together they say so many things a second, one room after the other. */
export class Studio {
  readonly #seats: readonly Seat[]
  #timer: NodeJS.Timeout | undefined
  #beats: NodeJS.Timeout | undefined
  #said = 0

  private constructor(seats: readonly Seat[]) {
    this.#seats = seats
  }

  static async connect(server: string, airs: readonly Air[]): Promise<Studio> {
    const seats: Seat[] = []
    for (const air of airs) seats.push(await Seat.connect(server, air))
    const studio = new Studio(seats)
    studio.#beats = setInterval(() => seats.forEach((seat) => seat.beat()), HEARTBEAT_MS)
    return studio
  }

  speak(messagesASecond: number): void {
    const began = performance.now()
    const before = this.#said
    // A timer that comes late makes good what it missed.
    this.#timer = setInterval(() => {
      const due = before + Math.floor(((performance.now() - began) / 1000) * messagesASecond)
      while (this.#said < due) {
        this.#seats[this.#said % this.#seats.length]?.say(this.#said)
        this.#said += 1
      }
    }, 10)
  }

  /** What viewers see, as each PC sends it on: the pictures in turn. */
  async show(jpegs: readonly Buffer[]): Promise<void> {
    for (const [n, seat] of this.#seats.entries()) {
      const jpeg = jpegs[n % jpegs.length]
      if (jpeg) await seat.show(jpeg)
    }
  }

  pause(): void {
    clearInterval(this.#timer)
  }

  close(): void {
    this.pause()
    clearInterval(this.#beats)
    for (const seat of this.#seats) seat.close()
  }
}

class Seat {
  readonly #spool_id = randomUUID()
  #seq = 0

  private constructor(
    readonly server: string,
    readonly agent: TestAgent,
    readonly air: Air,
  ) {}

  static async connect(server: string, air: Air): Promise<Seat> {
    const { pc_id, private_key } = air
    const agent = await connectAgent(server, { pc_id, private_key, ts: Date.now() })
    const seat = new Seat(server, agent, air)
    await agent.hello({ spool_id: seat.#spool_id, at: Date.now(), rooms: seat.#rooms() })
    return seat
  }

  beat(): void {
    this.agent.send(heartbeatOf(Date.now(), { rooms: this.#rooms() }))
  }

  /** A danmu, a gift or a sentence. */
  say(n: number): void {
    const { room_code, run_id } = this.air
    const at = Date.now()
    const user = { open_id: `viewer-${n % 500}`, nickname: `观众${n % 500}` }
    const items: Item[] =
      n % 5 === 0
        ? [{ type: 'event', run_id, event: giftEvent(room_code, { at, user, gift: { fen: 660 } }) }]
        : n % 5 === 1
          ? [this.#sentence(n, at)]
          : [
              {
                type: 'event',
                run_id,
                event: danmuEvent(room_code, { at, user, text: WORDS[n % WORDS.length] ?? '' }),
              },
            ]
    const first_seq = this.#seq + 1
    this.#seq += items.length
    this.agent.send({ type: 'batch', spool_id: this.#spool_id, first_seq, items })
  }

  async show(jpeg: Buffer): Promise<void> {
    const { pc_id, private_key, room_code } = this.air
    const query = signedQuery({ id: pc_id, private_key }, Date.now(), thumbClaim(room_code))
    const address = `${this.server}${THUMB_PUT_PATH}${room_code}?${query.toString()}`
    const body = new Uint8Array(jpeg)
    const answer = await fetch(address, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body,
    })
    if (!answer.ok) throw new Error(`the server did not take a picture: ${answer.status}`)
  }

  close(): void {
    this.agent.kill()
  }

  #sentence(n: number, at: number): Item {
    const { room_code, run_id } = this.air
    return {
      type: 'speech',
      room_code,
      run_id,
      at,
      speech_id: randomUUID(),
      event_id: null,
      state: 'spoken',
      text: `${LINES[n % LINES.length]}`,
      priority: 50,
    }
  }

  #rooms() {
    const { room_code, run_id } = this.air
    return [reportOf({ room_code, run_id, worker: WorkerStatus.living })]
  }
}
