import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Far from Shanghai and with summer time, so that a business day taken from the machine's clock fails. */
const ELSEWHERE = { TZ: 'America/New_York' }
const SERVER = ['apps/server/**/*.test.ts']
const LONG = 120_000

/** Each stage of `npm test` that runs tests is a project: `npx vitest --project api room`. */
const projects: TestProjectInlineConfiguration[] = [
  project('unit', ['{packages,apps,scripts}/**/*.test.{ts,tsx}'], {
    exclude: [...SERVER, '**/node_modules/**', '**/dist/**'],
    env: ELSEWHERE,
  }),
  project('api', SERVER, { env: { ...ELSEWHERE, KAIBO_TEST_DB: 'sqlite' } }),
  project('e2e', ['e2e/**/*.e2e.ts'], {
    env: { TZ: 'Asia/Shanghai' },
    fileParallelism: false,
    testTimeout: LONG,
    hookTimeout: LONG,
  }),
]
if (process.env['TEST_DATABASE_URL'])
  projects.push(project('api-pg', SERVER, { env: { ...ELSEWHERE, KAIBO_TEST_DB: 'pg' } }))

function project(
  name: string,
  include: string[],
  rest: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, ...rest } }
}

export default defineConfig({
  test: { projects, maxWorkers: 2, testTimeout: 20_000, hookTimeout: 30_000 },
})
