import { setTimeout } from 'node:timers/promises'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import { STEPS, type Place } from './retention.steps.ts'
import { CLASSED, oldBefore, type Classed, type KeepDays } from './retention.tables.ts'

const HOUR_MS = 3_600_000
/** Between two steps everybody else has the database to themselves: half a second, or nine times as long as the step took. */
const LEAST_PAUSE_MS = 500
const PAUSE_PER_STEP = 9
const LONGEST_PAUSE_MS = 10_000
/** A turn takes half a minute or a little more; then the next table has its turn. */
const STEPS_A_TURN = 60

/** Deletes what is older than it is to be kept, a table at a time and in small steps. */
export function createRetention(
  { clock, log }: Pick<Platform<Tables>, 'clock' | 'log'>,
  keepDays: KeepDays,
): Job<Tables> {
  /** Where the next turn goes on, so that many rows that must stay in front do not use up each turn. */
  const places = new Map<Classed, Place>()
  return {
    name: 'retention',
    units: CLASSED,
    everyMs: HOUR_MS,
    async work(lease) {
      const table = CLASSED.find((one) => one === lease.unit)
      if (!table) throw new Error(`retention knows no table ${lease.unit}`)
      // A clock that is ahead, ours or the database's, must not delete what is young.
      const before = oldBefore(Math.min(clock.now(), lease.taken_at), keepDays[table])
      let place = places.get(table)
      let deleted = 0
      let isDone = false
      let tookMs = 0
      for (let steps = 0; steps < STEPS_A_TURN && !isDone && !lease.signal.aborted; steps++) {
        if (steps > 0) await pause(tookMs, lease.signal)
        const from = place
        const began = performance.now()
        const step = await lease.transaction((trx) => STEPS[table](trx, before, from))
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

/** Ends at once when the server is to end. */
async function pause(tookMs: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(Math.max(LEAST_PAUSE_MS, tookMs * PAUSE_PER_STEP), LONGEST_PAUSE_MS)
  await setTimeout(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}
