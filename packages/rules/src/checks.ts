import { MOVING_OPS, type CheckOp } from '@kaibo/contract/talk/talk.enums.ts'
import type { Operand, Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type { Reading } from '@kaibo/contract/talk/talk.trace.ts'
import type { Check, OneSidedCheck, TwoSidedCheck } from '@kaibo/contract/talk/talk.schema.ts'
import { isFault, type Value } from './fault.ts'
import { readingOf, type Frame } from './frame.ts'
import type { Told } from './recorder.ts'
import type { Scope } from './scope.ts'
import { TYPE_LABEL, type Term } from './term.ts'
import { likeness, SIMILAR } from './similar.ts'
import { folded, normal } from './text.ts'
import { ERROR, SHOWN, truthOf, type Truth } from './truth.ts'

export type Test = (frame: Frame) => Truth

type ListOp = 'in' | 'nin' | 'kwAny' | 'kwAll'
type MovingOp = 'changed' | 'rose' | 'fell'
type ScalarOp = Exclude<CheckOp, ListOp | MovingOp>
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
  similar: {
    on: 'string',
    holds: (left, right) => likeness(String(left), String(right)) >= SIMILAR,
  },
}

/** An empty text is in every text. */
const NEEDS_TEXT: readonly CheckOp[] = ['contains', 'ncontains', 'starts', 'ends', 'similar']

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
  const { op } = check
  if (isMoving(op)) return compileMoving(check, op, path, scope, term)
  return isListOp(op)
    ? compileList(check, op, path, scope, term)
    : compileComparison(check, op, path, scope, term)
}

function compileComparison(
  check: OneSidedCheck,
  op: ScalarOp,
  path: string,
  scope: Scope,
  subject: Term,
): Test {
  const { on, holds } = RELATIONS[op]
  if (!check.rhs) {
    scope.report(path, '请输入比较的值')
    return REJECTED
  }
  const rhs = scope.read(check.rhs, path)
  if (!rhs) return REJECTED
  if (on !== 'both' && subject.type !== 'any' && subject.type !== on) {
    scope.report(
      path,
      `${op} 只能比较${TYPE_LABEL[on]}，${subject.label}是${TYPE_LABEL[subject.type]}`,
    )
    return REJECTED
  }
  if (!sameType(subject, rhs, path, scope)) return REJECTED
  if (rhs.constant === '' && NEEDS_TEXT.includes(op)) scope.report(path, `${op} 的值不能为空`)
  const { id } = check
  const told = comparison({ path, id, op, subject }, (value) => readingOf(rhs.key, value))
  return (frame) => {
    const left = frame.read(subject.index)
    const right = frame.read(rhs.index)
    const truth =
      isFault(left) || isFault(right) ? undecided(frame, left, right) : truthOf(holds(left, right))
    frame.recorder?.check(told, truth, left, right)
    return truth
  }
}

interface Compared {
  path: string
  id: string
  op: CheckOp
  subject: Term
}

/** How a one-sided check is told in a trace; `rhs` says what the subject was compared with. */
const comparison =
  ({ path, id, op, subject }: Compared, rhs: (value: Value) => Reading): Told =>
  (truth, a, b) => ({
    kind: 'check',
    path,
    id,
    type: 1,
    subject: readingOf(subject.key, a),
    op,
    rhs: rhs(b),
    result: SHOWN[truth],
  })

/** Some of the values is a fault: the first says why. */
function undecided(frame: Frame, ...values: readonly Value[]): Truth {
  for (const value of values) if (isFault(value)) frame.failed(value)
  return ERROR
}

const isMoving = (op: CheckOp): op is MovingOp => MOVING_OPS.includes(op)
const isListOp = (op: CheckOp): op is ListOp => !Object.hasOwn(RELATIONS, op)

const MOVES: Record<MovingOp, Relation> = {
  changed: (now, before) => now !== before,
  rose: (now, before) => now > before,
  fell: (now, before) => now < before,
}

/** Compares with what this check read when it was last asked in the room; the first time nothing has moved. */
function compileMoving(
  check: OneSidedCheck,
  op: MovingOp,
  path: string,
  scope: Scope,
  subject: Term,
): Test {
  if (check.rhs) scope.report(path, `${op} 不需要比较的值`)
  if (op !== 'changed' && subject.type === 'string') {
    scope.report(path, `${op} 只能比较数字，${subject.label}是文本`)
    return REJECTED
  }
  const { id } = check
  const key = `${scope.owner}#${id}`
  const told = comparison({ path, id, op, subject }, (value) => readingOf(undefined, value))
  return (frame) => {
    const now = frame.read(subject.index)
    const before = frame.state.lastRead(key)
    if (before !== undefined) frame.recorder?.knew(`read:${key}`, before)
    let truth: Truth
    if (isFault(now)) truth = undecided(frame, now)
    else {
      truth = truthOf(before !== undefined && MOVES[op](now, before))
      frame.state.noteRead(key, now)
    }
    frame.recorder?.check(told, truth, now, before)
    return truth
  }
}

function compileList(
  check: OneSidedCheck,
  op: ListOp,
  path: string,
  scope: Scope,
  subject: Term,
): Test {
  const { rhs, id } = check
  if (rhs?.origin !== 'input' || !Array.isArray(rhs.value)) {
    scope.report(path, `${op} 要填一组值`)
    return REJECTED
  }
  const isKeyword = op === 'kwAny' || op === 'kwAll'
  if (isKeyword && subject.type === 'number') {
    scope.report(path, `${op} 只能比较文本，${subject.label}是数字`)
    return REJECTED
  }
  const list = rhs.value
  const fits = (value: Scalar) => subject.type === 'any' || typeof value === subject.type
  if (!list.every((value) => fits(value) && value !== '')) {
    scope.report(path, `${op} 的值必须都是${TYPE_LABEL[subject.type]}，不能为空`)
    return REJECTED
  }
  const holds = membership(op, list)
  const told = comparison({ path, id, op, subject }, () => ({ value: list }))
  return (frame) => {
    const value = isKeyword ? frame.folded(subject.index) : frame.read(subject.index)
    const truth = isFault(value) ? undecided(frame, value) : truthOf(holds(value))
    frame.recorder?.check(told, truth, frame.read(subject.index))
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
  if (subject.type === 'string') {
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
  const told: Told = (truth, a, b, c) => ({
    kind: 'check',
    path,
    id,
    type: 2,
    subject: readingOf(subject.key, b),
    lo: [loOp, readingOf(lo.key, a)],
    hi: [hiOp, readingOf(hi.key, c)],
    join,
    result: SHOWN[truth],
  })
  return (frame) => {
    const low = frame.read(lo.index)
    const value = frame.read(subject.index)
    const high = frame.read(hi.index)
    const truth =
      isFault(low) || isFault(value) || isFault(high)
        ? undecided(frame, low, value, high)
        : truthOf((above(low, value) && below(value, high)) === wanted)
    frame.recorder?.check(told, truth, low, value, high)
    return truth
  }
}

function sameType(subject: Term, other: Term, path: string, scope: Scope): boolean {
  if (subject.type === other.type || subject.type === 'any' || other.type === 'any') return true
  scope.report(
    path,
    `${subject.label}是${TYPE_LABEL[subject.type]}，不能与${TYPE_LABEL[other.type]}比较`,
  )
  return false
}
