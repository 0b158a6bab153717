import type { AgentFrame, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Log } from '#log/log.ts'
import type { Spool } from '#spool/spool.ts'
import type { Time } from '#time/time.ts'

const MAX_ITEMS = 500
/** Characters; at most three bytes each, so a batch stays below the server's limit of a frame. */
const MAX_CHARACTERS = 250_000
/** No acknowledgement for so long: the server may have failed to store the batch. */
const RESEND_MS = 15_000

type Ack = Extract<ServerToAgent, { type: 'ack' }>

/** Sends the spool up, one batch under way at a time, and again until it is acknowledged. */
export class Uplink {
  readonly #spool: Spool
  readonly #send: (frame: AgentFrame) => boolean
  readonly #time: Time
  readonly #log: Log
  #isOpen = false
  /** Of the connection: one that was lost meanwhile opens nothing. */
  #turn = 0
  #acked = 0
  /** The last number of the batch that is under way; 0 when none is. */
  #underWay = 0
  #isReading = false
  #cancelResend: () => void = () => {}

  constructor(spool: Spool, send: (frame: AgentFrame) => boolean, time: Time, log: Log) {
    this.#spool = spool
    this.#send = send
    this.#time = time
    this.#log = log
    spool.onDurable = () => void this.#pump()
  }

  /** The server holds everything up to `acked`. */
  async open(acked: number): Promise<void> {
    this.close()
    const turn = this.#turn
    const isRestored = acked > this.#spool.sent
    await this.#spool.sending()
    if (isRestored) {
      this.#log.error('服务器记得的发送进度比本机新，数据目录可能被还原过：按新的序列发送')
      await this.#spool.renew()
    }
    if (turn !== this.#turn) return
    this.#isOpen = true
    this.#underWay = 0
    this.#acked = isRestored ? 0 : acked
    this.#spool.ack(this.#acked)
    await this.#pump()
  }

  close(): void {
    this.#turn++
    this.#isOpen = false
    this.#cancelResend()
    void this.#spool.rest()
  }

  acknowledged({ spool_id, up_to, refused }: Ack): void {
    if (spool_id !== this.#spool.id) return
    for (const { event_id, reason } of refused)
      this.#log.error({ event_id, reason }, '服务器没有收下一条记录')
    this.#acked = Math.max(this.#acked, up_to)
    this.#spool.ack(this.#acked)
    if (this.#acked < this.#underWay) return
    this.#underWay = 0
    this.#cancelResend()
    void this.#pump()
  }

  async #pump(): Promise<void> {
    if (!this.#isOpen || this.#underWay > 0 || this.#isReading) return
    this.#isReading = true
    const batch = await this.#spool
      .read(this.#acked, MAX_ITEMS, MAX_CHARACTERS)
      .catch((error: unknown) => this.#log.error({ err: error }, '读不出待发数据'))
    this.#isReading = false
    if (!batch || !this.#isOpen) return
    const { first_seq, last_seq, items } = batch
    const frame: AgentFrame = { type: 'batch', spool_id: this.#spool.id, first_seq, items }
    if (!this.#send(frame)) return
    this.#spool.went(last_seq)
    this.#underWay = last_seq
    this.#cancelResend = this.#time.after(RESEND_MS, () => {
      this.#underWay = 0
      void this.#pump()
    })
  }
}
