/**
 * The three values of a condition, numbered so that `all` is the smallest of its parts and `any` the largest (Kleene's logic). `not`
 * swaps TRUE and FALSE, and leaves ERROR as it is.
 */
export const FALSE = 0
export const ERROR = 1
export const TRUE = 2
export type Truth = typeof FALSE | typeof ERROR | typeof TRUE

/** What a trace writes for each. */
export const SHOWN = [false, 'error', true] as const

export const truthOf = (holds: boolean): Truth => (holds ? TRUE : FALSE)

const NEGATED = [TRUE, ERROR, FALSE] as const
export const negated = (truth: Truth): Truth => NEGATED[truth]
