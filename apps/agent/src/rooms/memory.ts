import { join } from 'node:path'
import { RuleState } from '@kaibo/rules/state.ts'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { Seen } from './seen.ts'

const SAVE_MS = 2_000

/** What a room remembers over a restart: cooldowns, limits, gifts that wait to be thanked for, and the events it has met. */
export class Memory {
  readonly rules: RuleState
  readonly seen: Seen
  readonly #file: KeptFile

  private constructor(data: Record<string, unknown>, run: Run, keeping: Keeping) {
    this.rules = rulesFrom(data, run, keeping.log)
    this.rules.open(run.run_id)
    const { time, log, flush } = keeping
    const ahead = () => time.now() - time.elapsed()
    const isSameRun = data['run_id'] === run.run_id
    // A recording played in another run is answered again; the ledger knows its money
    this.seen = isSameRun ? Seen.from(data['seen'], ahead()) : new Seen()
    const value = () => ({ run_id: run.run_id, rules: this.rules, seen: this.seen.stored(ahead()) })
    const path = pathOf(keeping, run)
    this.#file = new KeptFile({ path, value, ms: SAVE_MS, time, log, before: flush })
  }

  static async load(run: Run, keeping: Keeping): Promise<Memory> {
    const data = await readJson(pathOf(keeping, run))
    return new Memory(isRecord(data) ? data : {}, run, keeping)
  }

  /** Something has changed: it is written within two seconds. */
  touch(): void {
    this.#file.touch()
  }

  async save(): Promise<void> {
    await this.#file.save()
  }
}

interface Run {
  room_code: string
  run_id: string | null
}

interface Keeping {
  folder: string
  time: Time
  log: Log
  /** An event that is remembered on the disk but not spooled there would be lost to a kill: it is taken for a repeated one. */
  flush: () => Promise<boolean>
}

const pathOf = ({ folder }: Keeping, { room_code }: Run): string =>
  join(folder, `${room_code}.json`)

/** What does not fit, damaged or of another version, is not worth a run: the rules begin as in a new room. */
function rulesFrom(data: Record<string, unknown>, { room_code }: Run, log: Log): RuleState {
  const { rules, run_id } = data
  // Files of former versions name the run only once, beside the rules
  const run = typeof run_id === 'string' ? run_id : null
  try {
    return RuleState.from(isRecord(rules) ? { run, ...rules } : {})
  } catch (error) {
    log.error({ err: error, room: room_code }, '话术规则的冷却与次数读不出，从头开始')
    return new RuleState()
  }
}
