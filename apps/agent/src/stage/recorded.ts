import { randomUUID } from 'node:crypto'
import type { RecordingTrouble } from '@kaibo/contract/stage/recording.schema.ts'
import type { StagePage } from './stage-page.ts'

/** Which page of a room records itself, and into which file: one for each connection of a page in a run. */
export class Recorded {
  #page: StagePage | undefined
  #run_id: string | null = null
  /** The one that is made now. */
  #recording_id: string | undefined
  #trouble: RecordingTrouble | null = null
  /** By recording its run; of those that are over the last piece may still be on its way. */
  readonly #runs = new Map<string, string>()

  /** This page is to record this run, in place of the one that does; nothing: none. */
  by(page: StagePage | undefined, run_id: string | null): void {
    const next = run_id === null ? undefined : page
    if (next === this.#page && run_id === this.#run_id) return
    this.#page?.send({ type: 'record', recording_id: null })
    this.#page = next
    this.#run_id = run_id
    this.#recording_id = undefined
    this.#trouble = null
    if (!next || run_id === null) return
    const recording_id = randomUUID()
    this.#recording_id = recording_id
    this.#runs.set(recording_id, run_id)
    next.send({ type: 'record', recording_id })
  }

  /** No more of it is taken: the page ends it, and begins none until it is opened anew. */
  broke(recording_id: string, why: RecordingTrouble): void {
    if (recording_id === this.#recording_id) this.#trouble = why
  }

  /** Why the run that is to be recorded is not. */
  get trouble(): RecordingTrouble | null {
    return this.#trouble
  }

  /** The run that it is of; nothing of one that is not ours. */
  runOf(recording_id: string): string | undefined {
    return this.#runs.get(recording_id)
  }
}
