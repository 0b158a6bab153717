// The whole check of the project, on a fresh machine too: `npm test`, or `npm test -- unit e2e` for some stages.
import * as fs from 'node:fs'
import { endTogether, npm, run } from './child.mjs'
import { findParts } from './machine.mjs'
import { prepare } from './prepare.mjs'
import { STAGES } from './stages.mjs'
import { failuresOf, lastLine, outcome, table, times } from './tally.mjs'
import { startPostgres, startRedis } from './throwaway.mjs'

/** @type {[string, (program: string) => Promise<string>, string][]} */
const SERVICES = [
  ['postgres', startPostgres, 'TEST_DATABASE_URL'],
  ['redis', startRedis, 'TEST_REDIS_URL'],
]
const REPORTS = '.cache/test'
const VITEST = 'node_modules/vitest/vitest.mjs'
const strict = process.env['CI'] === 'true'
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !STAGES[name])

if (unknown.length > 0) {
  const lines = Object.entries(STAGES).map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`)
  console.log(
    `npm test [-- stage …]\n\nStages, all of them unless some are named:\n${lines.join('\n')}`,
  )
  console.log('\nWith CI=true nothing may be left out: a part that is missing is a failure.')
  process.exit(unknown.every((name) => name === '--help') ? 0 : 2)
}

const stages = Object.keys(STAGES).filter((name) => asked.length === 0 || asked.includes(name))
const wanted = [...new Set(stages.flatMap((name) => [...needs(name), ...wants(name)]))]
if (!fs.existsSync('node_modules')) await findParts(['compiler'])
await prepare({ build: stages.includes('e2e') })

endTogether()
process.exit(await test())

/** @returns {Promise<number>} the exit code */
async function test() {
  const parts = await findParts(wanted)
  const env = await environment(parts)
  const missing = wanted.filter((part) => !parts[part])
  const leftOut = missing.map((part) => {
    const affected = stages.filter((stage) => [...needs(stage), ...wants(stage)].includes(part))
    return `!! LEFT OUT: what needs ${part} in ${affected.join(', ')}; it was not found, or did not start`
  })
  if (strict && missing.length > 0) {
    console.log(`${leftOut.join('\n')}\n!! CI=true: nothing may be left out`)
    console.log(`\n0 passed, ${missing.length} failed`)
    return 1
  }
  const began = performance.now()
  const outcomes = await runStages(parts, env)
  const seconds = (performance.now() - began) / 1000
  const told = [table(outcomes), ...failuresOf(outcomes), ...leftOut, times(outcomes, seconds)]
  console.log(`\n${told.join('\n')}\n\n${lastLine(outcomes)}`)
  return outcomes.some(({ failed }) => failed > 0) ? 1 : 0
}

/**
 * What computes, one after the other, and beside it what waits.
 * @param {Record<string, string | undefined>} parts
 * @param {NodeJS.ProcessEnv} env
 */
async function runStages(parts, env) {
  const lanes = [false, true]
    .map((waits) => stages.filter((stage) => Boolean(STAGES[stage]?.waits) === waits))
    .filter((lane) => lane.length > 0)
  const run = async (/** @type {string[]} */ lane) => {
    const outcomes = []
    for (const stage of lane) {
      const name = lanes.length > 1 ? stage : undefined
      outcomes.push(await runStage(stage, parts, { env, name }))
    }
    return outcomes
  }
  return (await Promise.all(lanes.map(run))).flat()
}

/**
 * @param {string} stage
 * @param {Record<string, string | undefined>} parts
 * @param {{ env: NodeJS.ProcessEnv, name: string | undefined }} how
 */
async function runStage(stage, parts, { env, name }) {
  console.log(`\n── ${stage}: ${STAGES[stage]?.about}`)
  const lacking = needs(stage).filter((part) => !parts[part])
  if (lacking.length > 0)
    return { ...outcome(stage, 0, 0), leftOut: `${lacking.join(', ')} not found` }
  const report = `${REPORTS}/${stage}.json`
  fs.rmSync(report, { force: true })
  const options = {
    env: { ...env, KAIBO_TEST_REPORT: report },
    name,
    detached: process.platform !== 'win32',
  }
  const began = performance.now()
  const script = STAGES[stage]?.script
  const code = script
    ? await npm(['run', '--silent', script], options)
    : await run(process.execPath, [VITEST, 'run', '--project', stage], options)
  const seconds = (performance.now() - began) / 1000
  const counts = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {}
  // Tests that ran and did not say how they ended have not passed.
  const exitCode = script || fs.existsSync(report) ? code : code || 1
  console.log(`── ${stage}: ${exitCode === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  return outcome(stage, seconds, exitCode, counts)
}

/**
 * What the stages find in their environment. The settings of a server that runs here must not reach the tests.
 * A service that does not start is taken out of `parts`.
 * @param {Record<string, string | undefined>} parts
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function environment(parts) {
  const foreign = /^(KAIBO_|DATABASE_URL$|REDIS_URL$|TEST_)/
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !foreign.test(name)),
  )
  if (parts['chromium']) env['CHROMIUM_PATH'] = parts['chromium']
  for (const [part, start, name] of SERVICES) {
    const program = parts[part]
    if (!program) continue
    try {
      env[name] = await start(program)
    } catch (error) {
      console.error(error)
      parts[part] = undefined
    }
  }
  return env
}

/** @param {string} stage */
function needs(stage) {
  return STAGES[stage]?.needs ?? []
}

/** @param {string} stage */
function wants(stage) {
  return STAGES[stage]?.wants ?? []
}
