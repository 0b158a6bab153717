import type { Words } from '../kernel/words.ts'
import { areas } from './areas.ts'

type RightOf<A> = A extends { name: infer Name extends string; acts: infer Acts }
  ? `${Name}.${keyof Acts & string}`
  : never

/** A permission code, `<domain>.<act>`. A call's line, a screen or a button can ask for no other. */
export type Right = RightOf<(typeof areas)[number]>

declare module '../kernel/endpoint.ts' {
  interface Register {
    right: Right
  }
}

const sentences = Object.fromEntries(
  areas.flatMap(({ name, acts }) =>
    Object.entries(acts).map(([act, sentence]) => [`${name}.${act}` as Right, sentence] as const),
  ),
)

export const rights = (Object.keys(sentences) as Right[]).sort()

/** What a right lets one do, in a sentence; undefined of one that there is no more. */
export const rightSentence = (right: string): Words | undefined => sentences[right]
