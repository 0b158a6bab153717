import { DataType } from '@kaibo/contract/facts/enums.ts'
import { SYSTEM_EVENTS, type EventFacts } from '@kaibo/contract/talk/talk.events.ts'
import type { Operand, Scalar } from '@kaibo/contract/talk/talk.schema.ts'
import { isDecimal } from './number.ts'
import { normal } from './text.ts'

export type ValueType = 'number' | 'string'

export interface Slot {
  readonly index: number
  readonly key: string
  readonly type: ValueType
  readonly fallback: Scalar | undefined
}

/** An operand with the slot that its value is in, and its type. */
export interface Term {
  readonly index: number
  readonly type: ValueType
  /** Its name in messages. */
  readonly label: string
  /** Of a variable. */
  readonly key?: string
  /** Of a constant. */
  readonly constant?: Scalar
}

export type Report = (path: string, message: string) => void

export const TYPE_LABEL = { number: '数字', string: '文本' } as const

const KNOWN = new Set(
  [...SYSTEM_EVENTS.values()].flatMap((event) => event.variables.map((v) => v.key)),
)

/** The slots of one route, shared by its sets. */
export class SlotTable {
  readonly slots: Slot[] = []
  /** The constants, each at its slot. */
  readonly values: (Scalar | undefined)[] = []
  readonly terms = new Map<string, Term>()
}

/** The variables that one set may read under one event. Each that is used gets a slot. */
export class Scope {
  readonly event: EventFacts
  readonly report: Report
  readonly #table: SlotTable

  constructor(event: EventFacts, table: SlotTable, report: Report) {
    this.event = event
    this.#table = table
    this.report = report
  }

  /** Reports and answers nothing where the operand cannot be read. */
  read(operand: Operand, path: string): Term | undefined {
    if (operand.origin === 'variable') return this.variable(operand.key, path)
    if (!Array.isArray(operand.value)) return this.#constant(operand.value, path)
    this.report(path, '这里只能填一个值')
    return undefined
  }

  variable(key: string, path: string): Term | undefined {
    const known = this.#table.terms.get(key)
    if (known) return known
    const facts = this.event.variables.find((variable) => variable.key === key)
    if (!facts) {
      this.report(
        path,
        KNOWN.has(key) ? `触发事件“${this.event.label}”没有变量 ${key}` : `没有名为 ${key} 的变量`,
      )
      return undefined
    }
    const type = facts.type === DataType.number ? 'number' : 'string'
    const index = this.#table.values.push(undefined) - 1
    const term = { index, type, key, label: `“${facts.label}”` } as const
    this.#table.slots.push({ index, key, type, fallback: facts.fallback })
    this.#table.terms.set(key, term)
    return term
  }

  #constant(value: Scalar, path: string): Term | undefined {
    if (typeof value === 'number' && !isDecimal(value)) {
      this.report(path, '数字最多 10 位小数')
      return undefined
    }
    const constant = typeof value === 'string' ? normal(value) : value
    const type = typeof constant === 'number' ? 'number' : 'string'
    return { index: this.#table.values.push(constant) - 1, type, constant, label: TYPE_LABEL[type] }
  }
}
