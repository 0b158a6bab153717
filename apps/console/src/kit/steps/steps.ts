/** What can be undone and done again. */
export interface Steps<T> {
  readonly now: T
  readonly past: readonly T[]
  readonly future: readonly T[]
  /** What the last step was about, and when: typing on in one place is one step. */
  readonly last?: { tag: string; at: number }
}

export const MAX_STEPS = 100
const ONE_STEP_MS = 1_000

export const begun = <T>(now: T): Steps<T> => ({ now, past: [], future: [] })

export function stepped<T>(
  { now, past, last }: Steps<T>,
  next: T,
  step?: { tag: string; at: number },
): Steps<T> {
  const isSame = step && last?.tag === step.tag && step.at - last.at < ONE_STEP_MS
  const before = isSame ? past : [...past, now].slice(-MAX_STEPS)
  return { now: next, past: before, future: [], ...(step && { last: step }) }
}

export function undone<T>({ now, past, future }: Steps<T>): Steps<T> {
  const before = past.at(-1)
  if (before === undefined) return { now, past, future }
  return { now: before, past: past.slice(0, -1), future: [now, ...future] }
}

export function redone<T>({ now, past, future }: Steps<T>): Steps<T> {
  const [next, ...rest] = future
  if (next === undefined) return { now, past, future }
  return { now: next, past: [...past, now], future: rest }
}
