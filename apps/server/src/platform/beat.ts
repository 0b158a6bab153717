import { isPassing } from './db/away.ts'

/** Periodic work. */
export interface Beat {
  /** Starts no further run; resolves when the current one is done. */
  stop(): Promise<void>
}

/**
 * Runs `work` every `ms` milliseconds, never twice at once. An error is reported and the next run tries again; that the database is
 * away, or its disk full, is reported once until a run goes well, or an outage would fill the log.
 */
export function startBeat(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Beat {
  let running: Promise<void> | undefined
  let isTold = false
  const failed = (error: unknown) => {
    const isKnown = isTold && isPassing(error)
    isTold = isPassing(error)
    if (!isKnown) onError(error)
  }
  const timer = setInterval(() => {
    running ??= work()
      .then(() => void (isTold = false), failed)
      .finally(() => {
        running = undefined
      })
  }, ms).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** A period that differs between servers, so that servers started together do not all work at the same moment. */
export const spread = (ms: number): number => Math.round(ms * (0.8 + 0.4 * Math.random()))
