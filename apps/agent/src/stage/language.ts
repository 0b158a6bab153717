import {
  FromStage,
  STAGE_CLOSE,
  type StageHello,
  type ToStage,
} from '@kaibo/contract/stage/link.schema.ts'
import type * as local from '#local/peer.ts'
import type { Language } from '#local/socket-peer.ts'

export type StageFrame = Exclude<FromStage, StageHello>
export type Peer = local.Peer<ToStage>
export type Host = local.Host<StageFrame>

/** What the pages of stages say. */
export const stageLanguage: Language<StageHello, StageFrame, ToStage> = {
  frames: FromStage,
  isHello: (frame) => frame.type === 'hello',
  answers: [],
  refused: (why) => ({ type: 'refused', why }),
  close: STAGE_CLOSE,
}
