// Which project of vitest.config.ts runs a test file. The files themselves say it, so no list can fall out of date.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileOf, filesIn, importsOf, wordsOf } from './imports.ts'

/** What a reader takes for a test. Each belongs to a project, or none of them runs at all. */
const NAMED_AS_TEST = /\.(test|spec|e2e)\.[^.]+$/
const TEST = /^(packages|apps|scripts)\/.*\.test\.tsx?$/
const JOURNEY = /^e2e\/.*\.e2e\.ts$/
const IN_A_DOM = /\.test\.tsx$|\.dom\.test\.ts$/
/** Vitest's own way to ask for a DOM would lay a second window over the one that dom.fixture.ts opens. */
const ASKS_VITEST = /^\W*@vitest-environment\b/m
/** Whoever boots a server, or asks which database it would have, comes upon one of these. */
const ASKS_FOR_DATABASE = /\bprocess\.env\[?\.?['"]?(KAIBO_TEST_DB|TEST_DATABASE_URL)\b/

/** Only these may import what asks: a program never stands on testkit (import-rule.ts). */
const OF_TESTS = /^testkit\/|\.(fixture|samples)\.tsx?$/

export interface TestFiles {
  /** In a DOM. */
  dom: string[]
  /** Once for each database. */
  database: string[]
  /** In a browser. */
  e2e: string[]
  /** All others. */
  unit: string[]
}

/** The test files of the folder that the process runs in. */
export function sortedTests(): TestFiles {
  const sorted: TestFiles = { dom: [], database: [], e2e: [], unit: [] }
  const files = filesIn('.').map((file) => posix.normalize(file))
  for (const file of files.filter((one) => NAMED_AS_TEST.test(one)))
    sorted[projectOf(file)].push(file)
  return sorted
}

export function projectOf(file: string): keyof TestFiles {
  if (JOURNEY.test(file)) return 'e2e'
  if (!TEST.test(file))
    throw new Error(
      `${file}: no project runs it; tests are *.test.ts in packages, apps and scripts, and e2e/*.e2e.ts`,
    )
  if (ASKS_VITEST.test(read(file)))
    throw new Error(`${file}: no @vitest-environment; *.test.tsx and *.dom.test.ts have a DOM`)
  if (IN_A_DOM.test(file)) return 'dom'
  return dependsOnDatabase(file, new Set()) ? 'database' : 'unit'
}

/** Whether the file, or what it imports, asks for the database of the run. */
function dependsOnDatabase(file: string, seen: Set<string>): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const source = read(file)
  if (ASKS_FOR_DATABASE.test(source)) return true
  return importsOf(wordsOf(file), source)
    .filter(({ target }) => target && OF_TESTS.test(target))
    .flatMap(({ target }) => fileOf(target ?? '') ?? [])
    .some((imported) => dependsOnDatabase(imported, seen))
}

const texts = new Map<string, string>()
function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}
