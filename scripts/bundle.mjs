// Bundles programs for Node: packages of ours go in, npm's stay outside, unless the whole is to be one file. `node scripts/bundle.mjs FOLDER ENTRY …`
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `readFileSync(new URL('./page.js', import.meta.url), 'utf8')`: a bundle has the text of such a file in itself, and of one in
 * TypeScript the script for browsers that it comes to. `'base64'` is for what is no text.
 */
const READ_BESIDE =
  /readFileSync\(\s*new URL\('([^']+)', import\.meta\.url\),\s*'(utf8|base64)',?\s*\)/g

const textsInside = {
  name: 'texts-inside',
  /** @param {string} code @param {string} id */
  async transform(code, id) {
    const texts = new Map()
    for (const [, path = '', as] of code.matchAll(READ_BESIDE)) {
      const file = join(dirname(id), path)
      texts.set(path, as === 'utf8' ? await textOf(file) : readFileSync(file, 'base64'))
    }
    if (texts.size === 0) return null
    const whole = code.replaceAll(READ_BESIDE, (_, path) => JSON.stringify(texts.get(path)))
    return { code: whole, map: { mappings: '' } }
  },
}

/** @param {string} file */
const textOf = (file) => (file.endsWith('.ts') ? scriptOf(file) : readFileSync(file, 'utf8'))

/**
 * One script for browsers, with all that it imports; of `*.module.ts` one that another loads by `import()`.
 * @param {string} file
 * @returns {Promise<string>}
 */
export async function scriptOf(file) {
  const { build } = await import('rolldown')
  const { output } = await build({
    input: file,
    platform: 'browser',
    write: false,
    output: {
      format: file.endsWith('.module.ts') ? 'es' : 'iife',
      codeSplitting: false,
      minify: true,
    },
    logLevel: 'warn',
  })
  return output[0].code
}

/**
 * Each entry becomes a file of its name.
 * @param {string} dir emptied before
 * @param {string[]} entries
 */
export async function bundle(dir, entries) {
  const { build } = await import('rolldown')
  await build({
    input: Object.fromEntries(entries.map((file) => [basename(file, '.ts'), file])),
    platform: 'node',
    plugins: [textsInside],
    external: (id) => /^[\w@]/.test(id) && !id.startsWith('@kaibo/') && !entries.includes(id),
    output: { dir, format: 'esm', sourcemap: true, cleanDir: true },
    logLevel: 'warn',
  })
}

/**
 * One file with npm's packages in it, which runs where nothing but Node is.
 * @param {string} file
 * @param {string} entry
 */
export async function bundleWhole(file, entry) {
  const { build } = await import('rolldown')
  await build({
    input: entry,
    platform: 'node',
    plugins: [textsInside],
    // Native parts of ws, which it does without.
    external: ['bufferutil', 'utf-8-validate'],
    output: { file, format: 'esm', codeSplitting: false, minify: true },
    logLevel: 'warn',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dir = '', ...entries] = process.argv.slice(2)
  await bundle(dir, entries)
}
