import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { screens } from '../../../packages/contract/src/facts/screens.ts'
import type { BootCall, BootFacts, BootFiles } from '../src/app/boot/boot.facts.ts'
import { evaluate, scriptOf } from './evaluate.ts'

const PAGE_LINE = /^ {2}(\w+): \(\) => import\('([^']+)'\),$/gm
const ROOT_TAG = '<div id="root"></div>'
const THEME_TAG = /<script src="\/theme\.js"[^>]*><\/script>/

/**
 * Puts two things into the built page: the login form as HTML, to be seen before any script has run, and the boot script
 * with the names of all files that each screen needs (app/boot/boot.ts).
 */
export function bootDocument(root: string): Plugin {
  return {
    name: 'boot-document',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) throw new Error('the console is built into no folder')
      const { shellCalls, listCalls } = await evaluate(root, 'src/app/boot/first-calls.ts')
      const facts = factsOf(root, bundle, shellCalls as BootCall[], listCalls as never)
      const script = await scriptOf(root, 'src/app/boot/boot.start.ts', {
        BOOT_FACTS: JSON.stringify(facts),
      })
      const theme = readFileSync(join(dir, 'theme.js'), 'utf8')
      const code = `${theme};\n${script}`
      const name = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
      const { html } = await evaluate(root, 'src/app/boot/login-html.tsx')
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      if (!page.includes(ROOT_TAG) || !THEME_TAG.test(page))
        throw new Error('index.html has another root, or another theme script')
      writeFileSync(join(dir, name), code)
      writeFileSync(
        join(dir, 'index.html'),
        page
          .replace(ROOT_TAG, () => ROOT_TAG.replace('></', `>${html as string}</`))
          .replace(THEME_TAG, `<script src="/${name}"></script>`),
      )
    },
  }
}

function factsOf(
  root: string,
  bundle: Rolldown.OutputBundle,
  calls: BootCall[],
  lists: Record<string, BootCall>,
): BootFacts {
  const files = new Files(bundle)
  const source = readFileSync(join(root, 'src/app/pages.ts'), 'utf8')
  const pages = new Map([...source.matchAll(PAGE_LINE)].map(([, name, file]) => [name, file]))
  // The page itself asks for what the login needs.
  const login = files.of('/src/main.tsx')
  const all = files.of('/src/app/console.tsx')
  const always = without(all, login)
  const known = Object.entries(screens).filter(([name]) => name !== 'login')
  const byPath = known.map(([name, { path }]) => {
    const page = pages.get(name)?.replace(/^[#.]+\/?/, '/')
    if (!page) throw new Error(`pages.ts has no line of ${name} that can be read`)
    const own = without(files.of(page), all)
    return [path, { ...own, ...(lists[path] ? { list: lists[path] } : {}) }] as const
  })
  return { ground: files.antd, always, screens: Object.fromEntries(byPath), calls }
}

class Files {
  readonly antd: string
  readonly #bundle: Rolldown.OutputBundle

  constructor(bundle: Rolldown.OutputBundle) {
    this.#bundle = bundle
    const antd = Object.keys(bundle).find((name) => /^assets\/antd-[\w-]+\.css$/.test(name))
    if (!antd) throw new Error("antd's style sheet was not built")
    this.antd = `/${antd}`
  }

  /** All that a module needs before it can run. */
  of(module: string): BootFiles {
    const chunk = Object.values(this.#bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
    )
    if (chunk?.type !== 'chunk') throw new Error(`${module} is in no chunk`)
    const scripts = new Set<string>()
    const sheets = new Set<string>()
    const add = (name: string) => {
      const file = this.#bundle[name]
      if (file?.type !== 'chunk' || scripts.has(`/${name}`)) return
      scripts.add(`/${name}`)
      for (const other of file.imports) add(other)
      for (const sheet of file.viteMetadata?.importedCss ?? []) sheets.add(`/${sheet}`)
    }
    add(chunk.fileName)
    return { scripts: [...scripts], sheets: [...sheets] }
  }
}

const without = ({ scripts, sheets }: BootFiles, other: BootFiles): BootFiles => ({
  scripts: scripts.filter((one) => !other.scripts.includes(one)),
  sheets: sheets.filter((one) => !other.sheets.includes(one)),
})
