import type { Logger } from 'pino'
import type { Bus } from './bus/bus.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import type { Ids } from './ids.ts'
import type { Instances } from './instance/instances.ts'
import type { LiveHub } from './live/hub.ts'
import type { Once } from './once.ts'
import type { SearchIndex } from './search/search-index.ts'
import type { Seal } from './seal.ts'

/** What every domain is given. */
export interface Platform<Tables> {
  readonly db: Db<Tables>
  readonly clock: Clock
  readonly ids: Ids
  readonly bus: Bus
  readonly instance: Instances
  readonly once: Once
  readonly live: LiveHub
  readonly seal: Seal
  readonly search: SearchIndex<Tables>
  readonly log: Logger
  /** Aborted when the server begins to end: nothing is waited for any longer. */
  readonly ending: AbortSignal
}
