import type { Job, Progress } from './tasks.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'

interface Run {
  tell: (progress: Progress) => void
  signal: AbortSignal
  end: () => void
  fail: (error: Error) => void
}

/** Work whose every step is the test's. */
export function byHand(name: string, begin: Progress = { kind: 'file', bytes: 0 }) {
  const runs: Run[] = []
  const job: Job = {
    name: asIs(name),
    begin,
    work: (tell, signal) =>
      new Promise((resolve, reject) => runs.push({ tell, signal, end: resolve, fail: reject })),
  }
  return {
    job,
    runs,
    /** The one that is going on. */
    run: (): Run => {
      const run = runs.at(-1)
      if (!run) throw new Error(`${name} has not begun`)
      return run
    },
  }
}
