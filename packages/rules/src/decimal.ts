import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { OperatorMethod } from '@kaibo/contract/facts/enums.ts'
import { DIV0, OUT_OF_RANGE, WRONG_TYPE, type Fault, type Value } from './fault.ts'

/*
 * Decimal numbers as people calculate: at most 15 significant and 10 fractional digits, so that each has one floating-point number
 * and prints as it was written. In between they are whole numbers of ten-billionths.
 */

const DIGITS = 10
const ONE = 10n ** BigInt(DIGITS)
const MAX_SIGNIFICANT = 15
/** From here on a number is out of range. */
const LIMIT = 10n ** BigInt(MAX_SIGNIFICANT) * ONE

/** A number of the model: finite, at most 15 significant and 10 fractional digits. */
export function isDecimal(value: number): boolean {
  if (!Number.isFinite(value)) return false
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '').length
  return (
    significant <= MAX_SIGNIFICANT &&
    fraction.length - Number(exponent) <= DIGITS &&
    isInRange(value)
  )
}

/** Ten-billionths; digits after the tenth are rounded half away from zero. */
function scaled(value: number): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value) * ONE
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = DIGITS + Number(exponent) - fraction.length
  const all = BigInt(whole + fraction)
  const size = shift >= 0 ? all * 10n ** BigInt(shift) : halfAway(all, 10n ** BigInt(-shift))
  return value < 0 ? -size : size
}

function plain(value: bigint): number | Fault {
  const size = value < 0n ? -value : value
  if (size >= LIMIT) return OUT_OF_RANGE
  const excess = String(size).length - MAX_SIGNIFICANT
  const unit = excess > 0 ? 10n ** BigInt(excess) : 1n
  const kept = String(halfAway(size, unit) * unit).padStart(DIGITS + 1, '0')
  const number = Number(`${kept.slice(0, -DIGITS)}.${kept.slice(-DIGITS)}`)
  return value < 0n && number !== 0 ? -number : number
}

/** The quotient, rounded half away from zero. */
function halfAway(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (top * 2n + bottom) / (bottom * 2n)
  return isNegative ? -quotient : quotient
}

export type Operation = '+' | '-' | '*' | '/' | '%' | 'min' | 'max'

export function calculate(left: number, operation: Operation, right: number): number | Fault {
  const whole = ofWholes(left, operation, right)
  if (whole !== undefined) return whole
  switch (operation) {
    case '+':
      return add(left, right)
    case '-':
      return add(left, -right)
    case '*':
      return plain(halfAway(scaled(left) * scaled(right), ONE))
    case '/':
      return right === 0 ? DIV0 : plain(halfAway(scaled(left) * ONE, scaled(right)))
    case '%':
      // As of whole numbers: the sign is the dividend's
      return right === 0 ? DIV0 : plain(scaled(left) % scaled(right))
    case 'min':
      return Math.min(left, right)
    default:
      return Math.max(left, right)
  }
}

/** What floating-point numbers calculate exactly: whole numbers whose result is whole and in range, which most are. */
function ofWholes(left: number, operation: Operation, right: number): number | undefined {
  if (!Number.isSafeInteger(left) || !Number.isSafeInteger(right)) return undefined
  const result = WHOLE[operation](left, right)
  // −0 does not exist
  return Number.isSafeInteger(result) && isInRange(result) ? result + 0 : undefined
}

const WHOLE: Record<Operation, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  min: Math.min,
  max: Math.max,
}

const isInRange = (value: number) => Math.abs(value) < 10 ** MAX_SIGNIFICANT

export const add = (left: number, right: number): number | Fault =>
  ofWholes(left, '+', right) ?? plain(scaled(left) + scaled(right))

const STEP: Record<'ceil' | 'floor' | 'intval', (value: bigint) => bigint> = {
  intval: (value) => (value / ONE) * ONE,
  ceil: (value) => ((value > 0n ? value + ONE - 1n : value) / ONE) * ONE,
  floor: (value) => ((value < 0n ? value - ONE + 1n : value) / ONE) * ONE,
}

/** The number with one of the named roundings; −0 does not exist. */
export function rounded(value: number, method: ValueOf<typeof OperatorMethod>): number | Fault {
  if (method === 'none' || (Number.isSafeInteger(value) && isInRange(value))) return value + 0
  switch (method) {
    case 'round':
      return roundTo(value, 0)
    case 'round1':
      return roundTo(value, 1)
    case 'round2':
      return roundTo(value, 2)
    default:
      return plain(STEP[method](scaled(value)))
  }
}

/** Rounds half away from zero; a number out of range stays as it is. */
export function roundTo(value: number, digits: number): number {
  const unit = 10n ** BigInt(Math.max(0, DIGITS - digits))
  const result = plain(halfAway(scaled(value), unit) * unit)
  return typeof result === 'number' ? result : value
}

const NUMBER = /^[-−+]?\d+(?:\.\d+)?$/

/** A number that a text is, for the one rounding that reads text. */
export function parsed(value: Value): number | Fault {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return NUMBER.test(text) ? Number(text.replace('−', '-')) : WRONG_TYPE
}
