import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { isFault, type Value } from './fault.ts'
import { compileFilters } from './filters.ts'
import type { Frame } from './frame.ts'
import type { Random } from './random.ts'
import type { Scope } from './scope.ts'
import { speakable } from './text.ts'

/** Answers the line, or nothing when a value is missing; then another template is tried. */
export type Template = (frame: Frame, random: Random) => string | undefined

const MARK = /\{\{([^{}]*)\}\}|\[([^[\]]*)\]/g
const STRAY = /\{\{|\}\}|[[\]]/

/**
 * Compiles `{{key|filter:arg}}` and `[A|B|C]`. Only the template is parsed, and only here: values are inserted between its pieces, so a
 * nickname with such marks in it is read out as it is.
 */
export function compileTemplate(text: string, path: string, scope: Scope): Template {
  const pieces: (string | Template)[] = []
  let end = 0
  const literal = (part: string) => {
    if (STRAY.test(part)) scope.report(path, '括号没有成对：变量用 {{ }}，任选用 [ | ]')
    if (part) pieces.push(part)
  }
  for (const match of text.matchAll(MARK)) {
    const [mark, variable, options] = match
    literal(text.slice(end, match.index))
    end = match.index + mark.length
    pieces.push(
      variable === undefined
        ? compileOptions(options ?? '', path, scope)
        : compileValue(variable, path, scope),
    )
  }
  literal(text.slice(end))
  return (frame, random) => {
    let line = ''
    for (const piece of pieces) {
      const part = typeof piece === 'string' ? piece : piece(frame, random)
      if (part === undefined) return undefined
      line += part
    }
    return line
  }
}

function compileOptions(text: string, path: string, scope: Scope): Template {
  const options = text.split('|')
  if (options.length < 2) scope.report(path, `[${text}] 里至少要有两个选项，用 | 分开`)
  if (text.includes('{{')) scope.report(path, `[${text}] 里不能放变量`)
  const weights = options.map(() => 1)
  return (_, random) => options[random.pick(weights)]
}

function compileValue(text: string, path: string, scope: Scope): Template {
  const [key = '', ...filters] = text.split('|').map((part) => part.trim())
  const term = scope.variable(key, path)
  if (!term) return () => undefined
  const filter = compileFilters(filters, term, path, scope)
  return (frame) => {
    const value = filter(spoken(frame.read(term.index)))
    return value === undefined ? undefined : String(value)
  }
}

/** A text of which nothing can be spoken counts as missing. */
function spoken(value: Value): Scalar | undefined {
  if (isFault(value)) return undefined
  return typeof value === 'string' ? speakable(value) || undefined : value
}
