/** Something done again and again. */
export interface Beat {
  /** No further beat begins; answers when the one under way is done. */
  stop(): Promise<void>
}

/** Does `work` every `ms` milliseconds, never twice at once. An error is reported; the next beat tries again. */
export function startBeat(
  ms: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Beat {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
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

/** A period that differs between servers: those that were started together do not meet at each beat. */
export const spread = (ms: number): number => Math.round(ms * (0.8 + 0.4 * Math.random()))
