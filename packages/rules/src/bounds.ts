import type { Operand, Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type { Check, Condition } from '@kaibo/contract/talk/talk.schema.ts'

/** Which values of one variable fulfil what is known of it. */
interface Bounds {
  lo: number
  isAboveLo: boolean
  hi: number
  isBelowHi: boolean
  /** Only these, where that is known. */
  among?: readonly Scalar[]
  not: Scalar[]
}

/** What holds where several conditions hold at once, as far as it can be said without an event. */
export class Facts {
  readonly #bounds = new Map<string, Bounds>()
  /** Every check, as it is written. */
  readonly #checks = new Set<string>()

  constructor(above?: Facts) {
    if (!above) return
    for (const [key, bounds] of above.#bounds)
      this.#bounds.set(key, { ...bounds, not: [...bounds.not] })
    for (const check of above.#checks) this.#checks.add(check)
  }

  /** Adds what follows of a condition that holds: of `any` and `not` nothing does that is of use here. */
  suppose(condition: Condition | undefined, subject: Operand | undefined): this {
    if (!condition) return this
    if ('all' in condition) for (const part of condition.all) this.suppose(part, subject)
    else if ('type' in condition) this.#supposeCheck(condition, subject)
    return this
  }

  /** Whether nothing can fulfil them all. */
  get isImpossible(): boolean {
    return [...this.#bounds.values()].some((bounds) => {
      const { lo, hi, isAboveLo, isBelowHi, among, not } = bounds
      if (lo > hi || (lo === hi && (isAboveLo || isBelowHi || not.includes(lo)))) return true
      return among?.every((value) => not.includes(value) || !isWithin(bounds, value)) ?? false
    })
  }

  /** Whether the condition surely holds. */
  imply(condition: Condition | undefined, subject: Operand | undefined): boolean {
    if (!condition) return true
    if ('all' in condition) return condition.all.every((part) => this.imply(part, subject))
    if ('any' in condition) return condition.any.some((part) => this.imply(part, subject))
    return 'type' in condition && this.#implyCheck(condition, subject)
  }

  #supposeCheck(check: Check, inherited: Operand | undefined): void {
    this.#checks.add(written(check, inherited))
    const key = keyOf(check, inherited)
    if (key === undefined) return
    if (check.type === 2) {
      if (check.join === 'or') return
      const [lo, hi] = [numberIn(check.lo[1]), numberIn(check.hi[1])]
      if (lo !== undefined) this.#least(key, lo, check.lo[0] === '<')
      if (hi !== undefined) this.#most(key, hi, check.hi[0] === '<')
      return
    }
    const { op, rhs } = check
    const [value, number, list] = [scalarIn(rhs), numberIn(rhs), listIn(rhs)]
    if (number !== undefined && (op === '>' || op === '>=')) this.#least(key, number, op === '>')
    if (number !== undefined && (op === '<' || op === '<=')) this.#most(key, number, op === '<')
    if (value !== undefined && op === '=') this.#among(key, [value])
    if (value !== undefined && op === '!=') this.#of(key).not.push(value)
    if (list && op === 'in') this.#among(key, list)
    if (list && op === 'nin') this.#of(key).not.push(...list)
  }

  #implyCheck(check: Check, inherited: Operand | undefined): boolean {
    if (this.#checks.has(written(check, inherited))) return true
    const key = keyOf(check, inherited)
    const bounds = key === undefined ? undefined : this.#bounds.get(key)
    if (!bounds) return false
    if (check.type === 2) {
      const [lo, hi] = [numberIn(check.lo[1]), numberIn(check.hi[1])]
      return (
        check.join === 'and' &&
        lo !== undefined &&
        hi !== undefined &&
        reaches(bounds, check.lo[0] === '<' ? '>' : '>=', lo) &&
        reaches(bounds, check.hi[0], hi)
      )
    }
    const { op, rhs } = check
    const [value, number, list] = [scalarIn(rhs), numberIn(rhs), listIn(rhs)]
    if (op === '=') return value !== undefined && isOnly(bounds, [value])
    if (op === 'in') return list !== undefined && isOnly(bounds, list)
    if (op === '!=') return value !== undefined && isNever(bounds, value)
    if (op === 'nin') return list?.every((one) => isNever(bounds, one)) ?? false
    if (op === '>' || op === '>=' || op === '<' || op === '<=')
      return number !== undefined && reaches(bounds, op, number)
    return false
  }

  #of(key: string): Bounds {
    const known = this.#bounds.get(key)
    if (known) return known
    const fresh: Bounds = {
      lo: -Infinity,
      isAboveLo: false,
      hi: Infinity,
      isBelowHi: false,
      not: [],
    }
    this.#bounds.set(key, fresh)
    return fresh
  }

  #least(key: string, value: number, isAbove: boolean): void {
    const bounds = this.#of(key)
    if (value < bounds.lo) return
    bounds.isAboveLo = value === bounds.lo ? bounds.isAboveLo || isAbove : isAbove
    bounds.lo = value
  }

  #most(key: string, value: number, isBelow: boolean): void {
    const bounds = this.#of(key)
    if (value > bounds.hi) return
    bounds.isBelowHi = value === bounds.hi ? bounds.isBelowHi || isBelow : isBelow
    bounds.hi = value
  }

  #among(key: string, values: readonly Scalar[]): void {
    const bounds = this.#of(key)
    bounds.among = bounds.among?.filter((value) => values.includes(value)) ?? values
  }
}

