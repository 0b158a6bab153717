// Who may import whom. ARCHITECTURE.md draws the picture; this table is the rule, and `npm run lint` applies it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { filesIn, importsOf, wordsOf } from './imports.ts'

/**
 * Names are paths without `packages/`, `apps/` and `src/`. `:d` is any one folder and means the same one along its row;
 * `*` is any part of a name. The first row that fits a file is its row. Every folder may also import itself.
 */
const TABLE = `
  folder             | may import                                               | npm | instead
  contract/kernel    | contract/facts                                           | zod | the kernel knows no product word and stands on nothing
  contract/facts     | contract/kernel contract/*/*.area.ts                     | zod | facts stand on the kernel and on what each domain is
  contract/*.ts      | contract                                                 | zod | the contract stands on nothing but zod
  contract/:d        | contract/kernel contract/facts contract/live contract/*/*.schema.ts contract/*/*.rules.ts contract/*/*.enums.ts | zod | of another domain take its *.schema.ts, *.rules.ts and *.enums.ts only
  voice              | contract/stage contract/kernel                           | zod node:crypto node:child_process node:fs node:fs/promises node:path node:readline | a voice is text in and sound out: hand time, log and folders in
  rules              | contract/talk contract/live contract/kernel contract/facts | - | rules are pure: hand the value in as an argument
  server/platform    | contract/kernel contract/facts                           | any | platform knows no product word: let the domain hand it in
  server/domains/:d  | contract/:d contract/*/*.enums.ts contract/*/*.rules.ts contract/lookup contract/kernel contract/facts contract/live contract/agent contract/stage/*.schema.ts contract/talk/*.schema.ts contract/talk/talk.events.ts contract/game/*.schema.ts server/platform server/migrations/tables.ts server/domains/lookup rules scene voice | any | let server/app.ts pass the other domain's service in
  server/migrations/tables*.ts | contract/*/*.schema.ts contract/*/*.rules.ts contract/*/*.enums.ts contract/*/*.state.ts contract/kernel contract/facts server/migrations/tables*.ts | any | the types of the tables are the contract's, as types alone
  server/migrations  | contract/kernel contract/facts server/platform           | any | a migration is frozen: write the value out in it
  server             | contract rules scene voice stage/assets.ts stage/sounds.ts                   | any | the server stands on contract and rules
  console/client     | contract/kernel contract/facts contract/live contract/legacy contract/auth contract/english.ts | any | the client knows no screen: let the caller pass it in
  console/kit        | contract/kernel contract/facts contract/view contract/upload contract/history console/client | any | the kit knows no product word: let the domain pass it as a prop
  console/entities   | contract console/kit console/client console/domains/lookup | any | an entity is drawn from what it is given: let the domain pass it in
  console/domains/lookup | contract/*/*.api.ts contract/lookup contract/kernel contract/facts console/kit console/client | any | lookup holds what other domains choose from, and nothing else
  console/domains/stage | contract/stage contract/*/*.enums.ts contract/*/*.rules.ts contract/lookup contract/kernel contract/facts contract/live console/kit console/client console/entities console/domains/lookup scene | any | meet in console/app or by URL, or move what is shared to console/kit or console/entities
  console/domains/asset | contract/asset contract/*/*.enums.ts contract/*/*.rules.ts contract/lookup contract/kernel contract/facts contract/live console/kit console/client console/entities console/domains/lookup scene | any | meet in console/app or by URL, or move what is shared to console/kit or console/entities
  console/domains/game | contract/game contract/talk contract/*/*.enums.ts contract/*/*.rules.ts contract/lookup contract/kernel contract/facts contract/live console/kit console/client console/entities console/domains/lookup | any | meet in console/app or by URL, or move what is shared to console/kit or console/entities
  console/domains/:d | contract/:d contract/*/*.enums.ts contract/*/*.rules.ts contract/lookup contract/kernel contract/facts contract/live console/kit console/client console/entities console/domains/lookup | any | meet in console/app or by URL, or move what is shared to console/kit or console/entities
  console            | contract                                                 | any | the console knows the server by its contract
  agent              | contract/kernel contract/facts contract/agent contract/live contract/talk contract/game contract/stage game-tug-war scene stage/assets.ts stage/sounds.ts rules voice | any | the agent knows the server by contract/agent
  scene              | contract/stage                                           | -   | drawing is pure: hand pictures and times in as arguments
  stage/avatar       | contract/stage scene                                     | any | it is loaded by the page, apart from all else: say it by scene/avatar-door.ts
  stage/page         | contract/stage scene                                     | -   | the page knows the agent by the frames of its link
  stage              | contract/stage scene                                     | any | what is shown of a stage stands below its page
  speaker            | -                                                        | any | the voice is a program of its own, under a licence of its own: it is spoken to over stdio only
  game-tug-war       | contract/game contract/kernel                            | any | a game knows the agent by the frames of its link
  testkit            | contract server                                          | any | start other programs as processes
  e2e                | contract testkit                                         | any | act as a user does, by testkit's verbs
  bench              | contract rules voice server agent testkit                   | any | measure through what the programs export
  *.test             | contract testkit                                         | any | beside its folder's row, a test stands on contract and testkit
`

