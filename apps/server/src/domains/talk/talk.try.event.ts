import { DataType, VarCalcType } from '@kaibo/contract/facts/enums.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { knownIn } from '@kaibo/rules/catalogue.ts'
import { normal } from '@kaibo/rules/text.ts'
import { invalid } from '#platform/fault.ts'

type Values = Readonly<Record<string, Scalar>>

interface Given {
  event: { key: string; vars: Values }
  vars: Values
}

/** What somebody gave for an event and for variables: 1001 names what does not fit the catalogue. */
export function readEvent(catalogue: Catalogue, { event, vars }: Given): Given {
  const known = knownIn(catalogue)
  const facts = known.events.get(event.key)
  if (!facts)
    throw invalid({
      'event.key': words(`没有名为 ${event.key} 的事件`, `There is no event ${event.key}`),
    })
  const wrong: Record<string, Words> = {}
  for (const [key, value] of Object.entries(event.vars)) {
    const variable = facts.variables.find((one) => one.key === key)
    const at = `event.vars.${key}`
    if (!variable || key === 'sys.now')
      wrong[at] = words(
        `事件“${facts.label.zh}”没有字段 ${key}`,
        `The event “${facts.label.en}” has no field ${key}`,
      )
    else if (!fits(variable.type, value)) wrong[at] = ofType(variable.label, variable.type)
  }
  for (const [key, value] of Object.entries(vars)) {
    const variable = known.vars.get(key)
    const at = `vars.${key}`
    if (!variable) wrong[at] = words(`没有名为 ${key} 的变量`, `There is no variable ${key}`)
    else if (variable.calc !== VarCalcType.common || variable.scope === 'global')
      wrong[at] = words(
        `变量“${variable.name}”不能改，只能改它由来的值`,
        `“${variable.name}” cannot be set, only what it is computed of`,
      )
    else if (!fits(variable.data_type, value))
      wrong[at] = ofType(words(variable.name, variable.name), variable.data_type)
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { event: { key: event.key, vars: plain(event.vars) }, vars: plain(vars) }
}

const fits = (type: number, value: Scalar): boolean =>
  typeof value === (type === DataType.number ? 'number' : 'string')

const ofType = (label: Words, type: number): Words =>
  type === DataType.number
    ? words(`${label.zh}须为数字`, `${label.en} must be a number`)
    : words(`${label.zh}须为文字`, `${label.en} must be a text`)

/** Texts as a platform's would come to the rules. */
const plain = (values: Values): Record<string, Scalar> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? normal(value) : value,
    ]),
  )
