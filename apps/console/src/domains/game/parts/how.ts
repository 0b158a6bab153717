import type { VarHow } from '@kaibo/contract/talk/variable.schema.ts'
import type { Choice } from './operand-input.tsx'

export type HowOf<C> = Extract<VarHow, { calc: C }>

/** A way by which a variable is computed, in a form. */
export interface HowProps<C> {
  value: HowOf<C>
  /** The variables and fields that can be read. */
  choices: readonly Choice[]
  onChange: (value: HowOf<C>) => void
}

export const ZERO = { origin: 'input', value: 0 } as const
