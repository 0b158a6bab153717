// The stages of `npm test`.

/**
 * In the order they run: a script of package.json or a project of vitest.config.ts. Without a part that it needs a
 * stage is left out; without one that it wants, its tests for that part are. One that `waits` for most of its time, and
 * leaves the processors to others, runs beside them.
 * @type {Record<string, { about: string, script?: string, needs?: string[], wants?: string[], waits?: true }>}
 */
export const STAGES = {
  format: { about: 'every file is formatted', script: 'format:check' },
  lint: { about: 'lint, and who may import whom', script: 'lint' },
  types: { about: 'the types of every workspace', script: 'types' },
  unit: { about: 'what needs neither database nor DOM', wants: ['redis'] },
  dom: { about: 'the parts of the console, in a DOM' },
  api: { about: 'the API on SQLite', wants: ['redis'] },
  'api-pg': { about: 'the API on PostgreSQL', needs: ['postgres'], wants: ['redis'] },
  e2e: {
    about: 'the console in Chromium, with server and agent',
    waits: true,
    needs: ['chromium'],
    wants: ['fonts', 'postgres', 'redis', 'nginx', 'promtool', 'systemd', 'openssl'],
  },
}
