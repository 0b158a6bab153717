import { join } from 'node:path'
import { Models } from '@kaibo/voice/models.ts'
import type { Log } from '#log/log.ts'
import type { AssetCache } from '#stage/asset-cache.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import { Clips } from './clips.ts'
import { NaturalVoices } from './natural-voices.ts'
import { OwnVoice } from './own-voice.ts'
import { RoomVoice } from './room-voice.ts'
import { ServerVoice, type ServerVoiceOptions } from './server-voice.ts'

interface VoicesOptions extends Pick<ServerVoiceOptions, 'server' | 'send'> {
  /** Where clips are kept. */
  folder: string
  /** Where the models of natural voices are, for all enrolments of this PC. */
  models: string
  /** The program that speaks. */
  file: string
  /** Files of the server, by hash. */
  files: Pick<AssetCache, 'get'>
  time: Time
  clock: ServerClock
  log: Log
}

/** How the rooms of this PC sound. */
export class Voices {
  readonly own: OwnVoice
  readonly server: ServerVoice
  readonly #clips: Clips
  readonly #time: Time

  private constructor(options: VoicesOptions, clips: Clips) {
    const { file, time, log, files, ...of } = options
    const models = new Models({ folder: options.models, speakerFile: file })
    const naturals = new NaturalVoices({ models, files, time, log })
    this.own = new OwnVoice({ file, time, log }, { clips, naturals })
    this.server = new ServerVoice({ ...of, time })
    this.#clips = clips
    this.#time = time
  }

  static async open(options: VoicesOptions): Promise<Voices> {
    const { folder, log, clock } = options
    const clips = await Clips.open({ folder: join(folder, 'clips'), log, now: () => clock.now() })
    return new Voices(options, clips)
  }

  of(room_code: string): RoomVoice {
    const { own, server } = this
    return new RoomVoice({ room_code, own, server, clips: this.#clips, time: this.#time })
  }

  close(): void {
    this.server.close()
    this.own.close()
  }
}
