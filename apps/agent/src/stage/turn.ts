import type { StageFrame } from './language.ts'
import type { StagePage } from './stage-page.ts'

/** What a stage does at present, one at a time: it says a sentence, or plays a file. */
export interface Turn {
  /** The page that is to do it; without one it is waited for. */
  give(page: StagePage | undefined): void
  heard(page: StagePage, frame: Extract<StageFrame, { speech_id: string }>): void
  /** Breaks it off; nothing more is told. */
  drop(): void
}
