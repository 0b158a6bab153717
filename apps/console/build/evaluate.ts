import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type InputOptions, type OutputOptions, type Plugin } from 'rolldown'

/** What a module of the console exports, found out by running it here. Its styles are left out. */
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

/** Leaves out what only Vite knows, and what is loaded later. */
const unstyled: Plugin = {
  name: 'unstyled',
  resolveId(id, _, { kind }) {
    if (kind === 'dynamic-import') return { id, external: true }
    return /\.css$|^virtual:/.test(id) ? { id: `\0${id}`, moduleSideEffects: false } : undefined
  },
  load: (id) =>
    id.startsWith('\0') ? { code: `export const href = ''`, moduleType: 'js' } : undefined,
}
