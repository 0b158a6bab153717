import type { FromStage, StageHello, ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { ManualTime } from '#time/manual-time.ts'
import type { Host, StageFrame } from './language.ts'
import type { RoomStage } from './room-stage.ts'

/** A page as a stage meets it: it hears what it is told, and answers as a test has it answer. */
export class TestPage {
  readonly told: ToStage[] = []
  readonly #host: Host

  constructor(stage: RoomStage, time: ManualTime, page_id: string, of: Partial<StageHello> = {}) {
    const peer = {
      send: (frame: ToStage) => void this.told.push(frame),
      waiting: 0,
      heardAt: time.elapsed(),
      ping: () => void (peer.heardAt = time.elapsed()),
      close: () => {},
    }
    const hello = { token: 't', obs: null, gl: '', audio: 'ok', active: true } as const
    const host = stage.admit(peer, { type: 'hello', page_id, ...hello, ...of })
    if (typeof host === 'string') throw new Error(host)
    this.#host = host
  }

  /** The last frame of a kind. */
  last<T extends ToStage['type']>(type: T): Extract<ToStage, { type: T }> | undefined {
    return this.told.findLast(
      (frame): frame is Extract<ToStage, { type: T }> => frame.type === type,
    )
  }

  says(frame: StageFrame): void {
    this.#host.frame(frame)
  }

  answers(speech_id: string, type: 'began' | 'ended' | 'failed', ms = 1_000): void {
    if (type === 'began') this.says({ type, speech_id, ms })
    else if (type === 'ended') this.says({ type, speech_id, ms, rms: 0.1 })
    else this.says({ type, speech_id, why: '视频文件损坏，或格式无法播放' })
  }

  state(of: Partial<Extract<FromStage, { type: 'state' }>> = {}): void {
    const numbers = { fps: 30, dropped: 0, label_visible: true, silent_s: 0 }
    this.says({ type: 'state', active: true, audio: 'ok', ...numbers, ...of })
  }

  leaves(): void {
    this.#host.closed()
  }
}
