/** Far above what anybody means, far below what overflows the stack of what walks it: a recursive schema, `JSON.stringify`. */
const MAX_NESTING = 64

/** Whether objects and lists lie in each other no deeper than that. */
export function isShallow(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const inner of Object.values(value)) if (!isShallow(inner, levels - 1)) return false
  return true
}
