import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type {
  ChildNode,
  Condition,
  ParNode,
  Policy,
  SonNode,
} from '@kaibo/contract/talk/talk.schema.ts'

/* Builders for the nodes of the default rules. */

export const SECOND = 1000
export const MINUTE = 60 * SECOND

/** Cut, since a long name would take longer to read out than the rest of the line; replaced where nothing of it can be spoken. */
export const NAME = '{{ev.user.name|cut:8|default:这位朋友}}'

interface RuleParts {
  when?: Condition
  policy?: Policy
}

export const son = (id: string, name: string, lines: string[], parts: RuleParts = {}): SonNode => ({
  id,
  type: 'son',
  name,
  enabled: OpenStatus.open,
  ...parts,
  actions: [
    {
      kind: 'say',
      templates: lines.map((text) => ({ text, weight: 1 })),
      no_repeat: Math.min(2, lines.length - 1),
    },
  ],
})

export const branch = (
  id: string,
  name: string,
  event: string,
  children: ChildNode[],
  parts: RuleParts & { subject?: Operand } = {},
): ParNode => ({
  id,
  type: 'par',
  name,
  enabled: OpenStatus.open,
  triggers: [{ event }],
  hit: 'first',
  ...parts,
  children,
})

export const variable = (key: string): Operand => ({ origin: 'variable', key })
export const input = (value: string | number | string[]): Operand => ({ origin: 'input', value })
export const above = (id: string, key: string, value: number): Condition => ({
  id,
  type: 1,
  subject: variable(key),
  op: '>',
  rhs: input(value),
})
