import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

/**
 * The spool's name, and how far it was sent under that name. The number is on the disk only while nothing is being sent, so
 * that sending costs no writes: where it is missing, everything that is on the disk may have been sent.
 */
export class Mark {
  readonly #file: KeptFile
  #id: string
  #sent: number
  #isSending = false

  private constructor(folder: string, id: string, sent: number, time: Time, log: Log) {
    this.#id = id
    this.#sent = sent
    const value = () => ({ spool_id: this.#id, ...(!this.#isSending && { sent: this.#sent }) })
    this.#file = new KeptFile({ path: pathIn(folder), value, ms: 0, time, log })
  }

  /** `lastSeq` is the highest number on the disk. What comes after it was not sent, however long it then waits. */
  static async open(folder: string, lastSeq: number, time: Time, log: Log): Promise<Mark> {
    const known = await readJson(pathIn(folder))
    const { spool_id, sent } = isRecord(known) ? known : {}
    const id = typeof spool_id === 'string' ? spool_id : undefined
    const upTo = typeof sent === 'number' ? Math.min(sent, lastSeq) : lastSeq
    const mark = new Mark(folder, id ?? randomUUID(), upTo, time, log)
    if (id === undefined || sent !== upTo) await mark.#file.save()
    return mark
  }

  get id(): string {
    return this.#id
  }

  /** The last number that may have been sent under this name. */
  get sent(): number {
    return this.#sent
  }

  /** Another name, under which nothing was sent. */
  async renew(): Promise<void> {
    this.#id = randomUUID()
    this.#sent = 0
    await this.#file.save()
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
}

const pathIn = (folder: string): string => join(folder, 'spool.json')
