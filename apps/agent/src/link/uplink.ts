import type { AgentFrame, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Log } from '#log/log.ts'
import type { Stretch } from '#spool/mark.ts'
import type { Batch } from '#spool/reader.ts'
import type { Spool } from '#spool/spool.ts'
import type { Time } from '#time/time.ts'
import type { Welcome } from './incoming.ts'
import { Lane } from './lane.ts'

/** When more items than this wait, they become a backlog, so that new items do not wait behind them. About one batch. */
const BACKLOG_ITEMS = 500

type Ack = Extract<ServerToAgent, { type: 'ack' }>
type Welcomed = Pick<Welcome, 'spool_acked' | 'backlogs' | 'capabilities'>

/** Sends the spool to the server: new items in one lane, and backlogs of outages in another, oldest first. */
export class Uplink {
  readonly #spool: Spool
  readonly #send: (frame: AgentFrame) => boolean
  readonly #log: Log
  readonly #live: Lane
  readonly #backlog: Lane
  #isOpen = false
  /** Counts connections, so that work begun for a connection that was lost meanwhile has no effect. */
  #turn = 0
  /** Whether the server can read batches with missing numbers. */
  #overGaps = false
  #isSettingAside = false
  /** The spool name that the last hello asked about. */
  #askedFor = ''

  constructor(spool: Spool, send: (frame: AgentFrame) => boolean, time: Time, log: Log) {
    this.#spool = spool
    this.#send = send
    this.#log = log
    const lane = (sent: (last: number) => void) =>
      new Lane({ spool, time, send: (stretch, batch) => this.#sendBatch(stretch, batch, sent) })
    this.#live = lane((last) => spool.went(last))
    this.#backlog = lane(() => {})
    spool.onDurable = () => this.#pump()
  }

  /** The spool's part of the hello, to which the server answers how much it has stored. */
  hello() {
    const { id, lastSeq, backlogs } = this.#spool
    this.#askedFor = id
    return { spool_id: id, spool_seq: lastSeq, backlogs: backlogs.map((one) => one.id) }
  }

  async open({ spool_acked, backlogs = [], capabilities = [] }: Welcomed): Promise<void> {
    this.close()
    const turn = this.#turn
    const asked = this.#askedFor
    const isRestored = asked === this.#spool.id && spool_acked > this.#spool.sent
    await this.#spool.sending()
    if (isRestored) {
      this.#log.error('服务器记得的发送进度比本机新，数据目录可能被还原过：按新的序列发送')
      await this.#spool.renew()
    }
    if (turn !== this.#turn) return
    this.#isOpen = true
    this.#overGaps = capabilities.includes('batch.seqs')
    if (!isRestored) this.#spool.ack(spool_acked, asked)
    for (const { spool_id, acked } of backlogs) this.#spool.ack(acked, spool_id)
    this.#pump()
  }

  close(): void {
    this.#turn++
    this.#isOpen = false
    this.#live.stop()
    this.#backlog.stop()
    void this.#spool.rest()
  }

  acknowledged({ spool_id, up_to, refused }: Ack): void {
    for (const { event_id, reason } of refused)
      this.#log.error({ event_id, reason }, '服务器没有收下一条记录')
    this.#spool.ack(up_to, spool_id)
    this.#live.acknowledged(spool_id, up_to)
    this.#backlog.acknowledged(spool_id, up_to)
    this.#pump()
  }

  #pump(): void {
    if (!this.#isOpen) return
    if (!this.#live.isBusy && !this.#isSettingAside) {
      if (this.#spool.liveItems > BACKLOG_ITEMS) void this.#setAside()
      else this.#live.pump(this.#spool.live)
    }
    this.#pumpBacklog()
  }

  #pumpBacklog(): void {
    for (const stretch of this.#spool.backlogs) {
      if (this.#backlog.pump(stretch) || !this.#spool.finish(stretch)) return
    }
  }

  /** Makes waiting items a backlog. If the disk fails, everything is sent in the order in which it came. */
  async #setAside(): Promise<void> {
    this.#isSettingAside = true
    await this.#spool.setAside()
    this.#isSettingAside = false
    if (!this.#isOpen) return
    this.#live.pump(this.#spool.live)
    this.#pumpBacklog()
  }

  /** To a server that cannot read missing numbers, only the items before the first gap are sent. */
  #sendBatch(
    { id: spool_id }: Stretch,
    { first_seq, seqs, items }: Batch,
    sent: (last: number) => void,
  ): number | undefined {
    const gap = seqs.findIndex((seq, index) => seq !== first_seq + index)
    const some = gap < 0 || this.#overGaps ? items : items.slice(0, gap)
    const last = seqs[some.length - 1] ?? 0
    const isSent = this.#send({
      type: 'batch',
      spool_id,
      first_seq,
      ...(gap >= 0 && this.#overGaps && { seqs }),
      items: some,
    })
    if (!isSent) return undefined
    sent(last)
    return last
  }
}
