import type { BoundSet, Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { Answers } from './answers.ts'
import { compileSets, type RuleError } from './compile.ts'
import { compileWindow } from './clock.ts'
import { NO_PROGRAM, type Program } from './program.ts'

/** A bundle, ready to be asked. */
export interface RoomProgram {
  /** Of the pack that it was compiled of; nothing where there is none. */
  readonly hash?: string
  /** The sets that it was compiled of, some of them perhaps in a former version. */
  readonly sets: readonly BoundSet[]
  readonly program: Program
  readonly answers: Answers
  readonly idleMs: number
  /** Whether nothing is to be said of its own accord. */
  readonly isQuiet: (now: number) => boolean
}

export const NO_RULES: RoomProgram = {
  sets: [],
  program: NO_PROGRAM,
  answers: new Answers([]),
  idleMs: Number.MAX_SAFE_INTEGER,
  isQuiet: () => false,
}

/**
 * Compiles what was published, set by set: one with a fault keeps the version that the room has of it, or is left out where it has none.
 * The faults say which.
 */
export function compileBundle(
  bundle: Bundle,
  former: RoomProgram = NO_RULES,
): { rules: RoomProgram; faults: RuleError[] } {
  const { catalogue } = bundle
  const faults: RuleError[] = []
  const sets: BoundSet[] = []
  for (const bound of bundle.sets) {
    const alone = compileSets([bound], catalogue, 'lenient')
    if (alone.ok) sets.push(bound)
    else {
      faults.push(...alone.errors)
      const before = former.sets.find(({ set }) => set.id === bound.set.id)
      if (before && compileSets([before], catalogue, 'lenient').ok) sets.push(before)
    }
  }
  const all = compileSets(sets, catalogue, 'lenient')
  if (!all.ok) return { rules: former, faults: [...faults, ...all.errors] }
  const rules = {
    sets,
    program: all.program,
    answers: new Answers(bundle.answers),
    idleMs: bundle.idle_s * 1_000,
    isQuiet: compileQuiet(bundle.quiet ?? []),
  }
  return { rules, faults }
}

const compileQuiet = (spans: NonNullable<Bundle['quiet']>): ((now: number) => boolean) =>
  spans.length === 0
    ? () => false
    : compileWindow({ times: spans.map(({ from, to }) => [from, to]) })
