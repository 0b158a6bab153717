import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import {
  pieceClaim,
  RECORDING_PUT_PATH,
  RECORDING_TYPE,
  RecordingTrouble,
} from '@kaibo/contract/stage/recording.schema.ts'
import { readJson, writeJson } from '#disk/json-file.ts'
import type { Identity } from '#identity/identity.ts'
import { signedUrl } from '#link/upgrade.ts'
import type { Log } from '#log/log.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'

interface RecordingsOptions {
  folder: string
  server: URL
  identity: Pick<Identity, 'pc_id' | 'key'>
  clock: ServerClock
  time: Time
  log: Log
  /** So much may wait for the server. */
  mostBytes?: number
}

const About = z.object({
  room_code: z.string(),
  run_id: z.string(),
  /** By the server's clock; nothing where an older version kept it. */
  started_at: z.optional(z.int()),
})
type About = z.infer<typeof About>

interface Piece {
  seq: number
  ms: number
  bytes: number
}

/** Of a recording on this disk what the server does not have yet, in order. */
interface Held extends About {
  pieces: Piece[]
}

interface Waiting {
  recording_id: string
  held: Held
  piece: Piece
}

const ABOUT = 'about.json'
const NAME = /^(\d+)-(\d+)\.webm$/
const MOST_BYTES = 2 * 1024 ** 3
const AGAIN_MS = 5_000
const WITHIN_MS = 60_000
const NONCE_BYTES = 16

const Answer = z.object({ data: z.nullable(z.object({ next: z.int() })) })

/** Pieces of recordings on their way from pages to the server, by this PC's disk: a program that is killed goes on with them. */
export class Recordings {
  readonly #options: RecordingsOptions
  readonly #held = new Map<string, Held>()
  /** Of these no more is taken: the page that makes them ends them. */
  readonly #refused = new Set<string>()
  readonly #ended = new AbortController()
  #bytes = 0
  #isSending = false
  #cancel: () => void = () => {}

  private constructor(options: RecordingsOptions) {
    this.#options = options
  }

  /** With what an earlier process has left. */
  static async open(options: RecordingsOptions): Promise<Recordings> {
    const recordings = new Recordings(options)
    await recordings.#find()
    recordings.#go()
    return recordings
  }

