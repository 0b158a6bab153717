import { DataType, VarCalcType } from '@kaibo/contract/facts/enums.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { DerivedVar } from '@kaibo/contract/talk/variable.schema.ts'
import { compileCondition } from './conditions.ts'
import { add, calculate, parsed, rounded } from './decimal.ts'
import { isFault, OUT_OF_RANGE, TIMED_OUT, WRONG_TYPE, type Value } from './fault.ts'
import type { Frame } from './frame.ts'
import type { Scope } from './scope.ts'
import type { ValueType } from './term.ts'
import { folded, graphemes } from './text.ts'
import { ERROR, TRUE } from './truth.ts'

/** The value of a derived variable, for one event. */
export type Compute = (frame: Frame) => Value

type DerivedOf<C> = Extract<DerivedVar, { calc: C }>

export function compileVar(one: DerivedVar, path: string, scope: Scope): Compute {
  const type = one.data_type === DataType.number ? 'number' : 'string'
  switch (one.calc) {
    case VarCalcType.calc:
      if (type !== 'number') scope.report(path, '计算的结果只能是数字')
      return compileCalc(one, path, scope)
    case VarCalcType.judge:
      return compileJudge(one, type, path, scope)
    case VarCalcType.map:
      return compileMap(one, type, path, scope)
    case VarCalcType.limit:
      return type === 'number' ? compileRange(one, path, scope) : compileLength(one, path, scope)
    default:
      return ({ event: { vars } }) => {
        const value = vars[one.key] ?? one.default ?? TIMED_OUT
        return isFault(value) || typeof value === type ? value : WRONG_TYPE
      }
  }
}

/** Reads an operand; one that cannot be read was reported, so what stands in its place is never asked. */
function compileOperand(
  operand: Operand,
  type: ValueType | 'any',
  path: string,
  scope: Scope,
): Compute {
  const term = scope.read(operand, path)
  if (!term) return () => WRONG_TYPE
  if (type !== 'any' && term.type !== 'any' && term.type !== type)
    scope.report(path, `${term.label}的类型不符`)
  return (frame) => frame.read(term.index)
}

function compileCalc({ steps }: DerivedOf<1>, path: string, scope: Scope): Compute {
  const places = new Map<string, number>()
  const compiled = steps.map(({ id, left, op, right, method }, place) => {
    const side = (operand: Operand): ((frame: Frame, results: readonly Value[]) => Value) => {
      if (operand.origin !== 'result')
        return compileOperand(operand, method === 'intval' ? 'any' : 'number', path, scope)
      const from = operand.ref === '$prev' ? place - 1 : (places.get(operand.ref) ?? -1)
      if (from < 0) scope.report(path, `没有前面的步骤 ${operand.ref}`)
      return (_, results) => results[from] ?? WRONG_TYPE
    }
    const sides = { left: side(left), right: side(right) }
    places.set(id, place)
    return { ...sides, op, method }
  })
  return (frame) => {
    const results: Value[] = []
    for (const { left, op, right, method } of compiled) {
      const a = left(frame, results)
      const b = right(frame, results)
      const isText = method === 'intval'
      const x = isText ? parsed(a) : a
      const y = isText ? parsed(b) : b
      if (isFault(x)) return x
      if (isFault(y)) return y
      if (typeof x !== 'number' || typeof y !== 'number') return WRONG_TYPE
      const value = calculate(x, op, y)
      if (isFault(value)) return value
      const result = rounded(value, method)
      if (isFault(result)) return result
      results.push(result)
    }
    return results.at(-1) ?? WRONG_TYPE
  }
}

function compileJudge(one: DerivedOf<2>, type: ValueType, path: string, scope: Scope): Compute {
  const cases = one.cases.map(({ when, value }, index) => ({
    test: compileCondition(when, `${path}/cases[${index}]`, scope, undefined),
    value: compileOperand(value, type, `${path}/cases[${index}]`, scope),
  }))
  const otherwise = compileOperand(one.else, type, path, scope)
  return (frame) => {
    for (const { test, value } of cases) {
      const truth = test(frame)
      // What cannot be decided is not passed over: a later case would answer in its place
      if (truth === ERROR) return frame.fault
      if (truth === TRUE) return value(frame)
    }
    return otherwise(frame)
  }
}

