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
