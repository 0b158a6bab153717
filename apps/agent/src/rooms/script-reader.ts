import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import type { Script, ScriptPiece } from '@kaibo/contract/agent/script.schema.ts'
import { about, asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Anchor, Line, SpeechState } from '#talk/anchor.ts'
import type { Playing } from '#talk/playing.ts'
import type { Time } from '#time/time.ts'
import type { Memory } from './memory.ts'
import type { Packs } from './packs.ts'
import type { PlayFiles } from './play-files.ts'
import type { ScriptPlace } from '#talk/script-place.ts'
import type { Teller } from './teller.ts'
import type { WordSupply } from './word-supply.ts'

interface ScriptReaderOptions {
  time: Time
  packs: Pick<Packs, 'script'>
  files?: PlayFiles | undefined
  isRunning: () => boolean
  /** Nothing before the room has begun. */
  memory: () => Memory | undefined
  anchor: Anchor
  words: Pick<WordSupply, 'said'>
  teller: Pick<Teller, 'note'>
  room: () => DesiredRoom
}

/** So long it has been silent before the next piece. */
const SILENCE_MS = 500
/** A piece that could not be said is not followed at once: of a script without any that can, there is no hurry. */
const AFTER_FAULT_MS = 5_000
const PRIORITY = 20
/** Longer than any run: what rules say comes first, however long that takes. */
const NEVER_STALE_MS = 86_400_000
const CAUSE = '脚本'

const SAID: readonly SpeechState[] = ['spoken', 'cancelled', 'expired', 'dropped']

/** Speaks a plan's script, one piece after another, whenever the anchor has nothing else to say. */
export class ScriptReader {
  readonly #options: ScriptReaderOptions
  #script: Script | undefined
  #hash: string | undefined
  /** A piece has its turn, or a pause lasts. */
  #isReading = false
  #cancel: () => void = () => {}
  /** Of `elapsed`. */
  #restsUntil = -Infinity
  /** Told once of each piece. */
  readonly #faulty = new Set<number>()

  constructor(options: ScriptReaderOptions) {
    this.#options = options
    options.anchor.onSilent = () => this.#soon(SILENCE_MS)
  }

  /** Speaks the script of the settings as soon as it is there; another one begins at its first piece. */
  give(): void {
    const hash = this.#options.room().config.script?.hash
    const script = hash === undefined ? undefined : this.#options.packs.script(hash)
    // Until the new one is there, the former one goes on
    if (hash === this.#hash || (hash !== undefined && !script)) return
    this.#script = script
    this.#hash = hash
    this.#faulty.clear()
    this.#restsUntil = -Infinity
    this.#soon(SILENCE_MS)
  }

  /** The hash of what it speaks. */
  get inUse(): string | null {
    return this.#hash ?? null
  }

  close(): void {
    this.#cancel()
    this.#script = undefined
  }

  #soon(ms: number): void {
    if (this.#isReading || !this.#script) return
    this.#cancel()
    const { time } = this.#options
    const rest = Math.max(ms, this.#restsUntil - time.elapsed())
    this.#cancel = time.after(rest, () => this.#next())
  }

  #next(): void {
    const { anchor, isRunning } = this.#options
    const script = this.#script
    if (this.#isReading || !script || !isRunning() || !anchor.isFree) return
    const place = this.#place()
    const piece = script.pieces[place.at]
    if (!piece) return
    this.#isReading = true
    void this.#read(piece, place)
  }

  async #read(piece: ScriptPiece, place: ScriptPlace): Promise<void> {
    if (piece.kind === 'wait') return this.#wait(piece, place)
    try {
      const play = await this.#playingOf(piece)
      // Another script, or the end of the run, while the file was fetched
      if (this.#hash !== place.hash || !this.#options.isRunning()) return this.#stay()
      const text = play ? piece.text : this.#allowed(piece.text)
      this.#say({ text, ...(play && { play }) }, place)
    } catch (error) {
      this.#fault(place, error instanceof Error ? error.message : String(error))
    }
  }

  #say(of: Pick<Line, 'text' | 'play'>, place: ScriptPlace): void {
    const { anchor } = this.#options
    const own = { priority: PRIORITY, ttl_ms: NEVER_STALE_MS, event_id: null, node: null }
    const told = (state: SpeechState, why?: string) => {
      if (SAID.includes(state)) this.#over(place)
      else if (state === 'failed') this.#fault(place, why)
      else if (state === 'cleared') this.#stay()
    }
    anchor.say({ ...of, ...own, cause: CAUSE, piece: place, told })
    const piece = { ...place, at: this.#after(place.at) }
    const then = this.#script?.pieces[piece.at]
    if (then?.kind === 'talk') anchor.prepare({ text: then.text, piece })
  }

  #wait({ seconds = 1 }: ScriptPiece, place: ScriptPlace): void {
    this.#cancel = this.#options.time.after(seconds * 1000, () => {
      this.#over(place)
      this.#soon(0)
    })
  }

  #over({ hash, at }: ScriptPlace): void {
    this.#isReading = false
    const memory = this.#options.memory()
    // By another script since then, which begins at its first piece
    if (!memory || this.#hash !== hash) return
    memory.script = { hash, at: this.#after(at) }
    memory.touch()
  }

  /** The same piece once more. */
  #stay(): void {
    this.#isReading = false
    this.#soon(SILENCE_MS)
  }

  #fault(place: ScriptPlace, why: string | undefined): void {
    this.#restsUntil = this.#options.time.elapsed() + AFTER_FAULT_MS
    this.#over(place)
    this.#soon(SILENCE_MS)
    if (this.#faulty.has(place.at)) return
    this.#faulty.add(place.at)
    const reason = why === undefined ? why : asIs(why)
    this.#options.teller.note('warn', about(notSaid(place.at + 1), reason))
  }

  async #playingOf({ kind, play }: ScriptPiece): Promise<Playing | undefined> {
    if (kind === 'talk') return undefined
    const { files } = this.#options
    if (!play || !files) throw new Error('客户端不能播放文件')
    const url = await files.get(ownerOf(this.#options.room()), play)
    return { kind: play.kind, url, volume: play.volume, effect: null }
  }

  /** Nobody is there to review what the script says. */
  #allowed(text: string): string {
    const passed = this.#options.words.said(text)
    if (!passed || passed.review) throw new Error('含有敏感词')
    return passed.text
  }

  #place(): ScriptPlace {
    const kept = this.#options.memory()?.script
    const hash = this.#hash ?? ''
    return kept?.hash === hash ? kept : { hash, at: 0 }
  }

  #after(at: number): number {
    const { pieces = [], loop = false } = this.#script ?? {}
    return loop && pieces.length > 0 ? (at + 1) % pieces.length : at + 1
  }
}

/** By whom the files of a room's script are kept. */
export const ownerOf = ({ room_code }: Pick<DesiredRoom, 'room_code'>): string =>
  `script:${room_code}`

const notSaid = (number: number): Words =>
  words(`脚本第${number}段没有播出`, `Piece ${number} of the script was left out`)
