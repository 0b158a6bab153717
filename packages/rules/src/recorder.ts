import type { Step } from '@kaibo/contract/talk/talk.trace.ts'

/** Collects the steps of a trace. Closures tell it what they decided; it decides nothing, so a trace cannot change an outcome. */
export class Recorder {
  readonly steps: Step[] = []

  add(step: Step): void {
    this.steps.push(step)
  }
}
