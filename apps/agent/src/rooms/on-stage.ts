import type { InsertOrder } from '@kaibo/contract/agent/insert.schema.ts'
import type { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Log } from '#log/log.ts'
import type { StageDesk } from '#stage/stage-desk.ts'
import type { Anchor } from '#talk/anchor.ts'
import type { Time } from '#time/time.ts'
import { CutIns } from './cut-ins.ts'
import type { PlayFiles } from './play-files.ts'
import { StageEffects } from './stage-effects.ts'
import type { Teller } from './teller.ts'

interface OnStageOptions {
  folder: string
  time: Time
  log: Log
  stages?: Pick<StageDesk, 'stageOf'> | undefined
  /** Where files come from that stages play. */
  files?: PlayFiles | undefined
}

/** What a room has its stage do beside speaking: what rules say, and what people insert. */
export class OnStage {
  readonly #anchor: Anchor
  readonly #effects: StageEffects
  readonly #cutIns: CutIns | undefined

  constructor(
    { files, stages, ...around }: OnStageOptions,
    room_code: string,
    anchor: Anchor,
    teller: Pick<Teller, 'effect' | 'insert'>,
  ) {
    this.#anchor = anchor
    const stage = () => stages?.stageOf(room_code)
    this.#effects = new StageEffects({ room_code, files, stage, anchor, tell: teller.effect })
    this.#cutIns = files && new CutIns({ ...around, files, room_code, anchor, tell: teller.insert })
  }

  async begin(): Promise<void> {
    await this.#cutIns?.begin()
  }

  use(bundle: Bundle): void {
    this.#effects.use(bundle)
  }

  carryOut(decision: Decision): void {
    this.#effects.carryOut(decision)
  }

  /** What a person has it say or play; false where it cannot play files. */
  insert({ play, ...line }: InsertOrder): boolean {
    if (!play) this.#anchor.insert(line)
    else if (this.#cutIns) this.#cutIns.insert(line, play)
    else return false
    return true
  }

  /** Takes that back; false where it is over. */
  withdraw(insert_id: string): boolean {
    return this.#cutIns?.withdraw(insert_id) ?? this.#anchor.withdraw(insert_id)
  }

  /** A file that a person had inserted has ended. */
  over(insert_id: string): void {
    this.#cutIns?.over(insert_id)
  }

  close(): void {
    this.#effects.close()
  }
}
