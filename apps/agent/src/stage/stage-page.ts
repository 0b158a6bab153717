import type { StageHello, StageState, ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Peer } from './language.ts'
import type { Standing } from './program.ts'

const FPS_STEP = 10
const SILENT_STEP_S = 60
const inSteps = (value: number, step: number): number => Math.floor(value / step) * step

/** A page that shows a room's stage. */
export class StagePage implements Standing {
  readonly page_id: string
  readonly number: number
  readonly obs: string | null
  readonly gl: string
  /** It goes on with pieces of a sentence that are made while it plays. */
  readonly takesMore: boolean
  readonly peer: Peer
  active: boolean
  audio: StageHello['audio']
  /** The last that it said of itself; nothing before it did. */
  #state: StageState | undefined

  constructor(peer: Peer, number: number, { page_id, obs, gl, active, audio, more }: StageHello) {
    this.peer = peer
    this.number = number
    this.page_id = page_id
    this.obs = obs
    this.gl = gl
    this.takesMore = more ?? false
    this.active = active
    this.audio = audio
  }

  send(frame: ToStage): void {
    this.peer.send(frame)
  }

  /** Answers whether viewers notice. */
  tell(state: StageState): boolean {
    const isChanged =
      state.active !== this.active ||
      state.audio !== this.audio ||
      state.avatar !== this.#state?.avatar ||
      this.missing.join() !== (state.missing ?? []).join()
    this.#state = state
    this.active = state.active
    this.audio = state.audio
    return isChanged
  }

  /** The assets that it could not show. */
  get missing(): readonly string[] {
    return this.#state?.missing ?? []
  }

  report() {
    const { fps = 0, silent_s = 0, label_visible = true, avatar } = this.#state ?? {}
    const { audio, active, obs, gl } = this
    // In steps, so that a picture that goes on as before is no news
    const rough = { fps: inSteps(fps, FPS_STEP), silent_s: inSteps(silent_s, SILENT_STEP_S) }
    return { audio, active, obs, gl, label_visible, ...rough, ...(avatar && { avatar }) }
  }
}
