import { expect, test } from 'vitest'
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
  'apps/server/src/platform/db/report.test.ts',
  // It takes the clock of testkit, and nothing that boots.
  'apps/server/src/platform/http/throttle.test.ts',
  'packages/rules/src/engine.test.ts',
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
