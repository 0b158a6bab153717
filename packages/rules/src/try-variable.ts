import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { DataType } from '@kaibo/contract/facts/enums.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { USER_KEY, type EventFacts } from '@kaibo/contract/talk/talk.events.ts'
import { circleIn, keysReadBy, knownIn, type Known } from './catalogue.ts'
import { isFault, MISSING, type Value } from './fault.ts'
import { Frame } from './frame.ts'
import { Scope, SlotTable } from './scope.ts'
import { RuleState, type RuleStateData } from './state.ts'

/** A value that somebody gives or that an event brings. */
export interface Leaf {
  key: string
  name: string
  data_type: ValueOf<typeof DataType>
}

export interface VariableTry {
  /** What keeps it from being saved. */
  problems: string[]
  /** What it is computed of in the end. */
  reads: Leaf[]
  /** What it would be. */
  value: Value
}

const TRIED_BY = '试算'

/** Compiles a variable of the catalogue as rules would read it, and computes it of these values. */
export function tryVariable(
  key: string,
  catalogue: Catalogue,
  values: Readonly<Record<string, Scalar>> = {},
): VariableTry {
  const circle = circleIn(catalogue.vars)
  if (circle)
    return { problems: [`变量互相引用：${circle.join(' → ')}`], reads: [], value: MISSING }
  const known = knownIn(catalogue)
  const leaves = leavesOf(key, known)
  const fields = leaves.filter((leaf) => !known.vars.has(leaf))
  const event = eventWith(fields, known)
  if (!event) {
    const unknown = fields.find((field) => !known.keys.has(field))
    const why = unknown ? `没有名为 ${unknown} 的变量` : `没有一个事件同时有 ${fields.join('、')}`
    return { problems: [why], reads: [], value: MISSING }
  }
  const problems = new Set<string>()
  const table = new SlotTable()
  const scope = new Scope(event, table, { known, isLenient: false }, (path, message) =>
    problems.add(path === '' ? message : `${path}：${message}`),
  )
  const term = scope.variable(key, '')
  if (!term || problems.size > 0) return { problems: [...problems], reads: [], value: MISSING }
  return {
    problems: [],
    reads: leaves.map((leaf) => leafOf(leaf, known, event)),
    value: computed(term.index, table, { known, event, values }),
  }
}

/** What the variables of a room are: none of viewers, nor what only an event brings. */
export function valuesIn(
  data: RuleStateData,
  catalogue: Catalogue,
  now: number,
): ReadonlyMap<string, Scalar> {
  const state = RuleState.from(data)
  const values: Record<string, Scalar> = {}
  for (const one of catalogue.vars) {
    if (one.calc !== 0 || one.scope === 'user') continue
    const value = state.vars.read(one, '', now) ?? one.default
    if (value !== undefined) values[one.key] = value
  }
  const all = new Map(Object.entries(values))
  for (const { key, calc } of catalogue.vars) {
    const { problems, value } = calc === 0 ? NONE : tryVariable(key, catalogue, values)
    if (problems.length === 0 && !isFault(value)) all.set(key, value)
  }
  return all
}

const NONE: Pick<VariableTry, 'problems' | 'value'> = { problems: [], value: MISSING }

/** The stored variables and the fields that it is computed of. */
function leavesOf(key: string, { vars }: Known): string[] {
  const seen = new Set<string>()
  const leaves = new Set<string>()
  const visit = (one: string): void => {
    if (seen.has(one)) return
    seen.add(one)
    const declared = vars.get(one)
    if (declared && declared.calc !== 0) for (const next of keysReadBy(declared)) visit(next)
    else if (one !== key) leaves.add(one)
  }
  visit(key)
  return [...leaves]
}

const eventWith = (fields: readonly string[], { events }: Known): EventFacts | undefined =>
  [...events.values()].find(({ variables }) =>
    fields.every((field) => variables.some(({ key }) => key === field)),
  )

function leafOf(key: string, { vars }: Known, { variables }: EventFacts): Leaf {
  const declared = vars.get(key)
  const field = variables.find((one) => one.key === key)
  return {
    key,
    name: declared?.name ?? field?.label.zh ?? key,
    data_type: declared?.data_type ?? field?.type ?? 0,
  }
}

interface Given {
  known: Known
  event: EventFacts
  values: Readonly<Record<string, Scalar>>
}

function computed(index: number, table: SlotTable, { known, event, values }: Given): Value {
  const state = new RuleState()
  for (const [key, value] of Object.entries(values)) {
    const declared = known.vars.get(key)
    if (declared?.calc === 0) state.vars.write(declared, TRIED_BY, value, 0)
  }
  const frame = new Frame(table)
  const vars = { [USER_KEY]: TRIED_BY, ...values }
  frame.load({ key: event.key, id: TRIED_BY, at: 0, vars }, state, { now: 0, trace: false })
  return frame.read(index)
}
