import { words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db } from '#platform/db/db.ts'
import type { Instant } from '#platform/db/instant.ts'
import { failed, failures } from './plan.firing.store.ts'

const RETRY_MS = 60_000
const MOST_TRIES = 2
/** After these nobody has wanted the end. */
const FAULTS: readonly (string | null)[] = ['agent_failed', 'start_timeout']

/** Starts again what failed by a fault, once and while the plan lasts. */
export const createRetries = ({ query }: Db<Tables>, instant: Instant) =>
  async function retry(): Promise<void> {
    const now = await instant()
    for (const run of await failures(query)) {
      const retry_at = (run.ended_at ?? now) + RETRY_MS
      const isAgain =
        run.tries < MOST_TRIES && FAULTS.includes(run.end_cause) && retry_at < run.end_at
      const why = words(run.last_error ?? '', run.last_error_en ?? run.last_error ?? '')
      const to = { retry_at: isAgain ? retry_at : null, detail: why.zh, detail_en: why.en }
      await failed(query, run, to, now)
    }
  }
