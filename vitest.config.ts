import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { sortedTests } from './scripts/test-files.ts'

/** Far from Shanghai and with summer time, so that a business day taken from the machine's clock fails. */
const ELSEWHERE = { TZ: 'America/New_York' }
const LONG = 120_000
const tests = sortedTests()

/**
 * Each is run by a stage of `npm test`; `npx vitest run --project api room` runs some of one. A worker runs many files and
 * loads their code once.
 */
const projects: TestProjectInlineConfiguration[] = [
  project('unit', tests.unit, { env: { ...ELSEWHERE, KAIBO_TEST_DB: 'none' } }),
  project('dom', tests.dom, {
    setupFiles: 'apps/console/src/dom.fixture.ts',
    env: { ...ELSEWHERE, KAIBO_TEST_DB: 'none' },
  }),
  api('api', 'sqlite'),
  project('e2e', ['e2e/**/*.e2e.ts'], {
    env: { TZ: 'Asia/Shanghai' },
    testTimeout: LONG,
    hookTimeout: LONG,
  }),
]
if (process.env['TEST_DATABASE_URL']) projects.push(api('api-pg', 'pg'))

function api(name: string, database: 'sqlite' | 'pg'): TestProjectInlineConfiguration {
  return project(name, tests.database, {
    globalSetup: 'packages/testkit/src/template.setup.ts',
    env: { ...ELSEWHERE, KAIBO_TEST_DB: database },
  })
}

function project(
  name: string,
  include: string[],
  rest: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, isolate: false, ...rest } }
}

export default defineConfig({
  test: {
    projects,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A busy machine takes longer than a second for what is quick on a quiet one.
    expect: { poll: { timeout: 5_000 } },
  },
})
