/** Clock and timers. Injected, so that tests set the time. */
export interface Time {
  /** Milliseconds since 1970. Jumps when the PC's clock is set right. */
  now(): number
  /** Milliseconds since a fixed instant of this process. Never jumps, so it is used for durations and waits. */
  elapsed(): number
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemTime: Time = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or at once when aborted. */
export function sleep(time: Time, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = () => {
      cancel()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const cancel = time.after(ms, wake)
    signal.addEventListener('abort', wake)
  })
}
