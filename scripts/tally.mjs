// What a stage of `npm test` came to, and how the whole run is told at its end.
import { relative } from 'node:path'

const SLOWEST = 10

/**
 * @typedef {object} Outcome
 * @property {string} stage
 * @property {number} seconds
 * @property {number} passed tests
 * @property {number} failed tests; a stage that broke without a failed test counts as one
 * @property {number} skipped tests
 * @property {{ file: string, seconds: number }[]} files with the time that their tests took
 * @property {string} [leftOut] why the stage did not run
 */

/**
 * What is read of a report of vitest's json reporter.
 * @typedef {object} Report
 * @property {number} [numPassedTests]
 * @property {number} [numFailedTests]
 * @property {number} [numPendingTests]
 * @property {number} [numTodoTests]
 * @property {{ name: string, startTime: number, endTime: number }[]} [testResults]
 */

/**
 * @param {string} stage
 * @param {number} seconds
 * @param {number} exitCode
 * @param {Report} [report] a stage that is one check has none
 * @returns {Outcome}
 */
export function outcome(stage, seconds, exitCode, report = {}) {
  const failed = report.numFailedTests ?? 0
  return {
    stage,
    seconds,
    passed: report.numPassedTests ?? 0,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    files: (report.testResults ?? []).map(({ name, startTime, endTime }) => ({
      file: relative('.', name),
      seconds: (endTime - startTime) / 1000,
    })),
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

/** Where the time of the run went: each stage's seconds, and the files whose tests took longest. */
export function times(/** @type {Outcome[]} */ outcomes) {
  const stages = outcomes.map(({ stage, seconds }) => `${stage} ${seconds.toFixed(0)}`)
  const slowest = outcomes
    .flatMap(({ stage, files }) => files.map((one) => ({ stage, ...one })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ stage, file, seconds }) => `${stage} ${file} ${seconds.toFixed(0)}`)
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0)
  return `seconds: ${total.toFixed(0)} = ${stages.join(' + ')}; slowest files: ${slowest.join(', ')}`
}

/** The last line of the run, read by machines: `N passed, N failed`, and `, N skipped` if there are any. */
export function lastLine(/** @type {Outcome[]} */ outcomes) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => outcomes.reduce((total, one) => total + one[key], 0)
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return sum('skipped') > 0 ? `${line}, ${sum('skipped')} skipped` : line
}
