import { expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { STAGES } from './stages.mjs'
import { projectOf } from './test-files.ts'

test.each([
  ['boots a server', 'apps/server/src/rights.test.ts'],
  ['has a fixture that boots one', 'apps/server/src/domains/ingest/push.test.ts'],
  ['asks for the database without one', 'apps/server/src/main.test.ts'],
])('what %s runs once for each database', (_why, file) => {
  expect(projectOf(file)).toBe('database')
})

test.each([
  'apps/server/src/domains/auth/locks.test.ts',
  // It opens a SQLite file of its own, whatever the run is about.
  'apps/server/src/platform/db/lock.test.ts',
  // It takes the clock of testkit, and nothing that boots.
  'apps/server/src/platform/http/throttle.test.ts',
  'packages/rules/src/compile.test.ts',
  'apps/agent/src/link/link.test.ts',
])('%s runs once', (file) => {
  expect(projectOf(file)).toBe('unit')
})

test.each([
  'apps/console/src/kit/list/list-page.test.tsx',
  'apps/console/src/client/session.dom.test.ts',
])('%s has a DOM', (file) => {
  expect(projectOf(file)).toBe('dom')
})

test.each(['e2e/journeys/recorded-run.e2e.ts'])('%s has a browser', (file) => {
  expect(projectOf(file)).toBe('e2e')
})

test.each([
  'bench/figures.test.ts',
  'e2e/world.test.ts',
  'apps/server/src/rights.spec.ts',
  'apps/server/src/room.e2e.ts',
  'scripts/lock.test.mjs',
])('%s would be run by no project, which is said', (file) => {
  expect(() => projectOf(file)).toThrow('no project runs it')
})

test('every project is a stage of `npm test`, and every stage without a script is a project', () => {
  const projects = (config.test?.projects ?? []).map((one) =>
    typeof one === 'object' && 'test' in one ? one.test?.name : one,
  )
  const stages = Object.entries(STAGES).flatMap(([name, { script }]) => (script ? [] : [name]))
  // The project of PostgreSQL is there where a PostgreSQL is.
  expect(new Set([...projects, 'api-pg'])).toEqual(new Set(stages))
})
