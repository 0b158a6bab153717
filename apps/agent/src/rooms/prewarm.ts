import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import type { Script } from '@kaibo/contract/agent/script.schema.ts'
import type { Log } from '#log/log.ts'
import type { StageDesk } from '#stage/stage-desk.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Packs } from './packs.ts'
import type { PlayFiles } from './play-files.ts'
import { ownerOf } from './script-reader.ts'

interface PrewarmOptions {
  packs: Pick<Packs, 'script'>
  clock: ServerClock
  log: Log
  stages?: Pick<StageDesk, 'mouthOf'> | undefined
  files?: PlayFiles | undefined
}

/** No run is longer: until then what was made for it stays, whatever else wants room on the disk. */
const KEPT_MS = 86_400_000

/** Has all that scripts say made and fetched before it is needed: the server tells of a plan ten minutes ahead. */
export class Prewarm {
  readonly #options: PrewarmOptions
  /** By room what was made, or is being made, for it: the script with the voices that say it. */
  readonly #made = new Map<string, string>()
  #work: Promise<void> = Promise.resolve()

  constructor(options: PrewarmOptions) {
    this.#options = options
  }

  /** Of these rooms, each whose script is there; to be called again when one has arrived. */
  consider(rooms: readonly DesiredRoom[]): void {
    for (const room of rooms) {
      const { room_code, config } = room
      const hash = config.script?.hash
      if (hash === undefined) this.#forget(room)
      const script = hash === undefined ? undefined : this.#options.packs.script(hash)
      const what = JSON.stringify([hash, room.stage?.voice])
      if (hash === undefined || !script || this.#made.get(room_code) === what) continue
      this.#made.set(room_code, what)
      this.#options.files?.want(ownerOf(room), playsIn(script))
      this.#work = this.#work.then(() => this.#make(room_code, { hash, script, what }))
    }
  }

  #forget(room: DesiredRoom): void {
    if (this.#made.delete(room.room_code)) this.#options.files?.release(ownerOf(room))
  }

  /** One sentence after another: whoever speaks now comes first. */
  async #make(room_code: string, { hash, script, what }: Making): Promise<void> {
    const { stages, clock, log } = this.#options
    const mouth = stages?.mouthOf(room_code)
    for (const [at, { kind, text }] of script.pieces.entries()) {
      if (!mouth || this.#made.get(room_code) !== what) return
      if (kind !== 'talk') continue
      const ahead = { keep_until: clock.now() + KEPT_MS, piece: { hash, at } }
      await mouth.prepare(text, ahead).catch((err: unknown) => {
        log.warn({ err, room: room_code }, '脚本的语音没有提前生成')
      })
    }
  }
}

interface Making {
  hash: string
  script: Script
  /** By which it is known whether this is still wanted. */
  what: string
}

const playsIn = ({ pieces }: Script) => pieces.flatMap(({ play }) => play ?? [])
