import type { ClipPiece, Sounding, VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { piecesOf, type SayPiece } from '@kaibo/voice/pieces.ts'
import { clipKey } from '@kaibo/voice/seed.ts'
import type { Clip, Part, StageVoice } from '#stage/around.ts'
import type { ScriptPlace } from '#talk/script-place.ts'
import type { Ahead } from '#talk/mouth.ts'
import type { Time } from '#time/time.ts'
import type { Clips } from './clips.ts'
import type { OwnVoice } from './own-voice.ts'
import type { Answering, ServerVoice } from './server-voice.ts'

interface RoomVoiceOptions {
  room_code: string
  own: OwnVoice
  server: ServerVoice
  clips: Clips
  time: Time
}

/** After so long without the server's clip the PC speaks by itself. */
const CLIP_WITHIN_MS = 2_500
/** After so many misses in a row the server is left alone for a while. */
const MOST_MISSES = 3
const ALONE_MS = 30_000
const EVEN = { speed: 1, pitch: 0 }

/** How one room sounds: by the server's voices, as it lies on the disk or is asked for, else by that of the PC. */
export class RoomVoice implements StageVoice {
  readonly #options: RoomVoiceOptions
  #order: VoiceOrder | undefined
  /** Sentences that are being made: one that was prepared is not asked for again. */
  readonly #making = new Map<string, readonly Part[]>()
  #misses = 0
  /** Until then, of `elapsed`, the server is not asked. */
  #aloneUntil = -Infinity

  constructor(options: RoomVoiceOptions) {
    this.#options = options
  }

  direct(order: VoiceOrder | undefined): void {
    if (JSON.stringify(order) === JSON.stringify(this.#order)) return
    this.#order = order
    this.#making.clear()
    // So that this PC sounds the same when the server is away
    for (const { model } of order ? [order, ...(order.script?.voices ?? [])] : [])
      if (model) this.#options.own.naturals.want(model)
  }

  get available(): boolean {
    const { own, server } = this.#options
    return own.available || (this.#order !== undefined && server.available)
  }

  volumeOf(piece: ScriptPlace | undefined): number {
    return this.#soundingOf(piece)?.volume ?? 1
  }

  async prepare(text: string, { keep_until = 0, piece }: Ahead = {}): Promise<void> {
    // Who needs it hears of the fault
    const by = this.#soundingOf(piece)
    const parts = this.#parts(text, { by, isPrepared: true, keep_until })
    await Promise.allSettled(parts.map(({ clip }) => clip))
  }

  speak(text: string, piece?: ScriptPlace): readonly Part[] {
    const by = this.#soundingOf(piece)
    return this.#parts(text, { by, isPrepared: false, keep_until: 0 })
  }

  /** The voice of the room, unless it is a piece of its script that names another one. */
  #soundingOf(piece: ScriptPlace | undefined): Sounding | undefined {
    const order = this.#order
    const script = piece && order?.script?.hash === piece.hash ? order.script : undefined
    const named = script?.pieces.find(([at]) => at === piece?.at)?.[1]
    return script?.voices.find(({ voice_id }) => voice_id === named) ?? order
  }

  #parts(text: string, how: How): readonly Part[] {
    const key = `${how.by?.voice_id ?? ''} ${text}`
    const begun = this.#making.get(key)
    if (begun) return begun
    const pieces = piecesOf(text, how.by?.lexicon)
    let answering: Answering | undefined
    const ask = () => (answering ??= this.#ask(text, how))
    const sentence = { ...how, isMissed: false }
    let before: Promise<unknown> = Promise.resolve()
    const parts = pieces.map((piece, at) => {
      const clip = this.#clipOf(piece, { sentence, before, asked: () => ask()?.piece(at) })
      before = clip.catch(() => {})
      return { text: piece.text, clip }
    })
    this.#making.set(key, parts)
    void this.#forget(key, parts, before)
    return parts
  }

  async #forget(key: string, parts: readonly Part[], over: Promise<unknown>): Promise<void> {
    await over
    if (this.#making.get(key) === parts) this.#making.delete(key)
  }

  #ask(text: string, { by, isPrepared, keep_until }: How): Answering | undefined {
    const { server, room_code, time } = this.#options
    if (!by || !server.available || time.elapsed() < this.#aloneUntil) return undefined
    return server.ask({
      room_code,
      text,
      voice_id: by.voice_id,
      ...(isPrepared && { prepare: true }),
      ...(keep_until > 0 && { keep_until }),
    })
  }

  async #clipOf(piece: SayPiece, within: Within): Promise<Clip> {
    const { clips, own } = this.#options
    const { seed, lexicon: read } = within.sentence.by ?? {}
    const { text } = piece
    if (seed) {
      const hash = clipKey(seed, text)
      const known = await clips.get(hash, within.sentence.keep_until)
      if (known) return { ...known, text, sound: clips.path(hash) }
      const made = await this.#byServer(piece, within)
      if (made) return made
    }
    // Its own clips are kept by how it really read them
    const lexicon = read ? (seed?.lexicon ?? '') : ''
    return own.clip(piece, { ...(seed ?? EVEN), lexicon })
  }

  /** Nothing where the server is away, or too slow, or cannot. */
  async #byServer(
    { text }: SayPiece,
    { sentence, before, asked }: Within,
  ): Promise<Clip | undefined> {
    const answer = asked()
    if (!answer) return undefined
    const clip = this.#fetched(text, answer, sentence.keep_until)
    clip.catch(() => {})
    // The server makes one after the other
    await before
    // What was begun is finished, by another voice if need be
    if (sentence.isMissed) return undefined
    try {
      const made = await this.#inTime(clip)
      this.#misses = 0
      return made
    } catch {
      sentence.isMissed = true
      this.#missed()
      return undefined
    }
  }

  /** It is kept as what it is: where the voice is down, the server answers what another one says. */
  async #fetched(text: string, answer: Promise<ClipPiece>, keep_until: number): Promise<Clip> {
    const { clips, server } = this.#options
    const { hash, url, ms, marks, ...piece } = await answer
    // It cuts sentences in another way: what is said would not be what is shown
    if (piece.text !== text) throw new Error('分句不同')
    const known = await clips.get(hash, keep_until)
    if (known) return { ...known, text, sound: clips.path(hash) }
    const sound = await server.fetch(url)
    const about = { ms, marks, via: 'server' } as const
    const isKept = await clips.put(hash, sound, about, keep_until)
    return { ...about, text, sound: isKept ? clips.path(hash) : sound }
  }

  #inTime<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.time.after(CLIP_WITHIN_MS, () => reject(new Error('服务器太慢')))
      work.then(resolve, reject).finally(cancel)
    })
  }

  #missed(): void {
    this.#misses += 1
    if (this.#misses < MOST_MISSES) return
    this.#misses = 0
    this.#aloneUntil = this.#options.time.elapsed() + ALONE_MS
  }
}

interface How {
  by: Sounding | undefined
  isPrepared: boolean
  keep_until: number
}

interface Within {
  sentence: How & { isMissed: boolean }
  /** The piece before it, made or not. */
  before: Promise<unknown>
  asked: () => Promise<ClipPiece> | undefined
}
