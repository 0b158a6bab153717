import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'

/** A business error: answered as `{code, msg, data}` with HTTP 200. `words` say what happened and what next. */
export class Fault extends Error {
  constructor(
    readonly code: Code,
    readonly words: Words,
    readonly data: unknown = null,
    /** Messages by the path of their field: `data.fields` of the answer. */
    readonly fields?: Readonly<Record<string, Words>>,
  ) {
    super(words.zh)
    this.name = 'Fault'
  }
}

export const fault = (code: Code, words: Words, data: unknown = null) =>
  new Fault(code, words, data)

/** 分组不存在 */
export const absent = ({ zh, en }: Words): Words => words(`${zh}不存在`, `${en} not found`)

/** 1005 in the same words whether the row does not exist or lies outside the caller's scope. */
export const notFound = (what: Words) => fault(Code.notFound, absent(what))

/** 1001 for a rule that no schema can express; `fields` maps a field to its message. */
export const invalid = (fields: Readonly<Record<string, Words>>) =>
  new Fault(
    Code.invalid,
    Object.values(fields)[0] ?? words('参数错误', 'The request is not valid'),
    null,
    fields,
  )

export const conflict = (words: Words, data: unknown = null) => fault(Code.conflict, words, data)

/** 1006 for a name that another row has. */
export const taken = (field: string, message: Words, atField: Words = message) =>
  new Fault(Code.conflict, message, null, { [field]: atField })

interface Saved {
  updated_by?: string | null
}

/**
 * 1006 for a save from an outdated version, with the row as it is now: the form then shows both versions side by side. `isOwn`: the
 * same person saved it, in another window.
 */
export function savedMeanwhile(what: Words, row: Saved, isOwn: boolean): Fault {
  const zh = isOwn ? '你在别处' : (row.updated_by ?? '他人')
  const en = isOwn ? 'You have' : `${row.updated_by ?? 'Somebody else'} has`
  const elsewhere = isOwn ? ' elsewhere' : ''
  return conflict(
    words(
      `${zh}刚刚保存过此${what.zh}，请核对后重新提交`,
      `${en} just saved this ${what.en.toLowerCase()}${elsewhere}; look again and submit`,
    ),
    row,
  )
}
