// The whole check of the project, on a fresh machine too: `npm test`, or `npm test -- unit e2e` for some stages.
import * as fs from 'node:fs'
import { endTogether, npm, run } from './child.mjs'
import { findParts } from './machine.mjs'
import { prepare } from './prepare.mjs'
import { startPostgres, startRedis } from './throwaway.mjs'

const REPORTS = '.cache/test'

/**
 * In the order they run. A stage is a script of package.json or a vitest project, and what it needs of the machine.
 * @type {Record<string, { about: string, script?: string, project?: string, needs: string[] }>}
 */
const STAGES = {
  format: { about: 'every file is formatted', script: 'format:check', needs: [] },
  lint: { about: 'lint, and the table of imports', script: 'lint', needs: [] },
  types: { about: 'types of every workspace', script: 'types', needs: [] },
  unit: { about: 'rules, contract, agent, console', project: 'unit', needs: [] },
  api: { about: 'the API on SQLite', project: 'api', needs: ['redis'] },
  'api-pg': { about: 'the API on PostgreSQL', project: 'api-pg', needs: ['postgres', 'redis'] },
  e2e: { about: 'the console in Chromium', project: 'e2e', needs: ['chromium', 'fonts'] },
}
const CI = process.env['CI'] === 'true'
