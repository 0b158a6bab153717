import type * as z from 'zod/mini'
import { bare, labelOfField, messageOf, schemaAt } from './field.ts'
import { words, type Words } from './words.ts'

/** The type words of the form messages (spec §5: `不是一个有效的{type}`). */
const TYPE_WORDS: Readonly<Record<string, Words>> = {
  string: words('字符串', 'a text'),
  number: words('数字', 'a number'),
  int: words('整数', 'a whole number'),
  boolean: words('布尔值', 'true or false'),
  array: words('列表', 'a list'),
  object: words('对象', 'an object'),
  record: words('对象', 'an object'),
}

/** No form has so many fields. The limit keeps the answer small when a program sends nonsense. */
const MAX_MESSAGES = 200

/** The message that zod/mini gives to every check without one of its own. */
const UNWORDED = 'Invalid input'

type Schema = z.core.$ZodType
type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/**
 * `data.fields` of code 1001: path → message, in Chinese in the wording of spec §5. One message a field, the first, and at most
 * 200 of them. A check that was given words of its own may name its field in them: `{label}`. `input` is what was
 * validated, before any trimming.
 */
export function fieldMessages(
  schema: Schema,
  issues: readonly Issue[],
  input: unknown,
): Record<string, Words> {
  const fields = new Map<string, Words>()
  const add = (path: Path, message: Words) => {
    const name = path.join('.')
    if (!fields.has(name) && fields.size < MAX_MESSAGES) fields.set(name, message)
  }
  for (const issue of issues) {
    if (fields.size === MAX_MESSAGES) break
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_MESSAGES))
        add([...issue.path, key], words(`不认识的字段${key}`, `Unknown field ${key}`))
    } else {
      add(issue.path, messageFor(schema, issue, input))
    }
  }
  return Object.fromEntries(fields)
}

function messageFor(root: Schema, issue: Issue, input: unknown): Words {
  const label = labelAt(root, issue.path)
  // The check has a message of its own (`says`).
  if (issue.message !== UNWORDED) return filled(messageOf(issue.message), label)
  const value = valueAt(input, issue.path)
  if (value === undefined || value === null || value === '') return required(label)
  if (typeof value === 'string' && value.trim() === '')
    return words(`${label.zh}不能为空字符`, `${label.en} must not be blank`)
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPE_WORDS[issue.expected] ?? words(issue.expected, issue.expected)
      return words(`${label.zh}不是一个有效的${type.zh}`, `${label.en} must be ${type.en}`)
    }
    case 'too_small':
    case 'too_big':
      return limit(label, issue, boundsOf(schemaAt(root, issue.path)))
    case 'invalid_value': {
      const values = issue.values.map(String).join(', ')
      return words(`${label.zh}必须是其中一个[${values}]`, `${label.en} must be one of [${values}]`)
    }
    case 'invalid_format': {
      const pattern = issue.pattern ?? issue.format
      return words(`${label.zh}与模式不匹配${pattern}`, `${label.en} does not match ${pattern}`)
    }
    default:
      return words(`字段验证错误${label.zh}`, `${label.en} is not valid`)
  }
}

/** 请输入用户名 */
export const required = ({ zh, en }: Words): Words => words(`请输入${zh}`, `${en} is required`)

const filled = ({ zh, en }: Words, label: Words): Words =>
  words(zh.replaceAll('{label}', label.zh), en.replaceAll('{label}', label.en))

function limit(
  { zh, en }: Words,
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  { minimum: min, maximum: max }: Bounds,
): Words {
  const [low, value] = issue.code === 'too_small' ? [true, issue.minimum] : [false, issue.maximum]
  const ranged = min !== undefined && max !== undefined
  const exact = issue.exact || (ranged && min === max)
  switch (issue.origin) {
    case 'string':
      if (exact) return words(`${zh}须为${value}个字符`, `${en} must have ${value} characters`)
      // A minimum of one character means no more than "required".
      if (ranged && min > 1)
        return words(`${zh}须在${min}-${max}字符之间`, `${en} must have ${min}-${max} characters`)
      return low
        ? words(`${zh}最少${value}个字符`, `${en} must have at least ${value} characters`)
        : words(`${zh}最多${value}个字符`, `${en} must have at most ${value} characters`)
    case 'array':
      // An empty list where one element is required counts as a field left out.
      if (low && Number(value) === 1) return required({ zh, en })
      if (exact) return words(`须为${value}个${zh}`, `${en}: ${value} exactly`)
      if (ranged && min > 0)
        return words(`${zh}数量须在${min}-${max}之间`, `${en}: ${min} to ${max} of them`)
      return low
        ? words(`最少${value}个${zh}`, `${en}: ${value} at least`)
        : words(`最多${value}个${zh}`, `${en}: ${value} at most`)
    default:
      if (exact) return words(`${zh}必须等于${value}`, `${en} must be ${value}`)
      if (ranged)
        return words(`${zh}须在${min}-${max}之间`, `${en} must be between ${min} and ${max}`)
      return low
        ? words(`${zh}最小值为${value}`, `${en} must be at least ${value}`)
        : words(`${zh}最大值为${value}`, `${en} must be at most ${value}`)
  }
}

interface Bounds {
  minimum?: number
  maximum?: number
}

/** The limits that a schema's checks set: of length, of count or of value. */
export function boundsOf(schema: Schema | undefined): Bounds {
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
function labelAt(root: Schema, path: Path): Words {
  return path.reduce<Words>(
    (outer, key, depth) => {
      const at = schemaAt(root, path.slice(0, depth + 1))
      const label = at && labelOfField(at)
      if (label) return label
      if (typeof key !== 'number') return words(String(key), String(key))
      return words(`${outer.zh}第${key + 1}项`, `${outer.en}, item ${key + 1}`)
    },
    words('参数', 'Request'),
  )
}

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
