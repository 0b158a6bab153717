import type { VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { ReportedStage } from '@kaibo/contract/agent/stage-items.schema.ts'
import type { RecordingTrouble } from '@kaibo/contract/stage/recording.schema.ts'
import { MAX_STAGES, STAGE_CLOSE, type StageHello } from '@kaibo/contract/stage/link.schema.ts'
import { MAX_LAYERS, type Scene, type StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import type { Playing } from '#talk/playing.ts'
import type { Sentence } from '#talk/queue.ts'
import { LayerChanges, type LayerChange } from '@kaibo/scene/layer-changes.ts'
import { SilentMouth, type Ahead, type Mouth, type Told } from '#talk/mouth.ts'
import type { Clip, StageKeeping, StageVoice } from './around.ts'
import type { Host, Peer, StageFrame } from './language.ts'
import { StageHealth } from './health.ts'
import { programOf, rankOf } from './program.ts'
import { Served } from './served.ts'
import { Playback } from './playback.ts'
import { Recorded } from './recorded.ts'
import { Sounds, type Sound } from './sounds.ts'
import { StagePage } from './stage-page.ts'
import type { Turn } from './turn.ts'
import { Utterance } from './utterance.ts'

/** What a stage shows, and whether it is to be heard. */
export interface Shown {
  room_name: string
  /** The run that is on air; nothing while none is. */
  run_id: string | null
  /** Its rules may speak. */
  isOpen: boolean
  isMuted: boolean
  /** The stage records itself while it is on air. */
  isRecorded?: boolean
  /** How it sounds; left out by servers of before. */
  voice?: VoiceOrder | undefined
}

/** What its pages show. */
export interface Look {
  scene: Scene
  assets: StageAssets
  /** The pack that it came in; nothing for what comes with the program. */
  hash: string | null
  /** How its assets are called, of those that do not come with the program. */
  names: Readonly<Record<string, string>>
  /** Names of those that cannot be had. */
  missing: readonly string[]
}

interface RoomStageOptions extends StageKeeping {
  voice: StageVoice
  /** Something that operators see has changed. */
  changed: () => void
  /** What viewers see, as JPEG. */
  pictured: (jpeg: Buffer) => void
}

const PING_MS = 10_000
/** A page that heard something so long ago is not silent. */
const HEARD_S = 5
/** A page that has not been heard for so long is gone. */
const LOST_MS = 25_000

/** The stage of one room: the pages that show it, which of them viewers see, and what it says. */
export class RoomStage implements Mouth {
  readonly #options: RoomStageOptions
  readonly #silent: SilentMouth
  readonly #pages = new Set<StagePage>()
  /** By the id of a page its number, so that one that comes back keeps its place. */
  readonly #numbers = new Map<string, number>()
  readonly #served = new Served()
  readonly #health: StageHealth
  #shown: Shown
  /** Nothing until it is known what the room shows: a page is welcomed then. */
  #dress: Look | undefined
  #program: StagePage | undefined
  /** What it says or plays. */
  #turn: Turn | undefined
  readonly #sounds: Sounds
  /** The page that viewers see records itself, in runs that are recorded. */
  readonly recorded = new Recorded()
  readonly #changes = new LayerChanges()
  /** One that had a voice is expected to have it. */
  #hadVoice = false
  #cancelPing: () => void

  constructor(shown: Shown, options: RoomStageOptions) {
    this.#shown = shown
    this.#options = options
    this.#health = new StageHealth(options.time, options.changed)
    this.#sounds = new Sounds(options.time)
    options.voice.direct(shown.voice)
    this.#look()
    this.#silent = new SilentMouth(options.time)
    this.#cancelPing = options.time.after(PING_MS, () => this.#ping())
  }

  /** What the server wants of the room. */
  direct(shown: Shown): void {
    const before = this.#shown
    this.#shown = shown
    this.#options.voice.direct(shown.voice)
    if (shown.isMuted !== before.isMuted)
      for (const page of this.#pages) page.send({ type: 'muted', muted: shown.isMuted })
    if (shown.run_id !== before.run_id) this.#restoreLayers()
    this.#look()
  }

  get isDressed(): boolean {
    return this.#dress !== undefined
  }

  /** Its pages show this from now on, as soon as they have decoded it. */
  dress(look: Look): void {
    const before = this.#dress
    this.#dress = look
    for (const page of this.#pages) {
      if (!before) this.#welcome(page, look)
      else page.send({ type: 'scene', scene: look.scene, assets: look.assets })
    }
    this.#options.changed()
  }

  #welcome(page: StagePage, { scene, assets }: Look): void {
    const { room_name, isMuted: muted } = this.#shown
    page.send({ type: 'welcome', room_name, scene, assets, muted })
  }

  /** Lets a page in, or says why not. */
  admit(peer: Peer, hello: StageHello): Host | string {
    const before = [...this.#pages].find(({ page_id }) => page_id === hello.page_id)
    if (before) this.#leave(before, STAGE_CLOSE.refused)
    if (this.#pages.size >= MAX_STAGES) return `一个直播间最多打开${MAX_STAGES}个画面`
    const page = new StagePage(peer, this.#numberOf(hello.page_id), hello)
    this.#pages.add(page)
    if (this.#dress) this.#welcome(page, this.#dress)
    page.send({ type: 'role', is_program: false })
    for (const change of this.#changes.left(this.#options.time.elapsed()))
      page.send({ type: 'layers', ...change })
    this.#choose()
    this.#options.changed()
    return {
      frame: (frame) => this.#heard(page, frame),
      closed: () => this.#leave(page),
    }
  }

  /** What a plan says is made ahead of it, whether anybody sees the room yet or not. */
  async prepare(text: string, ahead: Ahead = {}): Promise<void> {
    if (this.#program || ahead.keep_until !== undefined)
      await this.#options.voice.prepare(text, ahead)
  }

  say(sentence: Sentence, told: Told): () => void {
    if (sentence.play) return this.#play(sentence.speech_id, sentence.play, told)
    if (!this.#program) return this.#silent.say(sentence, told)
    const { voice } = this.#options
    this.#hadVoice ||= voice.available
    const utterance = new Utterance(sentence, {
      ...this.#options,
      voice: this.#health.mayTry() ? voice : undefined,
      expectsVoice: this.#hadVoice,
      isMuted: () => this.#shown.isMuted,
      heard: (isHeard) => this.#health.said(isHeard),
      told: { ...told, over: () => this.#over(utterance, told) },
      // It went away and none came in its place
      silently: () => this.#silent.say(sentence, utterance.told),
      served: (sound) => this.#served.add(sound),
    })
    this.#turn = utterance
    void utterance.begin().then(() => utterance.give(this.#program))
    return () => {
      this.#turn = undefined
      utterance.drop()
    }
  }

  /** A short sound over what is said. */
  sound(sound_id: string, sound: Sound, ends: Parameters<Sounds['play']>[3]): void {
    this.#sounds.play(this.#program, sound_id, sound, ends)
  }

  /** Shows and hides layers; false where nobody sees it. */
  layers(change: LayerChange): boolean {
    if (!this.#program) return false
    this.#changes.add(change, this.#options.time.elapsed())
    for (const page of this.#pages) page.send({ type: 'layers', ...change })
    return true
  }

  #restoreLayers(): void {
    this.#changes.clear()
    for (const page of this.#pages)
      page.send({ type: 'layers', show: [], hide: [], ms: 0, clear: true })
  }

  #play(insert_id: string, playing: Playing, told: Told): () => void {
    const playback = new Playback(insert_id, playing, {
      time: this.#options.time,
      told: { ...told, over: () => this.#over(playback, told) },
      heard: () => this.#health.said(true),
    })
    this.#turn = playback
    playback.give(this.#program)
    return () => {
      this.#turn = undefined
      playback.drop()
    }
  }

  /** The file of a clip that a page was told of. */
  clip(id: string): Clip['sound'] | undefined {
    return this.#served.get(id)
  }

  report(url: string, fault: string | null): ReportedStage {
    return {
      url,
      pages: this.#pages.size,
      program: this.#program?.report() ?? null,
      has_voice: this.#options.voice.available,
      trouble: this.#health.trouble,
      scene: this.#dress?.hash ?? null,
      missing: this.#missing(),
      recording: this.recorded.trouble,
      fault,
    }
  }

  /** No more of what it records is taken. */
  unrecorded(recording_id: string, why: RecordingTrouble): void {
    this.recorded.broke(recording_id, why)
    this.#options.changed()
  }

  /** What could not be had, and what the program could not show. */
  #missing(): string[] {
    const { missing = [], names = {} } = this.#dress ?? {}
    const unseen = (this.#program?.missing ?? []).map((asset_id) => names[asset_id] ?? asset_id)
    return [...new Set([...missing, ...unseen])].slice(0, MAX_LAYERS)
  }

  /** All pages have to be opened anew, by another link. */
  dismiss(): void {
    for (const page of this.#pages) this.#leave(page, STAGE_CLOSE.refused)
  }

  close(): void {
    this.#cancelPing()
    this.#health.close()
    this.#turn?.drop()
    this.#turn = undefined
    this.dismiss()
  }

  #heard(page: StagePage, frame: StageFrame): void {
    if (frame.type === 'thumb') {
      if (page === this.#program && this.#shown.run_id !== null)
        this.#options.pictured(Buffer.from(frame.jpeg, 'base64'))
      return
    }
    if (frame.type !== 'state') {
      if (page !== this.#program) return
      const why = frame.type === 'failed' ? frame.why : undefined
      if (frame.type === 'began' || !this.#sounds.heard(frame.speech_id, why))
        this.#turn?.heard(page, frame)
      return
    }
    if (page === this.#program && frame.silent_s <= HEARD_S && this.#turn instanceof Playback)
      this.#turn.goesOn()
    if (!page.tell(frame)) return
    this.#choose()
    this.#options.changed()
  }

  #leave(page: StagePage, code?: number): void {
    if (!this.#pages.delete(page)) return
    if (code !== undefined) page.peer.close(code, 'replaced')
    this.#choose()
    this.#options.changed()
  }

  /**
   * A better page takes over between two sentences; at once where the one that plays has gone or viewers do not see it any
   * more, and then the sentence is said again.
   */
  #choose(): void {
    const best = programOf(this.#pages)
    const now = this.#program
    if (best === now) return
    const keeps = now && this.#pages.has(now) && !this.#hasFallen(now)
    if (keeps && this.#turn) return
    if (now && !this.#pages.has(now)) this.#sounds.lose()
    this.#program = best
    this.#look()
    if (now && this.#pages.has(now)) now.send({ type: 'role', is_program: false })
    best?.send({ type: 'role', is_program: true })
    this.#give()
    this.#options.changed()
  }

  /** OBS does not show it any more. */
  #hasFallen(page: StagePage): boolean {
    return page.obs !== null && !page.active && rankOf(page) < this.#highest()
  }

  #highest(): number {
    return Math.max(...[...this.#pages].map(rankOf))
  }

  /** Has the program say what is being said. */
  #give(): void {
    this.#turn?.give(this.#program)
  }

  #over(turn: Turn, told: Told): void {
    if (this.#turn === turn) this.#turn = undefined
    this.#choose()
    told.over()
  }

  #look(): void {
    const { run_id, isOpen, isMuted, isRecorded } = this.#shown
    this.recorded.by(this.#program, isRecorded ? run_id : null)
    this.#health.show({ run_id, isOpen, isMuted, isSeen: this.#program !== undefined })
  }

  #numberOf(page_id: string): number {
    const known = this.#numbers.get(page_id)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(page_id, number)
    return number
  }

  #ping(): void {
    this.#cancelPing = this.#options.time.after(PING_MS, () => this.#ping())
    const now = this.#options.time.elapsed()
    for (const page of this.#pages) {
      if (now - page.peer.heardAt > LOST_MS) this.#leave(page, STAGE_CLOSE.refused)
      else page.peer.ping()
    }
  }
}
