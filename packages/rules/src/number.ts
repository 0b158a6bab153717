const MAX_FRACTION = 10

/** A number of the model: finite, at most 10 fractional digits. */
export function isDecimal(value: number): boolean {
  if (!Number.isFinite(value)) return false
  const [, fraction = '', exponent = '0'] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return fraction.length - Number(exponent) <= MAX_FRACTION
}

/**
 * Rounds half away from zero, by the decimal digits of the number as it is printed. `toFixed` rounds 1.005 to 1.00, and `Math.round`
 * −2.5 to −2.
 */
export function roundTo(value: number, digits: number): number {
  const written = String(Math.abs(value))
  if (written.includes('e')) return Number(value.toFixed(digits))
  const rounded = Number(`${Math.round(Number(`${written}e${digits}`))}e-${digits}`)
  // `+ 0` turns −0 into 0
  return (value < 0 ? -rounded : rounded) + 0
}

export const fixed = (value: number, digits: number): string =>
  roundTo(value, digits).toFixed(digits)

/** As it is spoken: 9999, `1.2万`, `3.5亿`. */
export function inWan(value: number): string {
  const size = Math.abs(value)
  if (size < 10_000) return String(value)
  const wan = roundTo(value / 10_000, 1)
  return Math.abs(wan) < 10_000 ? `${wan}万` : `${roundTo(value / 100_000_000, 1)}亿`
}
