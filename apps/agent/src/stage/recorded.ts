import { randomUUID } from 'node:crypto'
import type { StagePage } from './stage-page.ts'

/** Which page of a room records itself, and into which file: one for each connection of a page in a run. */
export class Recorded {
  #page: StagePage | undefined
  #run_id: string | null = null
  /** By recording its run; of those that are over the last piece may still be on its way. */
  readonly #runs = new Map<string, string>()

  /** This page is to record this run, in place of the one that does; nothing: none. */
  by(page: StagePage | undefined, run_id: string | null): void {
    const next = run_id === null ? undefined : page
    if (next === this.#page && run_id === this.#run_id) return
    this.#page?.send({ type: 'record', recording_id: null })
    this.#page = next
    this.#run_id = run_id
    if (!next || run_id === null) return
    const recording_id = randomUUID()
    this.#runs.set(recording_id, run_id)
    next.send({ type: 'record', recording_id })
  }

  /** The run that it is of; nothing of one that is not ours. */
  runOf(recording_id: string): string | undefined {
    return this.#runs.get(recording_id)
  }
}