function compileMap(one: DerivedOf<3>, type: ValueType, path: string, scope: Scope): Compute {
  const { match } = one
  const input = compileOperand(one.input, match === 'range' ? 'number' : 'any', path, scope)
  const otherwise = compileOperand(one.else, type, path, scope)
  const rows = one.rows.map(({ k, from, to, v }, index) => {
    const where = `${path}/rows[${index}]`
    if (match === 'range' ? from === undefined && to === undefined : k === undefined)
      scope.report(where, match === 'range' ? '请输入范围' : '请输入匹配的文字')
    const value = compileOperand(v, type, where, scope)
    return { k: k ?? '', key: folded(k ?? ''), from: from ?? -Infinity, to: to ?? Infinity, value }
  })
  if (match === 'range') {
    const sorted = [...rows].sort((a, b) => a.from - b.from)
    if (sorted.some(({ from }, index) => from < (sorted[index - 1]?.to ?? -Infinity)))
      scope.report(path, '映射的范围有重叠')
  }
  return (frame) => {
    const value = input(frame)
    if (isFault(value)) return value
    const text = String(value)
    const key = match === 'keyword' ? folded(text) : text
    const row = rows.find((each) =>
      match === 'range'
        ? Number(value) >= each.from && Number(value) < each.to
        : match === 'exact'
          ? each.k === text
          : match === 'prefix'
            ? text.startsWith(each.k)
            : key.includes(each.key),
    )
    return (row?.value ?? otherwise)(frame)
  }
}

function compileRange(one: DerivedOf<4>, path: string, scope: Scope): Compute {
  const input = compileOperand(one.input, 'number', path, scope)
  const bound = (operand: Operand | undefined) =>
    operand && compileOperand(operand, 'number', path, scope)
  const [min, max] = [bound(one.min), bound(one.max)]
  if (!min && !max) scope.report(path, '请输入下限或上限')
  if (one.overflow === 'wrap' && !(min && max)) scope.report(path, '循环取值要有下限和上限')
  return (frame) => {
    const value = input(frame)
    const [lo, hi] = [min?.(frame) ?? -Infinity, max?.(frame) ?? Infinity]
    for (const part of [value, lo, hi]) if (isFault(part)) return part
    if (typeof value !== 'number' || typeof lo !== 'number' || typeof hi !== 'number')
      return WRONG_TYPE
    const isInside = value >= lo && (one.overflow === 'wrap' ? value < hi : value <= hi)
    if (isInside) return value
    if (one.overflow === 'error') return OUT_OF_RANGE
    return one.overflow === 'clamp' ? Math.min(Math.max(value, lo), hi) : wrapped(value, lo, hi)
  }
}

/** Of `[lo, hi)`, as hours of a clock: 361 of `[0, 360)` is 1, and −1 is 359. */
function wrapped(value: number, lo: number, hi: number): Value {
  const width = add(hi, -lo)
  const above = add(value, -lo)
  if (isFault(width) || isFault(above)) return OUT_OF_RANGE
  const rest = calculate(above, '%', width)
  if (isFault(rest)) return rest
  return add(lo, rest < 0 ? rest + width : rest)
}

function compileLength({ max_chars, input }: DerivedOf<4>, path: string, scope: Scope): Compute {
  const read = compileOperand(input, 'string', path, scope)
  if (max_chars === undefined) scope.report(path, '请输入最多的字数')
  return (frame) => {
    const value = read(frame)
    if (typeof value !== 'string' || max_chars === undefined) return value
    const letters = graphemes(value)
    return letters.length > max_chars ? `${letters.slice(0, max_chars).join('')}…` : value
  }
}
