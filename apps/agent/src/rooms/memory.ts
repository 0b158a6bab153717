import { join } from 'node:path'
import { RuleState } from '@kaibo/rules/state.ts'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { Seen } from './seen.ts'

const SAVE_MS = 2_000

/** What a room remembers over a restart: cooldowns, limits and the events it has met. */
export class Memory {
  readonly rules: RuleState
  readonly seen: Seen
  readonly #file: KeptFile

  private constructor(path: string, data: Record<string, unknown>, run: Run, time: Time, log: Log) {
    this.rules = RuleState.from(isRecord(data['rules']) ? data['rules'] : {})
    const isSameRun = data['run_id'] === run.run_id
    // A recording played in another run is answered again; the ledger knows its money
    this.seen = isSameRun ? Seen.from(data['seen']) : new Seen()
    if (!isSameRun) this.rules.begin('session')
    const value = () => ({ run_id: run.run_id, rules: this.rules, seen: this.seen })
    this.#file = new KeptFile(path, value, SAVE_MS, time, log)
  }

  static async load(folder: string, run: Run, time: Time, log: Log): Promise<Memory> {
    const path = join(folder, `${run.room_code}.json`)
    const data = await readJson(path)
    return new Memory(path, isRecord(data) ? data : {}, run, time, log)
  }

  /** Something has changed: it is written within two seconds. */
  touch(): void {
    this.#file.touch()
  }

  save(): Promise<void> {
    return this.#file.save()
  }
}

interface Run {
  room_code: string
  run_id: string | null
}
