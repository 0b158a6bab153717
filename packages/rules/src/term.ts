import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'

export type ValueType = 'number' | 'string'

/** An operand with the slot that its value is in, and its type. */
export interface Term {
  readonly index: number
  /** `any`: of a variable that is gone. */
  readonly type: ValueType | 'any'
  /** Its name in messages. */
  readonly label: string
  /** Of a variable. */
  readonly key?: string
  /** Of a constant. */
  readonly constant?: Scalar
}

export type Report = (path: string, message: string) => void

export const TYPE_LABEL = { number: '数字', string: '文本', any: '未知' } as const
