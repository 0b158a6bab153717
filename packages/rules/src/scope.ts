import { DataType, VarCalcType } from '@kaibo/contract/facts/enums.ts'
import type { EventFacts } from '@kaibo/contract/talk/talk.events.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { Operand, Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type { StoredVar } from '@kaibo/contract/talk/variable.schema.ts'
import type { Known } from './catalogue.ts'
import { isDecimal } from './decimal.ts'
import { compileVar, type Compute } from './derived.ts'
import { MISSING, UNSENT, type Value } from './fault.ts'
import type { Frame } from './frame.ts'
import { TYPE_LABEL, type Report, type Term, type ValueType } from './term.ts'
import { normal } from './text.ts'

/** A field of the event. */
export interface Slot {
  readonly index: number
  readonly key: string
  readonly type: ValueType
  readonly fallback: Scalar | undefined
}

const typeOf = (type: number): ValueType => (type === DataType.number ? 'number' : 'string')

/** The slots of one route, shared by its sets. */
export class SlotTable {
  readonly slots: Slot[] = []
  /** Read from the room's state when an event is loaded: an evaluation sees one moment. */
  readonly stored: { index: number; key: string; read: (frame: Frame) => Value }[] = []
  readonly derived: { index: number; compute: Compute }[] = []
  /** The constants, each at its slot. */
  readonly values: (Value | undefined)[] = []
  readonly terms = new Map<string, Term>()
}

/** How to compile what a scope is of. */
export interface Reading {
  known: Known
  /** A published set: a variable that is gone reads MISSING. */
  isLenient: boolean
}

/** The variables that one set may read under one event. Each that is used gets a slot. */
export class Scope {
  readonly event: EventFacts
  readonly report: Report
  readonly known: Known
  /** The node that is being compiled. */
  owner = ''
  readonly #table: SlotTable
  readonly isLenient: boolean

  constructor(event: EventFacts, table: SlotTable, { known, isLenient }: Reading, report: Report) {
    this.event = event
    this.known = known
    this.#table = table
    this.isLenient = isLenient
    this.report = report
  }

  /** Whether the event has the field. */
  knows(key: string): boolean {
    return this.event.variables.some((variable) => variable.key === key)
  }

  /** Reports and answers nothing where the operand cannot be read. */
  read(operand: Operand, path: string): Term | undefined {
    if (operand.origin === 'variable') return this.variable(operand.key, path)
    if (operand.origin === 'result') {
      this.report(path, '这里不能引用计算步骤')
      return undefined
    }
    if (!Array.isArray(operand.value)) return this.constant(operand.value, path)
    this.report(path, '这里只能填一个值')
    return undefined
  }

  variable(key: string, path: string): Term | undefined {
    const found = this.#table.terms.get(key)
    if (found) return found
    const facts = this.event.variables.find((variable) => variable.key === key)
    if (facts) {
      const type = typeOf(facts.type)
      const term = this.#add({ type, key, label: `“${facts.label.zh}”` })
      this.#table.slots.push({ index: term.index, key, type, fallback: facts.fallback })
      return term
    }
    const declared = this.known.vars.get(key)
    if (declared) {
      const term = this.#add({ type: typeOf(declared.data_type), key, label: `“${declared.name}”` })
      const { index } = term
      if (declared.calc === VarCalcType.common)
        this.#table.stored.push({ index, key, read: readerOf(declared) })
      else
        this.#table.derived.push({
          index,
          compute: compileVar(declared, `变量“${declared.name}”`, this),
        })
      return term
    }
    if (this.isLenient) return this.#add({ type: 'any', key, label: key }, MISSING)
    this.report(
      path,
      this.known.keys.has(key)
        ? `触发事件“${this.event.label.zh}”没有变量 ${key}`
        : `没有名为 ${key} 的变量`,
    )
    return undefined
  }

  constant(value: Scalar, path: string): Term | undefined {
    if (typeof value === 'number' && !isDecimal(value)) {
      this.report(path, '数字最多 15 位有效数字、10 位小数')
      return undefined
    }
    const constant = typeof value === 'string' ? normal(value) : value
    const type = typeof constant === 'number' ? 'number' : 'string'
    return { index: this.#table.values.push(constant) - 1, type, constant, label: TYPE_LABEL[type] }
  }

  #add(term: Omit<Term, 'index'> & { key: string }, value?: Value): Term {
    const added = { ...term, index: this.#table.values.push(value) - 1 }
    this.#table.terms.set(term.key, added)
    return added
  }
}

function readerOf(declared: StoredVar): (frame: Frame) => Value {
  const { scope, default: otherwise = MISSING } = declared
  return ({ state, event, now }) => {
    const viewer = event.vars[USER_KEY]
    if (scope === 'user' && viewer === undefined) return UNSENT
    return state.vars.read(declared, String(viewer ?? ''), now) ?? otherwise
  }
}
