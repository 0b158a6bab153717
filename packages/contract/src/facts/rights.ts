import { areas } from './areas.ts'

type RightOf<A> = A extends {
  name: infer Name extends string
  acts: readonly (infer Act extends string)[]
}
  ? `${Name}.${Act}`
  : never

/** A permission code, `<domain>.<act>`. A call's line, a screen or a button can ask for no other. */
export type Right = RightOf<(typeof areas)[number]>

declare module '../kernel/endpoint.ts' {
  interface Register {
    right: Right
  }
}

export const rights = areas
  .flatMap(({ name, acts }) => acts.map((act) => `${name}.${act}` as Right))
  .sort()
