/** How many steps an axis has at most. */
const STEPS = 3

export interface Scale {
  /** The value at the axis' upper end. */
  top: number
  /** From 0 to `top`, in equal steps. */
  ticks: readonly number[]
}

/** An axis from 0 whose steps are 1, 2 or 5 times a power of ten, at least 1: values are whole numbers. */
export function scaleTo(largest: number): Scale {
  const rough = Math.max(largest / STEPS, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  const count = Math.max(Math.ceil(largest / step), 1)
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, i) => i * step) }
}

/** Neighbouring points that all have a value: a missing one is a gap in the line. */
export function runsOf(values: readonly (number | null)[]): { from: number; values: number[] }[] {
  const runs: { from: number; values: number[] }[] = []
  let open: { from: number; values: number[] } | undefined
  for (const [at, value] of values.entries()) {
    if (value === null) {
      open = undefined
      continue
    }
    if (!open) runs.push((open = { from: at, values: [] }))
    open.values.push(value)
  }
  return runs
}
