import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Label } from '@kaibo/contract/facts/labels.ts'
import type { Sentence } from '@kaibo/contract/facts/sentences.ts'

/** A business error: answered as `{code, msg, data}` with HTTP 200. `msg` is Chinese and says what happened and what next. */
export class Fault extends Error {
  declare readonly message: Sentence

  constructor(
    readonly code: Code,
    message: Sentence,
    readonly data: unknown = null,
  ) {
    super(message)
    this.name = 'Fault'
  }
}

export const fault = (code: Code, msg: Sentence, data: unknown = null) => new Fault(code, msg, data)

/** 1005 in the same words whether the row does not exist or lies outside the caller's scope. */
export const notFound = (what: Label) => fault(Code.notFound, `${what}不存在`)

/** 1001 for a rule that no schema can express; `fields` maps a field to its Chinese message. */
export const invalid = (fields: Record<string, Sentence>) =>
  fault(Code.invalid, Object.values(fields)[0] ?? '参数错误', { fields })

export const conflict = (msg: Sentence, data: unknown = null) => fault(Code.conflict, msg, data)

/**
 * 1006 for whoever saves what somebody else has saved since they opened it, with the row as it is now: the form lays both
 * side by side.
 */
export const savedMeanwhile = (what: Label, row: { updated_by?: string | null }): Fault =>
  conflict(`${row.updated_by ?? '他人'}刚刚保存过此${what}，请核对后重新提交`, row)
