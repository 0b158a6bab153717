import type * as z from 'zod/mini'
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

interface Bounds {
  minimum?: number
  maximum?: number
}

type Issue = z.core.$ZodIssue

/** `data.fields` of code 1001: path → Chinese message in the wording of spec §5. One message a field, the first. */
export function fieldMessages(
  schema: z.core.$ZodType,
  issues: readonly Issue[],
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= `不认识的字段${key}`
      continue
    }
    fields[issue.path.join('.')] ??= sentence(schema, issue)
  }
  return fields
}

function sentence(root: z.core.$ZodType, issue: Issue): string {
  const at = schemaAt(root, issue.path)
  const label = at
    ? labelOfField(at, String(issue.path.at(-1) ?? '参数'))
    : String(issue.path.at(-1) ?? '参数')
  const bounds: Bounds = at ? (bare(at)._zod.bag as Bounds) : {}
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? `请输入${label}`
        : `${label}不是一个有效的${TYPE_WORDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return limit(label, issue.origin, Number(issue.minimum), 'min', bounds)
    case 'too_big':
      return limit(label, issue.origin, Number(issue.maximum), 'max', bounds)
    case 'invalid_value':
      return `${label}必须是其中一个[${issue.values.map(String).join(', ')}]`
    case 'invalid_format':
      return `${label}与模式不匹配${issue.pattern ?? issue.format}`
    case 'custom':
      return issue.message || `${label}不正确`
    default:
      return `${label}不正确`
  }
}

function limit(
  label: string,
  origin: string,
  value: number,
  side: 'min' | 'max',
  { minimum, maximum }: Bounds,
): string {
  const ranged =
    minimum !== undefined &&
    maximum !== undefined &&
    Number.isSafeInteger(maximum) &&
    maximum !== Number.MAX_SAFE_INTEGER
  if (origin === 'string') {
    if (side === 'min' && value === 1) return `请输入${label}`
    if (ranged && minimum === maximum) return `${label}须为${value}个字符`
    if (ranged && minimum > 1) return `${label}须在${minimum}-${maximum}字符之间`
    return side === 'min' ? `${label}最少${value}个字符` : `${label}最多${value}个字符`
  }
  if (origin === 'array') {
    if (ranged && minimum === maximum) return `须为${value}个${label}`
    if (ranged && minimum > 0) return `${label}数量须在${minimum}-${maximum}之间`
    return side === 'min' ? `最少${value}个${label}` : `最多${value}个${label}`
  }
  if (ranged && minimum === maximum) return `${label}必须等于${value}`
  if (ranged) return `${label}须在${minimum}-${maximum}之间`
  return side === 'min' ? `${label}最小值为${value}` : `${label}最大值为${value}`
}
