// What a file of ours imports, read from its text.
import { existsSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'

export interface Import {
  specifier: string
  line: number
  /** The module in the table's words, such as `server/platform/db/open.ts`; nothing where it is an npm package. */
  target: string | undefined
}

const FORMS = [
  /^[ \t]*(?:import|export)\s+[\w$,\s]*?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})?\s*from\s*['"]([^'"]+)['"]/gm,
  /^[ \t]*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

/** A path without `packages/`, `apps/` and `src/`. */
export const wordsOf = (file: string) => file.replace(/^(packages|apps)\/([^/]+)\/src\//, '$2/')

/** The file of these words, if there is one. */
export const fileOf = (words: string): string | undefined =>
  [...['packages', 'apps'].map((root) => `${root}/${words.replace('/', '/src/')}`), words].find(
    (file) => existsSync(file),
  )

/** `words` are those of the file. */
export const importsOf = (words: string, source: string): Import[] =>
  FORMS.flatMap((form) => [...source.matchAll(form)]).map((match) => {
    const specifier = match[1] ?? ''
    const line = source.slice(0, match.index + match[0].length).split('\n').length
    return { specifier, line, target: resolve(words, specifier) }
  })

function resolve(words: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(words), specifier)
  if (specifier.startsWith('#')) return `${words.split('/')[0]}/${specifier.slice(1)}`
  if (specifier.startsWith('@kaibo/')) return specifier.slice('@kaibo/'.length)
  return undefined
}

/** Every file of a folder of ours, without what is built or hidden; of a folder that is not there none. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist|\..*)$/.test(entry.name)) return []
    return entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
  })
}
