import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type InputOptions, type OutputOptions, type Plugin } from 'rolldown'
import { className } from './class-names.ts'

const CONSOLE = join(import.meta.dirname, '..')
const CLASS = /\.([a-z]\w*)/gi

/** What a module of the console exports, found out by running it here. Of its styles there are only the class names. */
export async function evaluate(root: string, file: string): Promise<Record<string, unknown>> {
  const code = await bundled(root, file, { platform: 'node', external: isInstalled }, {})
  const folder = join(root, '../../.cache/build')
  const built = join(folder, `${process.pid}-${file.replaceAll(/\W/g, '-')}.mjs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(built, code)
  try {
    return (await import(pathToFileURL(built).href)) as Record<string, unknown>
  } finally {
    rmSync(built)
  }
}

/** A module of the console and all that it imports, as one script for the page. */
export const scriptOf = (root: string, file: string, define: Record<string, string>) =>
  bundled(
    root,
    file,
    { platform: 'browser', transform: { define } },
    { format: 'iife', minify: true },
  )

const isInstalled = (id: string) => /^[\w@]/.test(id) && !/^(@kaibo\/|virtual:|src\/)/.test(id)

async function bundled(
  root: string,
  file: string,
  input: InputOptions,
  output: OutputOptions,
): Promise<string> {
  const bundle = await rolldown({
    ...input,
    input: join(root, file),
    cwd: root,
    plugins: [unstyled],
  })
  const [chunk] = (await bundle.generate({ ...output, codeSplitting: false })).output
  await bundle.close()
  return chunk.code
}

/** Leaves out what only Vite knows, and what is loaded later; a CSS module answers the names of its classes. */
const unstyled: Plugin = {
  name: 'unstyled',
  resolveId(id, importer, { kind }) {
    if (kind === 'dynamic-import') return { id, external: true }
    if (!/\.css$|^virtual:/.test(id)) return undefined
    const path = id.startsWith('.') && importer ? join(dirname(importer), id) : id
    return { id: `\0${path}`, moduleSideEffects: false }
  },
  load(id) {
    if (!id.startsWith('\0')) return undefined
    if (!id.endsWith('.module.css')) return { code: `export const href = ''`, moduleType: 'js' }
    const file = id.slice(1).replace(/^#/, `${CONSOLE}/src/`)
    const names = [...readFileSync(file, 'utf8').matchAll(CLASS)].map(([, name]) => name ?? '')
    const classes = Object.fromEntries(names.map((name) => [name, className(name, file)]))
    return { code: `export default ${JSON.stringify(classes)}`, moduleType: 'js' }
  },
}
