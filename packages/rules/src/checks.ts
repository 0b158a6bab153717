import type { CheckOp } from '@kaibo/contract/talk/talk.enums.ts'
import type {
  Check,
  OneSidedCheck,
  Operand,
  Scalar,
  TwoSidedCheck,
} from '@kaibo/contract/talk/talk.schema.ts'
import type { Frame } from './frame.ts'
import { TYPE_LABEL, type Scope, type Term } from './scope.ts'
import { folded, normal } from './text.ts'
import { ERROR, SHOWN, truthOf, type Truth } from './truth.ts'

export type Test = (frame: Frame) => Truth

type ListOp = 'in' | 'nin' | 'kwAny' | 'kwAll'
type ScalarOp = Exclude<CheckOp, ListOp>
type Relation = (left: Scalar, right: Scalar) => boolean

const RELATIONS: Record<ScalarOp, { on: 'both' | 'number' | 'string'; holds: Relation }> = {
  '=': { on: 'both', holds: (left, right) => left === right },
  '!=': { on: 'both', holds: (left, right) => left !== right },
  '>': { on: 'number', holds: (left, right) => left > right },
  '>=': { on: 'number', holds: (left, right) => left >= right },
  '<': { on: 'number', holds: (left, right) => left < right },
  '<=': { on: 'number', holds: (left, right) => left <= right },
  contains: { on: 'string', holds: (left, right) => String(left).includes(String(right)) },
  ncontains: { on: 'string', holds: (left, right) => !String(left).includes(String(right)) },
  starts: { on: 'string', holds: (left, right) => String(left).startsWith(String(right)) },
  ends: { on: 'string', holds: (left, right) => String(left).endsWith(String(right)) },
}

/** In place of a check that did not compile. Never run: `compileRules` answers the errors instead of the program. */
const REJECTED: Test = () => ERROR

/** Compiles one check. `inherited` is the operand that `$` stands for here. */
export function compileCheck(
  check: Check,
  path: string,
  scope: Scope,
  inherited: Operand | undefined,
): Test {
  const subject = check.subject === '$' ? inherited : check.subject
  if (!subject) {
    scope.report(path, '$ 的上级没有设置比较对象')
    return REJECTED
  }
  const term = scope.read(subject, path)
  if (!term) return REJECTED
  if (check.type === 2) return compileRange(check, path, scope, term)
  return isListOp(check.op)
    ? compileList(check, check.op, path, scope, term)
    : compileComparison(check, check.op, path, scope, term)
}

function compileComparison(
  check: OneSidedCheck,
  op: ScalarOp,
  path: string,
  scope: Scope,
  subject: Term,
): Test {
  const { on, holds } = RELATIONS[op]
  const rhs = scope.read(check.rhs, path)
  if (!rhs) return REJECTED
  if (on !== 'both' && subject.type !== on) {
    scope.report(
      path,
      `${op} 只能比较${TYPE_LABEL[on]}，${subject.label}是${TYPE_LABEL[subject.type]}`,
    )
    return REJECTED
  }
  if (!sameType(subject, rhs, path, scope)) return REJECTED
  const { id } = check
  return (frame) => {
    const left = frame.values[subject.index]
    const right = frame.values[rhs.index]
    const truth = left === undefined || right === undefined ? ERROR : truthOf(holds(left, right))
    frame.recorder?.add({
      kind: 'check',
      path,
      id,
      type: 1,
      subject: frame.reading(subject),
      op,
      rhs: frame.reading(rhs),
      result: SHOWN[truth],
    })
    return truth
  }
}

const isListOp = (op: CheckOp): op is ListOp => !Object.hasOwn(RELATIONS, op)

function compileList(
  check: OneSidedCheck,
  op: ListOp,
  path: string,
  scope: Scope,
  subject: Term,
): Test {
  const { rhs, id } = check
  if (rhs.origin !== 'input' || !Array.isArray(rhs.value)) {
    scope.report(path, `${op} 要填一组值`)
    return REJECTED
  }
  const isKeyword = op === 'kwAny' || op === 'kwAll'
  if (isKeyword && subject.type !== 'string') {
    scope.report(path, `${op} 只能比较文本，${subject.label}是数字`)
    return REJECTED
  }
  const list = rhs.value
  if (!list.every((value) => typeof value === subject.type && value !== '')) {
    scope.report(path, `${op} 的值必须都是${TYPE_LABEL[subject.type]}，不能为空`)
    return REJECTED
  }
  const holds = membership(op, list)
  return (frame) => {
    const value = isKeyword ? frame.folded(subject.index) : frame.values[subject.index]
    const truth = value === undefined ? ERROR : truthOf(holds(value))
    frame.recorder?.add({
      kind: 'check',
      path,
      id,
      type: 1,
      subject: frame.reading(subject),
      op,
      rhs: { value: list },
      result: SHOWN[truth],
    })
    return truth
  }
}

function membership(op: ListOp, list: readonly Scalar[]): (value: Scalar) => boolean {
  if (op === 'in' || op === 'nin') {
    const members = new Set(
      list.map((value) => (typeof value === 'string' ? normal(value) : value)),
    )
    return op === 'in' ? (value) => members.has(value) : (value) => !members.has(value)
  }
  const words = list.map((value) => folded(String(value)))
  return op === 'kwAny'
    ? (value) => words.some((word) => String(value).includes(word))
    : (value) => words.every((word) => String(value).includes(word))
}

function compileRange(check: TwoSidedCheck, path: string, scope: Scope, subject: Term): Test {
  const { id, join } = check
  const [loOp, loOperand] = check.lo
  const [hiOp, hiOperand] = check.hi
  const lo = scope.read(loOperand, `${path}/lo`)
  const hi = scope.read(hiOperand, `${path}/hi`)
  if (!lo || !hi) return REJECTED
  if (subject.type !== 'number') {
    scope.report(path, `双侧区间只能比较数字，${subject.label}是文本`)
    return REJECTED
  }
  if (!sameType(subject, lo, `${path}/lo`, scope)) return REJECTED
  if (!sameType(subject, hi, `${path}/hi`, scope)) return REJECTED
  const above = RELATIONS[loOp].holds
  const below = RELATIONS[hiOp].holds
  if (lo.constant !== undefined && hi.constant !== undefined) {
    const isEmpty =
      lo.constant > hi.constant || (lo.constant === hi.constant && loOp + hiOp !== '<=<=')
    if (isEmpty) scope.report(path, `区间是空的：${lo.constant} ${loOp} $ ${hiOp} ${hi.constant}`)
  }
  const wanted = join === 'and'
  return (frame) => {
    const low = frame.values[lo.index]
    const value = frame.values[subject.index]
    const high = frame.values[hi.index]
    const truth =
      low === undefined || value === undefined || high === undefined
        ? ERROR
        : truthOf((above(low, value) && below(value, high)) === wanted)
    frame.recorder?.add({
      kind: 'check',
      path,
      id,
      type: 2,
      subject: frame.reading(subject),
      lo: [loOp, frame.reading(lo)],
      hi: [hiOp, frame.reading(hi)],
      join,
      result: SHOWN[truth],
    })
    return truth
  }
}

function sameType(subject: Term, other: Term, path: string, scope: Scope): boolean {
  if (subject.type === other.type) return true
  scope.report(
    path,
    `${subject.label}是${TYPE_LABEL[subject.type]}，不能与${TYPE_LABEL[other.type]}比较`,
  )
  return false
}
