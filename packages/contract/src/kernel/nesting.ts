/** More than real data needs, and far less than overflows the stack of recursive code (recursive schemas, `JSON.stringify`). */
const MAX_NESTING = 64

/** Enough for such a value inside the other fields of a call. */
const MAX_JSON_NESTING = 2 * MAX_NESTING

/** Whether objects and lists are nested no deeper than `MAX_NESTING`. */
export function isShallow(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const inner of Object.values(value)) if (!isShallow(inner, levels - 1)) return false
  return true
}

/** Checked before `JSON.parse`, which takes a quarter of a second for a megabyte of opening brackets. */
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

/** The index of the closing quote of the string that begins at `start`; the end of the JSON where there is none. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0
    while (json[at - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at
  }
  return json.length
}
