import type * as z from 'zod/mini'
import type { Sentence } from '../facts/sentences.ts'
import { bare, labelOfField, schemaAt } from './field.ts'

/** The type words of the form messages (spec §5: `不是一个有效的{type}`). */
const TYPE_WORDS: Record<string, string> = {
  string: '字符串',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  array: '列表',
  object: '对象',
  record: '对象',
}

/** No form has so many fields: what has more faults is no person's, and the answer must not grow with it. */
const MAX_MESSAGES = 200

/** zod/mini brings no words: it says this where a check was given none. */
const UNWORDED = 'Invalid input'

type Schema = z.core.$ZodType
type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/**
 * `data.fields` of code 1001: path → Chinese message in the wording of spec §5. One message a field, the first, and at most
 * 200 of them. A check that was given words of its own may name its field in them: `{label}`. `input` is what was
 * validated, before any trimming.
 */
export function fieldMessages(
  schema: Schema,
  issues: readonly Issue[],
  input: unknown,
): Record<string, Sentence> {
  const fields = new Map<string, Sentence>()
  const add = (path: Path, message: Sentence) => {
    const name = path.join('.')
    if (!fields.has(name) && fields.size < MAX_MESSAGES) fields.set(name, message)
  }
  for (const issue of issues) {
    if (fields.size === MAX_MESSAGES) break
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_MESSAGES))
        add([...issue.path, key], `不认识的字段${key}`)
    } else {
      add(issue.path, sentence(schema, issue, input))
    }
  }
  return Object.fromEntries(fields)
}

function sentence(root: Schema, issue: Issue, input: unknown): Sentence {
  const label = labelAt(root, issue.path)
  // The check words its own refusal (`says`).
  if (issue.message !== UNWORDED) return issue.message.replaceAll('{label}', label) as Sentence
  const value = valueAt(input, issue.path)
  if (value === undefined || value === null || value === '') return `请输入${label}`
  if (typeof value === 'string' && value.trim() === '') return `${label}不能为空字符`
  switch (issue.code) {
    case 'invalid_type':
      return `${label}不是一个有效的${TYPE_WORDS[issue.expected] ?? issue.expected}`
    case 'too_small':
    case 'too_big':
      return limit(label, issue, boundsOf(schemaAt(root, issue.path)))
    case 'invalid_value':
      return `${label}必须是其中一个[${issue.values.map(String).join(', ')}]`
    case 'invalid_format':
      return `${label}与模式不匹配${issue.pattern ?? issue.format}`
    default:
      return `字段验证错误${label}`
  }
}

function limit(
  label: string,
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  { minimum: min, maximum: max }: Bounds,
): Sentence {
  const [low, value] = issue.code === 'too_small' ? [true, issue.minimum] : [false, issue.maximum]
  const ranged = min !== undefined && max !== undefined
  const exact = issue.exact || (ranged && min === max)
  switch (issue.origin) {
    case 'string':
      if (exact) return `${label}须为${value}个字符`
      // At least one character is what "required" says already.
      if (ranged && min > 1) return `${label}须在${min}-${max}字符之间`
      return low ? `${label}最少${value}个字符` : `${label}最多${value}个字符`
    case 'array':
      // A list that must hold something, and holds nothing, is one that was left out.
      if (low && Number(value) === 1) return `请输入${label}`
      if (exact) return `须为${value}个${label}`
      if (ranged && min > 0) return `${label}数量须在${min}-${max}之间`
      return low ? `最少${value}个${label}` : `最多${value}个${label}`
    default:
      if (exact) return `${label}必须等于${value}`
      if (ranged) return `${label}须在${min}-${max}之间`
      return low ? `${label}最小值为${value}` : `${label}最大值为${value}`
  }
}

interface Bounds {
  minimum?: number
  maximum?: number
}

/** The limits that a schema's checks set: of length, of count or of value. */
function boundsOf(schema: Schema | undefined): Bounds {
  const bounds: Bounds = {}
  const checks = schema ? (bare(schema)._zod.def.checks ?? []) : []
  for (const { _zod } of checks) {
    const def = _zod.def as Bounds & { check: string; value?: number }
    const { minimum, maximum, value } = def
    if (minimum !== undefined) bounds.minimum = minimum
    if (maximum !== undefined) bounds.maximum = maximum
    if (def.check === 'greater_than') bounds.minimum = value
    if (def.check === 'less_than') bounds.maximum = value
  }
  return bounds
}

/** The name of the field at a path: its own label, `{list}第2项` for an element without one, else the key. */
function labelAt(root: Schema, path: Path): string {
  return path.reduce<string>((outer, key, depth) => {
    const name = typeof key === 'number' ? `${outer}第${key + 1}项` : String(key)
    const at = schemaAt(root, path.slice(0, depth + 1))
    return at ? labelOfField(at, name) : name
  }, '参数')
}

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
