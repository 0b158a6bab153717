import { words } from '@kaibo/contract/kernel/words.ts'
import { setTimeout } from 'node:timers/promises'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import type { Place } from './retention.step.ts'
import { STEPS } from './retention.steps.ts'
import { CLASSED, oldBefore, type Classed, type KeepDays } from './retention.tables.ts'

const HOUR_MS = 3_600_000
/** Pause between two steps, so that others can use the database: half a second, or nine times the step's duration if that is longer. */
const LEAST_PAUSE_MS = 500
const PAUSE_PER_STEP = 9
const LONGEST_PAUSE_MS = 10_000
/** A turn takes about half a minute; then the next table follows. */
const STEPS_A_TURN = 60

/** Deletes rows that are older than their retention period, one table at a time and in small steps. */
export function createRetention(
  { clock, log }: Pick<Platform<Tables>, 'clock' | 'log'>,
  keepDays: KeepDays,
): Job<Tables> {
  /** Where the next turn continues, so that a turn is not spent on walking past rows that must stay. */
  const places = new Map<Classed, Place>()
  return {
    name: 'retention',
    called: words('删除到期数据', 'Deleting what is old'),
    units: CLASSED,
    everyMs: HOUR_MS,
    async work(lease) {
      const table = CLASSED.find((one) => one === lease.unit)
      if (!table) throw new Error(`retention knows no table ${lease.unit}`)
      // Uses the earlier of the server's and the database's clock: one that is ahead must not delete young rows.
      const now = Math.min(clock.now(), lease.taken_at)
      const before = oldBefore(now, keepDays[table])
      let place = places.get(table)
      let deleted = 0
      let isDone = false
      let tookMs = 0
      for (let steps = 0; steps < STEPS_A_TURN && !isDone && !lease.signal.aborted; steps++) {
        if (steps > 0) await pause(tookMs, lease.signal)
        const from = place
        const began = performance.now()
        const step = await lease.transaction((trx) => STEPS[table](trx, before, from, now))
        tookMs = performance.now() - began
        deleted += step.deleted
        place = step.next
        isDone = place === undefined
      }
      if (place === undefined) places.delete(table)
      else places.set(table, place)
      if (deleted > 0) log.info({ table, deleted, before }, 'what was old has been deleted')
      return isDone ? 'done' : 'more'
    },
  }
}

/** Waits; ends at once when the server stops. */
async function pause(tookMs: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(Math.max(LEAST_PAUSE_MS, tookMs * PAUSE_PER_STEP), LONGEST_PAUSE_MS)
  await setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
