import type { PlayedFile } from '@kaibo/contract/agent/insert.schema.ts'

/** A file that has its turn as a sentence has. */
export interface Playing {
  kind: PlayedFile['kind']
  /** Where a page gets it. */
  url: string
  volume: number
  /** Of a file that a rule cuts in. */
  effect: { effect_id: number; kind: string } | null
}
