// What a stage of `npm test` came to, and how the whole run is told at its end.

const SLOWEST = 10

/**
 * @typedef {object} Report
 * @property {number} passed tests
 * @property {number} failed tests
 * @property {number} skipped tests
 * @property {string[]} failures each failed test with its file and why, a line each
 * @property {string[]} retried likewise, each test that failed once and passed when it was run again
 * @property {{ file: string, seconds: number }[]} files with the time that their tests and hooks took
 */

/**
 * @typedef {object} Stage
 * @property {string} stage
 * @property {number} seconds
 * @property {string} [leftOut] why the stage did not run
 */

/** @typedef {Stage & Report} Outcome */

/**
 * @param {string} stage
 * @param {number} seconds
 * @param {number} exitCode
 * @param {Partial<Report>} [report] a stage that is one check has none
 * @returns {Outcome} one that broke without a failed test counts as one
 */
export function outcome(stage, seconds, exitCode, report = {}) {
  const { passed = 0, failed = 0, skipped = 0, failures = [], retried = [], files = [] } = report
  return {
    stage,
    seconds,
    passed,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped,
    failures,
    retried,
    files,
  }
}

/** @param {Outcome[]} outcomes */
export function table(outcomes) {
  const rows = outcomes.map(({ stage, seconds, passed, failed, skipped, leftOut }) => {
    const verdict = leftOut ? 'LEFT OUT' : failed > 0 ? 'FAILED' : 'ok'
    const tests = [
      passed && `${passed} passed`,
      failed && `${failed} failed`,
      skipped && `${skipped} skipped`,
    ]
    const detail = leftOut ?? tests.filter(Boolean).join(', ')
    return `${stage.padEnd(8)} ${verdict.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s  ${detail}`.trimEnd()
  })
  return rows.join('\n')
}

/** What failed is told once more at the end: the log of a build server is often read from there, or kept no further back. */
export function failuresOf(/** @type {Outcome[]} */ outcomes) {
  return outcomes.flatMap(({ stage, failures, retried }) => [
    ...failures.map((one) => `!! ${stage} ${one}`),
    ...retried.map((one) => `?? ${stage} passed when run again: ${one}`),
  ])
}

/**
 * Where the time of the run went: each stage's seconds, of which some ran side by side, and the files whose tests took
 * longest.
 * @param {Outcome[]} outcomes
 * @param {number} seconds of the whole run
 */
export function times(outcomes, seconds) {
  const stages = outcomes.map((one) => `${one.stage} ${one.seconds.toFixed(0)}`)
  const slowest = outcomes
    .flatMap(({ stage, files }) => files.map((one) => ({ stage, ...one })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map((one) => `${one.stage} ${one.file} ${one.seconds.toFixed(0)}`)
  return `seconds: ${seconds.toFixed(0)}, of which ${stages.join(', ')}; slowest files: ${slowest.join(', ')}`
}

/** The last line of the run, read by machines: `N passed, N failed`, and `, N skipped` if there are any. */
export function lastLine(/** @type {Outcome[]} */ outcomes) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => outcomes.reduce((total, one) => total + one[key], 0)
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return sum('skipped') > 0 ? `${line}, ${sum('skipped')} skipped` : line
}
