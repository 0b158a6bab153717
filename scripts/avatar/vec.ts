/* Points and curves. Metres, y up; a figure faces +z, and its left is +x. */

export type Vec = [x: number, y: number, z: number]

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** From 0 at `a` to 1 at `b`, without a corner. */
export function smooth(a: number, b: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)))
  return t * t * (3 - 2 * t)
}

/** Rows of numbers, and the smooth curve through them (Catmull–Rom), by 0…1. */
export function curve<Row extends readonly number[]>(rows: readonly Row[]): (t: number) => Row {
  const row = (index: number): Row => {
    const found = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (!found) throw new Error('a curve of nothing')
    return found
  }
  return (t) => {
    const x = t * (rows.length - 1)
    const i = Math.min(rows.length - 2, Math.trunc(x))
    const f = x - i
    const [a, b, c, d] = [row(i - 1), row(i), row(i + 1), row(i + 2)]
    const through = b.map((_, k) => {
      const [p, q, r, s] = [a[k] ?? 0, b[k] ?? 0, c[k] ?? 0, d[k] ?? 0]
      return (
        0.5 *
        (2 * q +
          (r - p) * f +
          (2 * p - 5 * q + 4 * r - s) * f ** 2 +
          (3 * q - p - 3 * r + s) * f ** 3)
      )
    })
    return through as unknown as Row
  }
}

export const both = [
  { side: 'left', s: 1 },
  { side: 'right', s: -1 },
] as const
export type Side = (typeof both)[number]
