import { VarCalcType } from '@kaibo/contract/facts/enums.ts'
import {
  EMPTY_CATALOGUE,
  type BundleAsset,
  type Catalogue,
} from '@kaibo/contract/talk/bundle.schema.ts'
import type { Condition } from '@kaibo/contract/talk/talk.schema.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { Var } from '@kaibo/contract/talk/variable.schema.ts'
import { vocabularyOf, type Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'

/** What rules may speak of, and every variable that there is under any event. */
export interface Known extends Vocabulary {
  /** By their ids the files that may be named. */
  readonly assets: ReadonlyMap<string, BundleAsset>
  readonly keys: ReadonlySet<string>
}

export function knownIn(catalogue: Catalogue = EMPTY_CATALOGUE): Known {
  const { events, vars } = vocabularyOf(catalogue)
  return {
    events,
    vars,
    assets: new Map((catalogue.assets ?? []).map((asset) => [asset.asset_id, asset])),
    keys: new Set([
      ...[...events.values()].flatMap(({ variables }) => variables.map(({ key }) => key)),
      ...vars.keys(),
    ]),
  }
}

/** The first circle of variables that are computed from each other, as keys from the first to itself again. */
export function circleIn(vars: readonly Var[]): string[] | undefined {
  const byKey = new Map(vars.map((one) => [one.key, one]))
  const done = new Set<string>()
  const way: string[] = []
  function visit(key: string): string[] | undefined {
    const start = way.indexOf(key)
    if (start >= 0) return [...way.slice(start), key]
    const one = byKey.get(key)
    if (!one || done.has(key)) return undefined
    way.push(key)
    for (const next of keysReadBy(one)) {
      const circle = visit(next)
      if (circle) return circle
    }
    way.pop()
    done.add(key)
    return undefined
  }
  for (const { key } of vars) {
    const circle = visit(key)
    if (circle) return circle
  }
  return undefined
}

/** The variables and fields that a variable is computed of. */
export function keysReadBy(one: Var): string[] {
  return operandsOf(one).flatMap((operand) => (operand.origin === 'variable' ? operand.key : []))
}

function operandsOf(one: Var): Operand[] {
  switch (one.calc) {
    case VarCalcType.calc:
      return one.steps.flatMap(({ left, right }) => [left, right])
    case VarCalcType.judge:
      return [one.else, ...one.cases.flatMap(({ when, value }) => [value, ...operandsIn(when)])]
    case VarCalcType.map:
      return [one.input, one.else, ...one.rows.map(({ v }) => v)]
    case VarCalcType.limit:
      return [one.input, one.min, one.max].filter((operand) => operand !== undefined)
    default:
      return []
  }
}

function operandsIn(condition: Condition): Operand[] {
  if ('type' in condition) {
    const sides = condition.type === 1 ? [condition.rhs] : [condition.lo[1], condition.hi[1]]
    return [condition.subject, ...sides].filter((side) => side !== undefined && side !== '$')
  }
  if ('not' in condition) return operandsIn(condition.not)
  return ('all' in condition ? condition.all : condition.any).flatMap(operandsIn)
}
