import type { Step } from '@kaibo/contract/talk/talk.trace.ts'

/** Collects the steps of a trace. Nothing reads it while an event is decided, so a trace does not change any decision. */
export class Recorder {
  readonly steps: Step[] = []

  add(step: Step): void {
    this.steps.push(step)
  }
}
