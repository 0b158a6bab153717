import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { Condition } from '@kaibo/contract/talk/talk.schema.ts'
import { compileCheck, type Test } from './checks.ts'
import type { Told } from './recorder.ts'
import type { Scope } from './scope.ts'
import { ERROR, FALSE, SHOWN, TRUE, negated, type Truth } from './truth.ts'

/** Compiles a condition to a closure. `inherited` is the operand that `$` stands for here. */
export function compileCondition(
  condition: Condition,
  path: string,
  scope: Scope,
  inherited: Operand | undefined,
): Test {
  if ('type' in condition) return compileCheck(condition, path, scope, inherited)
  const inside = (part: Condition, where: string) =>
    compileCondition(part, `${path}/${where}`, scope, inherited)
  if ('not' in condition) {
    const test = inside(condition.not, 'not')
    return recorded(condition.id, path, 'not', (frame) => negated(test(frame)))
  }
  const mode = 'all' in condition ? 'all' : 'any'
  const parts = 'all' in condition ? condition.all : condition.any
  if (parts.length === 0) scope.report(path, '条件组是空的')
  const tests = parts.map((part, index) => inside(part, `${mode}[${index}]`))
  return recorded(condition.id, path, mode, mode === 'all' ? allOf(tests) : anyOf(tests))
}

/** The smallest of the parts' values. Only FALSE ends the loop: after an ERROR a part that is FALSE can still make the whole FALSE. */
function allOf(tests: readonly Test[]): Test {
  return (frame) => {
    let least: Truth = TRUE
    for (const test of tests) {
      const truth = test(frame)
      if (truth === FALSE) return FALSE
      if (truth === ERROR) least = ERROR
    }
    return least
  }
}

/** The largest of the parts' values. Only TRUE ends the loop: after an ERROR a part that is TRUE can still make the whole TRUE. */
function anyOf(tests: readonly Test[]): Test {
  return (frame) => {
    let greatest: Truth = FALSE
    for (const test of tests) {
      const truth = test(frame)
      if (truth === TRUE) return TRUE
      if (truth === ERROR) greatest = ERROR
    }
    return greatest
  }
}

function recorded(id: string, path: string, mode: 'all' | 'any' | 'not', test: Test): Test {
  const told: Told = (truth) => ({ kind: 'group', path, id, mode, result: SHOWN[truth] })
  return (frame) => {
    const truth = test(frame)
    frame.recorder?.check(told, truth)
    return truth
  }
}
