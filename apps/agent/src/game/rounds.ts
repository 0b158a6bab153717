import { join } from 'node:path'
import { GameStatus } from '@kaibo/contract/game/link.schema.ts'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

export interface Playing {
  /** The game's process, and what that calls it. */
  id: string
  game_id: string
  seq: number
  /** Server time. */
  started_at: number
  run_id: string | null
}

interface Ended {
  id: string
  seq: number
}

interface Keeping {
  folder: string
  room_code: string
  time: Time
  log: Log
}

/** Which round of a room is played. Rounds are counted by the PC, over restarts and games, and a number is never given twice. */
export class Rounds {
  readonly #file: KeptFile
  #seq: number
  #ended: Ended | null
  /** The game's process that was linked last. */
  boot_id: string | null
  status: GameStatus
  playing: Playing | null

  private constructor(data: Record<string, unknown>, { folder, room_code, time, log }: Keeping) {
    this.#seq = Number(data['seq'] ?? 0)
    this.#ended = isRecord(data['ended']) ? (data['ended'] as unknown as Ended) : null
    this.boot_id = typeof data['boot_id'] === 'string' ? data['boot_id'] : null
    this.status = GameStatus.safeParse(data['status']).data ?? 'idle'
    // Written by this program
    this.playing = isRecord(data['playing']) ? (data['playing'] as unknown as Playing) : null
    const value = () => ({
      seq: this.#seq,
      ended: this.#ended,
      boot_id: this.boot_id,
      status: this.status,
      playing: this.playing,
    })
    this.#file = new KeptFile({ path: pathIn(folder, room_code), value, ms: 0, time, log })
  }

  static async load(keeping: Keeping): Promise<Rounds> {
    const data = await readJson(pathIn(keeping.folder, keeping.room_code))
    return new Rounds(isRecord(data) ? data : {}, keeping)
  }

  /** The number of the last round. */
  get seq(): number {
    return this.#seq
  }

  /** Another PC has counted up to here. */
  learn(seq: number): void {
    this.#seq = Math.max(this.#seq, seq)
  }

  /** The number of a round that was said before. */
  seqOf(id: string): number | undefined {
    if (this.playing?.id === id) return this.playing.seq
    return this.#ended?.id === id ? this.#ended.seq : undefined
  }

  begin(round: Omit<Playing, 'seq'>): Playing {
    this.#seq++
    this.playing = { ...round, seq: this.#seq }
    this.status = 'playing'
    return this.playing
  }

  end(): void {
    if (this.playing) this.#ended = { id: this.playing.id, seq: this.playing.seq }
    this.playing = null
    this.status = 'idle'
  }

  /** Answers whether it is on the disk. */
  save(): Promise<boolean> {
    return this.#file.save()
  }
}

const pathIn = (folder: string, room_code: string) => join(folder, `${room_code}.round.json`)
