import { expect, test } from 'vitest'
import { violations } from './import-rule.ts'

const service = 'apps/server/src/domains/room/room.service.ts'

test.each([
  ['packages/contract/src/room/room.api.ts', '../kernel/endpoint.ts'],
  ['packages/contract/src/room/room.schema.ts', '../live-account/live-account.schema.ts'],
  ['packages/contract/src/room/room.schema.ts', 'zod/mini'],
  ['packages/contract/src/registry.ts', './room/room.api.ts'],
  ['packages/rules/src/engine.ts', '@kaibo/contract/talk/talk.schema.ts'],
  [service, './room.store.ts'],
  [service, '#platform/db/open.ts'],
  [service, '#migrations/tables.ts'],
  [service, '#domains/lookup/lookup.service.ts'],
  [service, '@kaibo/contract/room/room.schema.ts'],
  [service, 'kysely'],
  ['apps/server/src/domains/room/room.test.ts', '@kaibo/testkit/boot.ts'],
  ['apps/server/src/domains/room/room.test.ts', '@kaibo/contract/auth/auth.api.ts'],
  ['apps/server/src/app.ts', '#domains/room/room.routes.ts'],
  ['apps/console/src/domains/room/pages/room-list.page.tsx', '../room.queries.ts'],
  ['apps/console/src/domains/room/pages/room-list.page.tsx', '#kit/list/list.tsx'],
  ['apps/console/src/domains/income/income.columns.tsx', '#entities/room/room-name.tsx'],
  ['apps/console/src/entities/room/pc-dot.tsx', '@kaibo/contract/room/room.schema.ts'],
  ['apps/console/src/entities/room/pc-dot.tsx', '#domains/lookup/lookup.options.ts'],
  ['apps/console/src/main.tsx', './app/main.css'],
  ['apps/agent/src/link/link.ts', '@kaibo/contract/agent/frames.ts'],
  ['e2e/journeys/first-day.e2e.ts', '@kaibo/testkit/browser.ts'],
])('%s may import %s', (file, specifier) => {
  expect(violations(file, `import { x } from '${specifier}'`)).toEqual([])
})

test.each([
  ['packages/contract/src/kernel/page.ts', '../room/room.schema.ts', 'no product word'],
  [
    'packages/contract/src/room/room.api.ts',
    '../income/income.api.ts',
    'take its *.schema.ts, *.rules.ts and *.enums.ts only',
  ],
  ['packages/contract/src/room/room.api.ts', 'fastify', 'no packages here but: zod'],
  ['packages/rules/src/engine.ts', 'node:fs', 'rules are pure'],
  ['packages/rules/src/engine.ts', '@kaibo/server/platform/clock.ts', 'rules are pure'],
  ['apps/server/src/platform/clock.ts', '@kaibo/contract/room/room.schema.ts', 'no product word'],
  [service, '#domains/income/income.service.ts', "pass the other domain's service in"],
  [service, '../income/income.service.ts', "pass the other domain's service in"],
  [service, '#domains/roommate/roommate.service.ts', "pass the other domain's service in"],
  [service, '@kaibo/contract/income/income.schema.ts', "pass the other domain's service in"],
  ['apps/server/src/domains/room/room.test.ts', '#domains/income/income.service.ts', 'pass'],
  ['apps/console/src/kit/list/list.tsx', '#domains/room/room.columns.tsx', 'as a prop'],
  ['apps/console/src/domains/room/room.columns.tsx', '#domains/talk/talk.columns.tsx', 'meet in'],
  ['apps/console/src/kit/list/list.tsx', '#entities/room/pc-dot.tsx', 'as a prop'],
  ['apps/console/src/entities/room/pc-dot.tsx', '#domains/room/room.present.ts', 'pass it in'],
  ['apps/console/src/domains/lookup/lookup.options.ts', '#entities/room/pc-dot.tsx', 'choose'],
  ['apps/agent/src/main.ts', '@kaibo/server/platform/clock.ts', 'contract/agent'],
  ['e2e/room.e2e.ts', '@kaibo/server/app.ts', "testkit's verbs"],
  [service, './room.store', 'write the extension'],
  [service, '../../platform/db/open.ts', "write '#platform/db/open.ts'"],
  ['packages/pricing/src/price.ts', './x.ts', 'add a row'],
])('%s may not import %s', (file, specifier, why) => {
  expect(violations(file, `import { x } from '${specifier}'`)).toEqual([
    expect.stringContaining(why),
  ])
})

test('every form of import is seen, with its line', () => {
  const other = "'#domains/talk/talk.service.ts'"
  const source = [
    `import type { A } from ${other}`,
    `import a, {\n  b,\n} from ${other}`,
    `import * as c from ${other}`,
    `export * from ${other}`,
    `export { d } from ${other}`,
    `import ${other}`,
    `const e = await import(${other})`,
    `// not an import: from ${other}`,
    `const text = "import x from" + ${other}`,
  ].join('\n')
  const lines = violations(service, source).map((one) => Number(/:(\d+) /.exec(one)?.[1]))
  expect(lines.sort((a, b) => a - b)).toEqual([1, 4, 5, 6, 7, 8, 9])
})
