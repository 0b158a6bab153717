import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { stageReport } from './scripts/stage-report.ts'
import { sortedTests } from './scripts/test-files.ts'

/** Far from Shanghai and with summer time, so that a business day taken from the machine's clock fails. */
const ELSEWHERE = { TZ: 'America/New_York' }
const LONG = 120_000
const tests = sortedTests()
/** Set by `npm test`, which tells what it says at its end. */
const report = process.env['KAIBO_TEST_REPORT']

/** Each is run by a stage of `npm test`; `npx vitest run --project api room` runs some of one. */
const projects = [
  project('unit', tests.unit, { env: { ...ELSEWHERE, KAIBO_TEST_DB: 'none' } }),
  project('dom', tests.dom, {
    setupFiles: 'apps/console/src/dom.fixture.ts',
    env: { ...ELSEWHERE, KAIBO_TEST_DB: 'none' },
  }),
  api('api', 'sqlite'),
  ...(process.env['TEST_DATABASE_URL'] ? [api('api-pg', 'pg')] : []),
  project('e2e', tests.e2e, {
    env: { TZ: 'Asia/Shanghai' },
    testTimeout: LONG,
    hookTimeout: LONG,
  }),
]

function api(name: string, database: 'sqlite' | 'pg') {
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
  // A worker runs many files and loads their code once.
  return { extends: true, test: { name, include, isolate: false, ...rest } }
}

/** Where several run at once: one after the other, as a worker that changes over begins anew. */
const inOrder = projects.map(({ test, ...rest }, groupOrder) => ({
  ...rest,
  test: { ...test, sequence: { groupOrder } },
}))

export default defineConfig({
  test: {
    projects: inOrder,
    reporters: ['default', ...(report ? [stageReport(report)] : [])],
    maxWorkers: 2,
    // On a build server's busy machine a wait may run out once; `npm test` names each test that was run again.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A busy machine takes longer than a second for what is quick on a quiet one.
    expect: { poll: { timeout: 5_000 } },
  },
})
