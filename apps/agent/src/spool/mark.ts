import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

/** Part of the spool: the numbers after `after` up to `to`, which are sent under one spool id. */
export interface Stretch {
  readonly id: string
  readonly after: number
  readonly to: number
  /** The server has everything up to here. */
  acked: number
}

type Stretches = readonly [...backlogs: Stretch[], live: Stretch]

/**
 * The ids of the spool's stretches, and the last number that was sent of the newest. That number is on the disk only while
 * nothing is being sent, so that sending needs no writes; where it is missing, everything on the disk may have been sent.
 */
export class Mark {
  readonly #file: KeptFile
  #all: Stretches
  #sent: number
  #isSending = false

  private constructor(folder: string, all: Stretches, sent: number, time: Time, log: Log) {
    this.#all = all
    this.#sent = sent
    const value = () => this.#stored()
    this.#file = new KeptFile({ path: pathIn(folder), value, ms: 0, time, log })
  }

  /** `lastSeq` is the highest number on the disk. What comes after it was not sent, however long it then waits. */
  static async open(folder: string, lastSeq: number, time: Time, log: Log): Promise<Mark> {
    const stored = await readJson(pathIn(folder))
    const known = stretchesIn(stored)
    const sent = isRecord(stored) ? stored['sent'] : undefined
    const upTo = typeof sent === 'number' ? Math.min(sent, lastSeq) : lastSeq
    const mark = new Mark(folder, known ?? [stretch(0)], upTo, time, log)
    if (!known || sent !== upTo) await mark.#file.save()
    return mark
  }

  /** Oldest first. */
  get all(): Stretches {
    return this.#all
  }

  /** The newest, to which items are added. */
  get live(): Stretch {
    return this.#all.at(-1) as Stretch
  }

  get backlogs(): readonly Stretch[] {
    return this.#all.slice(0, -1)
  }

  /** The last number that may have been sent under the newest name. */
  get sent(): number {
    return this.#sent
  }

  /** Gives the newest stretch another id, under which nothing was sent. */
  async renew(): Promise<void> {
    this.#all = [...this.backlogs, stretch(this.live.after)]
    this.#sent = 0
    await this.#file.save()
  }

  /**
   * Ends the newest stretch at `to`; later items get a new stretch with another id. Nothing may be sent under that id before
   * this is on the disk; if writing fails, nothing changes.
   */
  async setAside(to: number): Promise<void> {
    const [before, sent] = [this.#all, this.#sent]
    this.#all = [...this.backlogs, { ...this.live, to }, stretch(to)]
    this.#sent = 0
    if (!(await this.#file.save())) [this.#all, this.#sent] = [before, sent]
  }

  /** Removes a backlog that the server has stored. Not written to the disk: an empty backlog there does no harm. */
  finish(id: string): void {
    this.#all = [...this.backlogs.filter((one) => one.id !== id), this.live]
  }

  /** To be waited for before anything is sent. */
  async sending(): Promise<void> {
    this.#isSending = true
    await this.#file.save()
  }

  went(upTo: number): void {
    this.#sent = Math.max(this.#sent, upTo)
  }

  /** Nothing more is sent for now. */
  async rest(): Promise<void> {
    if (!this.#isSending) return
    this.#isSending = false
    await this.#file.save()
  }

  #stored() {
    const { id, after } = this.live
    const backlogs = this.backlogs.map((one) => ({
      spool_id: one.id,
      after: one.after,
      to: one.to,
    }))
    return { spool_id: id, after, ...(!this.#isSending && { sent: this.#sent }), backlogs }
  }
}

const stretch = (after: number, id: string = randomUUID(), to = Infinity): Stretch => ({
  id,
  after,
  to,
  acked: after,
})

/** Undefined where the stored value is not valid: everything is then sent again under a new id. */
function stretchesIn(stored: unknown): Stretches | undefined {
  const live = stretchIn(stored)
  if (!live || !isRecord(stored)) return undefined
  const { backlogs = [] } = stored
  if (!Array.isArray(backlogs)) return undefined
  const before = backlogs.flatMap((one: unknown) => stretchIn(one) ?? [])
  return before.length === backlogs.length ? [...before, live] : undefined
}

/** An earlier version had one stretch only, and named no numbers. */
function stretchIn(stored: unknown): Stretch | undefined {
  const { spool_id, after = 0, to = Infinity } = isRecord(stored) ? stored : {}
  if (typeof spool_id !== 'string' || typeof after !== 'number' || typeof to !== 'number')
    return undefined
  return stretch(after, spool_id, to)
}

const pathIn = (folder: string): string => join(folder, 'spool.json')
