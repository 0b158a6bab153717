import { join } from 'node:path'
import { RoomRules } from '@kaibo/rules/engine.ts'
import type { Screen } from '@kaibo/rules/frame.ts'
import type { TapeInput } from '@kaibo/rules/tape.ts'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { ScriptPlace } from '#talk/script-place.ts'
import { Seen } from './seen.ts'
import { NO_STOP_KEPT, StopKept } from './stop-kept.ts'

const SAVE_MS = 2_000

/** What a room keeps over a restart: cooldowns, limits, gifts that wait for their thanks, and the events it has seen. */
export class Memory {
  readonly rules: RoomRules
  /** The pack that the room ran by last. */
  bundle: string | null
  /** The words that the room was screened by last. */
  words: string | null
  /** What is known of the end of this run. */
  stop: StopKept
  /** Which piece of which script comes next. */
  script: ScriptPlace | null
  #hasStarted: boolean
  readonly seen: Seen
  readonly #file: KeptFile

  private constructor(data: Record<string, unknown>, run: Run, keeping: Keeping) {
    this.rules = rulesFrom(data, run, keeping)
    const { time, log, flush } = keeping
    const ahead = () => time.now() - time.elapsed()
    const isSameRun = data['run_id'] === run.run_id
    this.bundle = typeof data['bundle'] === 'string' ? data['bundle'] : null
    this.words = typeof data['words'] === 'string' ? data['words'] : null
    this.stop = (isSameRun && StopKept.safeParse(data['stop']).data) || NO_STOP_KEPT
    this.script = (isSameRun && ScriptPlace.safeParse(data['script']).data) || null
    this.#hasStarted = isSameRun && data['started'] === true
    // A recording played in another run is answered again; the ledger knows its money
    this.seen = isSameRun ? Seen.from(data['seen'], ahead()) : new Seen()
    const value = () => ({
      run_id: run.run_id,
      started: this.#hasStarted,
      bundle: this.bundle,
      words: this.words,
      stop: this.stop,
      script: this.script,
      rules: this.rules.snapshot(),
      seen: this.seen.stored(ahead()),
    })
    const path = pathOf(keeping, run)
    this.#file = new KeptFile({ path, value, ms: SAVE_MS, time, log, before: flush })
  }

  static async load(run: Run, keeping: Keeping): Promise<Memory> {
    const data = await readJson(pathOf(keeping, run))
    return new Memory(isRecord(data) ? data : {}, run, keeping)
  }

  /** Answers `true` only the first time in a run. */
  begins(): boolean {
    if (this.#hasStarted) return false
    this.#hasStarted = true
    this.touch()
    return true
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
  /** What may be said of a sentence. */
  screen?: Screen
  /** Hears all that the rules are told. */
  tape?: (input: TapeInput) => void
  /** To be called before this is written: an event that is in this file but not in the spool would be lost, taken for a repetition. */
  flush: () => Promise<boolean>
}

const pathOf = ({ folder }: Keeping, { room_code }: Run): string =>
  join(folder, `${room_code}.json`)

/** The state of the rules. One that is damaged or of another version is dropped and must not stop the run. */
function rulesFrom(
  data: Record<string, unknown>,
  { room_code }: Run,
  { log, screen, tape }: Keeping,
): RoomRules {
  const options = { ...(screen && { screen }), ...(tape && { tape }) }
  const { rules, run_id } = data
  // Files of former versions name the run only once, beside the rules
  const run = typeof run_id === 'string' ? run_id : null
  try {
    return RoomRules.from(isRecord(rules) ? { run, ...rules } : {}, options)
  } catch (error) {
    log.error({ err: error, room: room_code }, '话术规则的冷却与次数读不出，从头开始')
    return new RoomRules(options)
  }
}
