import type { Words } from '../kernel/words.ts'
import type { Area } from './area.ts'
import { areas } from './areas.ts'
import type { Right } from './rights.ts'

type KindsOf<A> = A extends { kinds: infer Kinds } ? keyof Kinds & string : never

/** What the search over everything shows. */
export type Kind = KindsOf<(typeof areas)[number]>

interface KindFacts {
  kind: Kind
  called: Words
  can: Right
}

/** In the order in which they are shown. */
export const kinds = areas.flatMap(({ name, kinds: own = {} }: Area) =>
  Object.entries(own).map(([kind, { called, can = `${name}.look` }]) => ({ kind, called, can })),
) as readonly KindFacts[]
