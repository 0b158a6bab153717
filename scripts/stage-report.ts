// What Vitest writes down of a stage of `npm test`, to be told at the end of the run (tally.mjs).
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Report } from './tally.mjs'

/** Vitest's own JSON leaves out what a file's hooks took, such as starting a server before its first test. */
export const stageReport = (file: string): Reporter => ({
  onTestRunEnd(modules) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(reportOf(modules)))
  },
})

function reportOf(modules: readonly TestModule[]): Report {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string) => tests.filter((one) => one.result().state === state)
  return {
    passed: inState('passed').length,
    failed: inState('failed').length,
    skipped: inState('skipped').length,
    failures: inState('failed').map(failureOf),
    retried: tests.filter((one) => one.diagnostic()?.flaky).map(failureOf),
    files: modules.map((module) => ({
      file: relative('.', module.moduleId),
      seconds: module.diagnostic().duration / 1000,
    })),
  }
}

function failureOf(test: TestCase) {
  const why = test.result().errors?.[0]?.message.split('\n', 1)[0]
  return `${relative('.', test.module.moduleId)}: ${test.fullName}: ${why}`
}
