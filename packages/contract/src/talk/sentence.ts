import { labelOf } from '../kernel/enumeration.ts'
import type { Lang } from '../kernel/words.ts'
import { ActionKind } from './action.schema.ts'
import type { Operand } from './operand.schema.ts'
import { CheckOp, CooldownHit, CooldownScope, LimitPer } from './talk.enums.ts'
import type { VariableFacts } from './talk.events.ts'
import type { Check, Condition, Policy, RuleNode } from './talk.schema.ts'
import { BUILT_IN, variableOf, type Vocabulary } from './vocabulary.ts'

/* A rule as a sentence, so that whoever reads it need not know the parts it is made of. */

/** What a variable is called, without the unit that it is kept in. */
export const variableLabel = ({ label }: Pick<VariableFacts, 'label'>, lang: Lang): string =>
  label[lang].replace(/（.*）$| \(.*\)$/, '')

/** What an event is called; its key where nothing known has it. */
export const eventLabel = (key: string, lang: Lang, { events }: Vocabulary = BUILT_IN): string =>
  events.get(key)?.label[lang] ?? key

/** Whom a rule is told to: their language, and what it may speak of. */
export interface Reader {
  lang: Lang
  known: Vocabulary
}

const FEN = 100

function valueText(
  operand: Operand | undefined,
  of: VariableFacts | undefined,
  { lang, known }: Reader,
): string {
  if (!operand) return ''
  if (operand.origin === 'variable') {
    const facts = variableOf(operand.key, known)
    return facts ? variableLabel(facts, lang) : operand.key
  }
  if (operand.origin === 'result') return operand.ref
  if (Array.isArray(operand.value)) return operand.value.map((one) => `“${one}”`).join('、')
  if (typeof operand.value === 'string') return `“${operand.value}”`
  return of?.unit === 'fen'
    ? `${operand.value / FEN}${lang === 'zh' ? '元' : ' yuan'}`
    : String(operand.value)
}

function checkText(check: Check, inherited: Operand | undefined, reader: Reader): string {
  const { lang, known } = reader
  const subject = check.subject === '$' ? inherited : check.subject
  const facts = subject?.origin === 'variable' ? variableOf(subject.key, known) : undefined
  const name = valueText(subject, undefined, reader)
  if (check.type === 1) {
    const value = valueText(check.rhs, facts, reader)
    return lang === 'zh'
      ? `${name}${labelOf(CheckOp, check.op, lang)}${value}`
      : `${name} ${labelOf(CheckOp, check.op, lang)} ${value}`
  }
  const [lo, hi] = [valueText(check.lo[1], facts, reader), valueText(check.hi[1], facts, reader)]
  const isInside = check.join === 'and'
  if (lang === 'en') return `${name} is ${isInside ? 'between' : 'not between'} ${lo} and ${hi}`
  const until = check.hi[0] === '<' ? '（不含）' : ''
  return `${name}${isInside ? '在' : '不在'}${lo}到${hi}${until}之间`
}

export function conditionText(
  condition: Condition,
  inherited: Operand | undefined,
  reader: Reader,
): string {
  const { lang } = reader
  if ('type' in condition) return checkText(condition, inherited, reader)
  if ('not' in condition) {
    const inner = conditionText(condition.not, inherited, reader)
    return lang === 'zh' ? `不是（${inner}）` : `not (${inner})`
  }
  const isAll = 'all' in condition
  const parts = isAll ? condition.all : condition.any
  const marks = { zh: isAll ? '，并且' : '，或者', en: isAll ? ' and ' : ' or ' }
  const texts = parts.map((part) => {
    const text = conditionText(part, inherited, reader)
    return 'type' in part || 'not' in part || parts.length === 1 ? text : `（${text}）`
  })
  return texts.join(marks[lang])
}

const seconds = (ms: number, lang: Lang): string =>
  lang === 'zh' ? `${ms / 1_000}秒` : `${ms / 1_000} s`

