import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const ROOT = new URL('..', import.meta.url).pathname

/**
 * What a class of a CSS module is called in the page. By its file and not by its text: the login form is drawn before the
 * style sheets are built (boot.ts), and must have the same names.
 */
export function className(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*$/, ''))
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 6)}`
}
