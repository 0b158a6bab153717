import type { VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { ReportedStage } from '@kaibo/contract/agent/stage-items.schema.ts'
import { MAX_STAGES, STAGE_CLOSE, type StageHello } from '@kaibo/contract/stage/link.schema.ts'
import type { Scene, StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import type { Sentence } from '#talk/queue.ts'
import { SilentMouth, type Mouth, type Told } from '#talk/mouth.ts'
import type { Clip, StageKeeping, StageVoice } from './around.ts'
import type { Host, Peer, StageFrame } from './language.ts'
import { StageHealth } from './health.ts'
import { programOf, rankOf } from './program.ts'
import { Served } from './served.ts'
import { StagePage } from './stage-page.ts'
import { Utterance } from './utterance.ts'

/** What a stage shows, and whether it is to be heard. */
export interface Shown {
  room_name: string
  /** The run that is on air; nothing while none is. */
  run_id: string | null
  /** Its rules may speak. */
  isOpen: boolean
  isMuted: boolean
  /** How it sounds; left out by servers of before. */
  voice?: VoiceOrder | undefined
}

interface RoomStageOptions extends StageKeeping {
  voice: StageVoice
  /** What its pages show. */
  scene: Scene
  assets: StageAssets
  /** Something that operators see has changed. */
  changed: () => void
  /** What viewers see, as JPEG. */
  pictured: (jpeg: Buffer) => void
}

const PING_MS = 10_000
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
  #program: StagePage | undefined
  #utterance: Utterance | undefined
  /** One that had a voice is expected to have it. */
  #hadVoice = false
  #cancelPing: () => void

  constructor(shown: Shown, options: RoomStageOptions) {
    this.#shown = shown
    this.#options = options
    this.#health = new StageHealth(options.time, options.changed)
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
    this.#look()
  }

  /** Lets a page in, or says why not. */
  admit(peer: Peer, hello: StageHello): Host | string {
    const before = [...this.#pages].find(({ page_id }) => page_id === hello.page_id)
    if (before) this.#leave(before, STAGE_CLOSE.refused)
    if (this.#pages.size >= MAX_STAGES) return `一个直播间最多打开${MAX_STAGES}个画面`
    const page = new StagePage(peer, this.#numberOf(hello.page_id), hello)
    this.#pages.add(page)
    const { scene, assets } = this.#options
    const { room_name, isMuted: muted } = this.#shown
    page.send({ type: 'welcome', room_name, scene, assets, muted })
    page.send({ type: 'role', is_program: false })
    this.#choose()
    this.#options.changed()
    return {
      frame: (frame) => this.#heard(page, frame),
      closed: () => this.#leave(page),
    }
  }

  /** What a plan says is made ahead of it, whether anybody sees the room yet or not. */
  prepare(text: string, keep_until?: number): void {
    if (this.#program || keep_until !== undefined) this.#options.voice.prepare(text, keep_until)
  }

  say(sentence: Sentence, told: Told): () => void {
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
    this.#utterance = utterance
    void utterance.begin().then(() => utterance.give(this.#program))
    return () => {
      this.#utterance = undefined
      utterance.drop()
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
      fault,
    }
  }

  /** All pages have to be opened anew, by another link. */
  dismiss(): void {
    for (const page of this.#pages) this.#leave(page, STAGE_CLOSE.refused)
  }

  close(): void {
    this.#cancelPing()
    this.#health.close()
    this.#utterance?.drop()
    this.#utterance = undefined
    this.dismiss()
  }

  #heard(page: StagePage, frame: StageFrame): void {
    if (frame.type === 'thumb') {
      if (page === this.#program && this.#shown.run_id !== null)
        this.#options.pictured(Buffer.from(frame.jpeg, 'base64'))
      return
    }
    if (frame.type !== 'state') {
      if (page === this.#program) this.#utterance?.heard(page, frame)
      return
    }
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
    if (keeps && this.#utterance) return
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
    this.#utterance?.give(this.#program)
  }

  #over(utterance: Utterance, told: Told): void {
    if (this.#utterance === utterance) this.#utterance = undefined
    this.#choose()
    told.over()
  }

  #look(): void {
    const { run_id, isOpen, isMuted } = this.#shown
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
