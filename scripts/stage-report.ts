// What Vitest writes down of a stage of `npm test`, to be told at the end of the run (tally.mjs).
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Report } from './tally.mjs'

/** Vitest's own JSON leaves out what a file's hooks took, such as starting a server before its first test. */
export const stageReport = (file: string): Reporter => ({
  onTestRunEnd(modules) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(reportOf(modules)))
  },
})

function reportOf(modules: readonly TestModule[]): Report {
  const states = modules
    .flatMap((module) => [...module.children.allTests()])
    .map((test) => test.result().state)
  const count = (state: string) => states.filter((one) => one === state).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    files: modules.map((module) => ({
      file: relative('.', module.moduleId),
      seconds: module.diagnostic().duration / 1000,
    })),
  }
}
