/** Far above what anybody means, far below what overflows the stack of what walks it: a recursive schema, `JSON.stringify`. */
const MAX_NESTING = 64

/** Room for such a value, and for what a call lays around it. */
const MAX_JSON_NESTING = 2 * MAX_NESTING

/** Whether objects and lists lie in each other no deeper than that. */
export function isShallow(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const inner of Object.values(value)) if (!isShallow(inner, levels - 1)) return false
  return true
}

/** Whether a text can be given to `JSON.parse`, which needs a quarter of a second for a megabyte of opening brackets. */
export function isShallowJson(json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at)
        break
      case '[':
      case '{':
        depth += 1
        if (depth > MAX_JSON_NESTING) return false
        break
      case ']':
      case '}':
        depth -= 1
        break
      default:
    }
  }
  return true
}

/** Where the closing quote is of the text that begins here; the end of all where there is none. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return json.length
}
