import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** On events of live rooms, or of its own accord: in a silence, at a time. */
export const RuleKind = enumeration({
  talk: ['talk', '事件话术', 'On events'],
  drive: ['drive', '主动话术', 'Unprompted'],
})
export type RuleKind = ValueOf<typeof RuleKind>