function* policyTexts({ cooldown, limit, probability }: Policy, lang: Lang): Generator<string> {
  if (probability !== undefined)
    yield lang === 'zh'
      ? `只有${Math.round(probability * 100)}%的机会`
      : `${Math.round(probability * 100)}% of the time`
  if (cooldown) {
    const who = labelOf(CooldownScope, cooldown.scope, lang)
    const then = cooldown.on_hit === 'drop' ? '' : labelOf(CooldownHit, cooldown.on_hit, lang)
    const said =
      lang === 'zh'
        ? `${WHO[cooldown.scope]}${seconds(cooldown.ms, lang)}内只说一次`
        : `once in ${seconds(cooldown.ms, lang)} (${who})`
    yield then ? `${said}，${then}` : said
  }
  if (limit)
    yield lang === 'zh'
      ? `${labelOf(LimitPer, limit.per, lang)}最多${limit.max}次`
      : `at most ${limit.max} times a ${labelOf(LimitPer, limit.per, lang).toLowerCase()}`
}

const WHO = { rule: '', user: '同一观众', group: '同组规则', room: '全房间' } as const

/** `当收到“礼物”，礼物价值大于等于10元时，说“感谢…”；同一观众30秒内只说一次。` */
export function sentenceOf(
  node: RuleNode,
  { heard, subject }: { heard: readonly string[]; subject?: Operand | undefined },
  lang: Lang,
  known: Vocabulary = BUILT_IN,
): string {
  const reader = { lang, known }
  const events = (node.triggers?.map(({ event }) => event) ?? heard).map((key) =>
    eventLabel(key, lang, known),
  )
  const named = events.map((event) => `“${event}”`).join(lang === 'zh' ? '或' : ' or ')
  const when = node.when && conditionText(node.when, node.subject ?? subject, reader)
  const start =
    lang === 'zh'
      ? `当收到${named}${when ? `，${when}` : ''}时`
      : `On ${named}${when ? `, when ${when}` : ''}`
  const limits = [...policyTexts(node.policy ?? {}, lang)]
  const end =
    limits.length > 0
      ? `${lang === 'zh' ? '；' : '; '}${limits.join(lang === 'zh' ? '，' : ', ')}`
      : ''
  return `${start}${lang === 'zh' ? '，' : ', '}${deedText(node, reader)}${end}${lang === 'zh' ? '。' : '.'}`
}

/** A line with its variables by name. */
const readable = (text: string, { lang, known }: Reader): string =>
  text.replaceAll(/\{\{\s*([\w.]+)[^{}]*\}\}/g, (mark, key: string) => {
    const facts = variableOf(key, known)
    return facts ? `〔${variableLabel(facts, lang)}〕` : mark
  })

function deedText(node: RuleNode, reader: Reader): string {
  const { lang } = reader
  if (node.type !== 'son')
    return lang === 'zh'
      ? `看下面${node.children.length}条`
      : `ask the ${node.children.length} below`
  const say = node.actions.find((action) => action.kind === 'say')
  const others = node.actions.flatMap(({ kind }) =>
    kind === 'say' ? [] : labelOf(ActionKind, kind, lang),
  )
  if (!say) return others.join(lang === 'zh' ? '、' : ', ') || (lang === 'zh' ? '执行动作' : 'act')
  const [template] = say.templates
  const first = template && { text: readable(template.text, reader) }
  const more = say.templates.length - 1
  const rest =
    more > 0 ? (lang === 'zh' ? `等${more + 1}句里的一句` : ` or one of ${more} more`) : ''
  const also = others
    .map((one) => (lang === 'zh' ? `，并${one}` : `, and ${one.toLowerCase()}`))
    .join('')
  return lang === 'zh'
    ? `说“${first?.text ?? ''}”${rest}${also}`
    : `say “${first?.text ?? ''}”${rest}${also}`
}
