/** Kleene's three values, ordered: `all` is the least of its parts, `any` the greatest, `not` the mirror. */
export const FALSE = 0
export const ERROR = 1
export const TRUE = 2
export type Truth = typeof FALSE | typeof ERROR | typeof TRUE

/** As a trace shows them. */
export const SHOWN = [false, 'error', true] as const

export const truthOf = (holds: boolean): Truth => (holds ? TRUE : FALSE)

const MIRROR = [TRUE, ERROR, FALSE] as const
export const negated = (truth: Truth): Truth => MIRROR[truth]