function isWithin({ lo, hi, isAboveLo, isBelowHi }: Bounds, value: Scalar): boolean {
  if (typeof value !== 'number') return true
  return (isAboveLo ? value > lo : value >= lo) && (isBelowHi ? value < hi : value <= hi)
}

const possible = (bounds: Bounds): readonly Scalar[] | undefined =>
  bounds.among?.filter((value) => !bounds.not.includes(value) && isWithin(bounds, value)) ??
  (bounds.lo === bounds.hi ? [bounds.lo] : undefined)

const isOnly = (bounds: Bounds, values: readonly Scalar[]): boolean =>
  possible(bounds)?.every((value) => values.includes(value)) ?? false

const isNever = (bounds: Bounds, value: Scalar): boolean =>
  bounds.not.includes(value) ||
  !isWithin(bounds, value) ||
  (bounds.among !== undefined && !bounds.among.includes(value))

function reaches(bounds: Bounds, op: '>' | '>=' | '<' | '<=', value: number): boolean {
  const all = possible(bounds)
  if (all) return all.every((one) => typeof one === 'number' && COMPARE[op](one, value))
  const { lo, hi, isAboveLo, isBelowHi } = bounds
  if (op === '>=') return lo >= value
  if (op === '>') return lo > value || (lo === value && isAboveLo)
  if (op === '<=') return hi <= value
  return hi < value || (hi === value && isBelowHi)
}

const COMPARE = {
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
}

function keyOf(check: Check, inherited: Operand | undefined): string | undefined {
  const subject = check.subject === '$' ? inherited : check.subject
  return subject?.origin === 'variable' ? subject.key : undefined
}

function written(whole: Check, inherited: Operand | undefined): string {
  const { id: _, ...check } = whole
  return JSON.stringify({ ...check, subject: check.subject === '$' ? inherited : check.subject })
}

function scalarIn(operand: Operand | undefined): Scalar | undefined {
  return operand?.origin === 'input' && !Array.isArray(operand.value) ? operand.value : undefined
}

function numberIn(operand: Operand | undefined): number | undefined {
  const value = scalarIn(operand)
  return typeof value === 'number' ? value : undefined
}

const listIn = (operand: Operand | undefined): readonly Scalar[] | undefined =>
  operand?.origin === 'input' && Array.isArray(operand.value) ? operand.value : undefined