  /** Keeps a piece for the server; or answers why no more of its recording is taken. */
  async take(
    recording_id: string,
    of: Pick<About, 'room_code' | 'run_id'>,
    { seq, ms }: { seq: number; ms: number },
    body: Buffer,
  ): Promise<RecordingTrouble | null> {
    const { folder, clock, log, mostBytes = MOST_BYTES } = this.#options
    if (this.#refused.has(recording_id)) return RecordingTrouble.refused
    if (this.#bytes + body.length > mostBytes) return RecordingTrouble.backlog
    const about = { ...of, started_at: clock.now() - ms }
    const known = this.#held.get(recording_id)
    const own = join(folder, recording_id)
    const path = join(own, nameOf({ seq, ms }))
    try {
      if (!known) {
        await mkdir(own, { recursive: true, mode: 0o700 })
        await writeJson(join(own, ABOUT), about)
      }
      await writeFile(path, body, { flush: true })
    } catch (err) {
      log.warn({ err, room: of.room_code }, '录制写不进磁盘，这份录制到此为止')
      // A part of it would be taken for all of it
      await rm(known ? path : own, { recursive: true, force: true })
      return isFull(err) ? RecordingTrouble.disk_full : RecordingTrouble.disk_failed
    }
    const held = known ?? { ...about, pieces: [] }
    this.#held.set(recording_id, held)
    held.pieces.push({ seq, ms, bytes: body.length })
    this.#bytes += body.length
    this.#go()
    return null
  }

  close(): void {
    this.#ended.abort()
    this.#cancel()
  }

  async #find(): Promise<void> {
    const { folder } = this.#options
    for (const recording_id of await readdir(folder).catch(() => [])) {
      const own = join(folder, recording_id)
      const { data } = About.safeParse(await readJson(join(own, ABOUT)))
      const pieces: Piece[] = []
      for (const name of await readdir(own).catch(() => [])) {
        const [, seq, ms] = NAME.exec(name) ?? []
        if (seq === undefined) continue
        pieces.push({ seq: Number(seq), ms: Number(ms), bytes: (await stat(join(own, name))).size })
      }
      if (!data || pieces.length === 0) {
        await rm(own, { recursive: true, force: true })
        continue
      }
      pieces.sort((a, b) => a.seq - b.seq)
      this.#bytes += pieces.reduce((sum, { bytes }) => sum + bytes, 0)
      this.#held.set(recording_id, { ...data, pieces })
    }
  }

  #go(): void {
    if (this.#isSending || this.#ended.signal.aborted) return
    this.#cancel()
    this.#isSending = true
    void this.#sendAll()
      .catch((err: unknown) => {
        this.#options.log.debug({ err }, '录制没有传到服务器，稍后再试')
        this.#cancel = this.#options.time.after(AGAIN_MS, () => this.#go())
      })
      .finally(() => (this.#isSending = false))
  }

  /** A piece of each in turn: what waits of one holds up no other. Rejects when none gets through. */
  async #sendAll(): Promise<void> {
    for (;;) {
      const waiting = [...this.#held].flatMap(([recording_id, held]) => {
        const [piece] = held.pieces
        return piece ? [{ recording_id, held, piece }] : []
      })
      if (waiting.length === 0) return
      const failures: unknown[] = []
      for (const one of waiting) {
        if (this.#ended.signal.aborted) return
        await this.#send(one).catch((error: unknown) => failures.push(error))
      }
      // What has come meanwhile was not tried yet
      const isTried = ([recording_id, { pieces }]: [string, Held]) =>
        pieces.length === 0 || waiting.some((one) => one.recording_id === recording_id)
      if (failures.length === waiting.length && [...this.#held].every(isTried)) throw failures[0]
    }
  }

  async #send({ recording_id, held, piece }: Waiting): Promise<void> {
    const body = await readFile(join(this.#options.folder, recording_id, nameOf(piece))).catch(
      () => undefined,
    )
    const next = body && (await this.#put(recording_id, held, piece, body))
    // One is missing that the server waits for, or it wants none
    const isUseless = next === undefined || next < piece.seq
    if (isUseless) this.#refused.add(recording_id)
    await this.#drop(
      recording_id,
      held,
      held.pieces.filter(({ seq }) => isUseless || seq < next),
    )
  }

  /** The number of the piece that the server wants next; nothing where it wants none. Rejects where it is away. */
  async #put(
    recording_id: string,
    { room_code, run_id, started_at }: About,
    { seq, ms }: Piece,
    body: Buffer,
  ): Promise<number | undefined> {
    const { server, identity, clock, log } = this.#options
    const of = [room_code, recording_id, String(seq)].map(encodeURIComponent).join('/')
    const url = signedUrl(new URL(`${RECORDING_PUT_PATH.slice(1)}${of}`, server), identity, {
      now: clock.now(),
      nonce: randomBytes(NONCE_BYTES).toString('base64url'),
      about: pieceClaim({ room_code, recording_id, seq }),
    })
    url.searchParams.set('run_id', run_id)
    url.searchParams.set('ms', String(ms))
    if (started_at !== undefined) url.searchParams.set('started_at', String(started_at))
    const answer = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': RECORDING_TYPE },
      body: new Uint8Array(body),
      signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(WITHIN_MS)]),
    })
    const { data } = Answer.safeParse(await answer.json().catch(() => null))
    if (data?.data) return data.data.next
    // Busy, away, or of another time until the clock is set: not what becomes of this piece
    if ([401, 429].includes(answer.status) || answer.status >= 500)
      throw new Error(`refused: ${answer.status}`)
    log.warn({ recording_id, room: room_code, status: answer.status }, '服务器不收这份录制')
    return undefined
  }

  /** These are not needed here any more. */
  async #drop(recording_id: string, held: Held, gone: readonly Piece[]): Promise<void> {
    const own = join(this.#options.folder, recording_id)
    for (const piece of gone) {
      await rm(join(own, nameOf(piece)), { force: true })
      this.#bytes -= piece.bytes
    }
    held.pieces = held.pieces.filter((piece) => !gone.includes(piece))
  }
}

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const nameOf = ({ seq, ms }: Pick<Piece, 'seq' | 'ms'>): string => `${seq}-${ms}.webm`