interface Row {
  folder: RegExp
  may: string[]
  npm: string[]
  instead: string
}

const ROWS = TABLE.trim().split('\n').slice(1).map(readRow)
const TEST_ROW = ROWS.at(-1)
const SEARCHED = /^((packages|apps)\/[^/]+\/src|e2e|bench)\/.*\.tsx?$/
const EXTENSION = /\.(tsx?|css|json|svg|png|webp|html)(\?\w+)?$/

/** What is wrong with the imports of one file, a sentence each. `file` is its path from the root. */
export function violations(file: string, source: string): string[] {
  const path = wordsOf(file)
  const row = ROWS.find(({ folder }) => folder.test(path))
  if (!row) return [`${file}: its folder is not in the table of scripts/import-rule.ts; add a row`]
  const name = row.folder.exec(path)?.groups?.['d'] ?? ''
  const isTest = /\.(test|samples|fixture)\.tsx?$/.test(path)
  const may = [...row.may, ...(isTest ? (TEST_ROW?.may ?? []) : [])].map((one) =>
    pattern(one, name),
  )
  const npm = isTest ? ['any'] : row.npm

  return importsOf(path, source).flatMap(({ specifier, line, target }) => {
    const say = (text: string) => [`${file}:${line} '${specifier}': ${text}`]
    if (!target) {
      const known = npm.includes('any') || npm.includes(packageOf(specifier))
      return known ? [] : say(`no packages here but: ${npm.join(', ')}; ${row.instead}`)
    }
    if (specifier.startsWith('../../'))
      return say(`no climbing; write '${climbless(path, target)}'`)
    if (!EXTENSION.test(specifier)) return say('write the extension: .ts, .tsx, …')
    return may.some((one) => one.test(target)) ? [] : say(`not allowed here; ${row.instead}`)
  })
}

function climbless(path: string, target: string): string {
  const [own, ...rest] = target.split('/')
  const hasHash = ['server', 'console', 'agent'].includes(own ?? '')
  return own === path.split('/')[0] && hasHash ? `#${rest.join('/')}` : `@kaibo/${target}`
}

const packageOf = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

function readRow(line: string): Row {
  const [folder = '', may = '', npm = '', instead = ''] = line.split('|').map((cell) => cell.trim())
  return { folder: pattern(folder), may: [folder, ...may.split(' ')], npm: npm.split(' '), instead }
}

function pattern(cell: string, name = '(?<d>[^/]+)'): RegExp {
  const source = cell.replaceAll('.', '\\.').replaceAll('*', '[^/]*').replace(':d', name)
  return new RegExp(`^${source}(/|$)`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = ['packages', 'apps', 'e2e', 'bench']
    .flatMap(filesIn)
    .filter((f) => SEARCHED.test(f))
  const found = files.flatMap((file) => violations(file, readFileSync(file, 'utf8')))
  for (const one of found) console.error(one)
  console.log(`imports of ${files.length} files: ${found.length} against the table`)
  process.exitCode = found.length > 0 ? 1 : 0
}
