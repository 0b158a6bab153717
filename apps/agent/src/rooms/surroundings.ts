import type { DesiredRoom, SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { GameDesk } from '#game/desk.ts'
import type { Log } from '#log/log.ts'
import type { Source } from '#sources/source.ts'
import type { StageDesk } from '#stage/stage-desk.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { Packs } from './packs.ts'
import type { PlayFiles } from './play-files.ts'

/** What a room needs of the agent. */
export interface Surroundings {
  folder: string
  time: Time
  clock: ServerClock
  log: Log
  spool: (item: SpoolItem) => void
  /** Writes the spooled items to the disk; answers whether that succeeded. */
  flush: () => Promise<boolean>
  sourceFor: (config: DesiredRoom['config']) => Source | string
  packs: Pick<Packs, 'get' | 'recall' | 'words' | 'recallWords' | 'script' | 'ready' | 'faultOf'>
  /** Where games are linked; without it no room has one. */
  games?: Pick<GameDesk, 'seat'> | undefined
  /** What shows and says its sentences; without it they take their time in silence. */
  stages?: Pick<StageDesk, 'mouthOf' | 'stageOf' | 'report'> | undefined
  /** Where files come from that stages play. */
  files?: PlayFiles | undefined
  /** Whether the server is there. */
  isLinked: () => boolean
  /** To be called when the room has changed, so that a report is sent at once. */
  changed: () => void
}
