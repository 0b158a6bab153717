import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Far from Shanghai and with summer time, so that a business day taken from the machine's clock fails. */
const ELSEWHERE = { TZ: 'America/New_York' }
const SERVER = ['apps/server/**/*.test.ts']
const LONG = 120_000

/** Each stage of `npm test` that runs tests is a project: `npx vitest --project api room`. */
const projects: TestProjectInlineConfiguration[] = [
  project('unit', ['{packages,apps,scripts}/**/*.test.{ts,tsx}'], {
    exclude: [...SERVER, '**/node_modules/**', '**/dist/**'],
    setupFiles: 'apps/console/src/dom.fixture.ts',
    env: ELSEWHERE,
  }),
  api('api', 'sqlite'),
  project('e2e', ['e2e/**/*.e2e.ts'], {
    env: { TZ: 'Asia/Shanghai' },
    testTimeout: LONG,
    hookTimeout: LONG,
  }),
]
if (process.env['TEST_DATABASE_URL']) projects.push(api('api-pg', 'pg'))

/** Each test boots a server of its own and the code keeps nothing between them: it is loaded once a worker. */
function api(name: string, database: 'sqlite' | 'pg'): TestProjectInlineConfiguration {
  return project(name, SERVER, {
    isolate: false,
    env: { ...ELSEWHERE, KAIBO_TEST_DB: database },
  })
}

function project(
  name: string,
  include: string[],
  rest: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, ...rest } }
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
