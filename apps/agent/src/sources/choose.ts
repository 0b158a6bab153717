import { randomUUID } from 'node:crypto'
import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import { hashOf } from '@kaibo/rules/random.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import { BilibiliSource } from './bilibili.ts'
import type { BilibiliCredentials } from './bilibili-app.ts'
import { PushSource } from './push.ts'
import { ReplaySource } from './replay.ts'
import { SimulatorSource } from './simulator.ts'
import type { Source } from './source.ts'

export type SourceChoice =
  /** By the room's platform. */
  | { kind: 'auto' }
  | { kind: 'simulator' }
  | { kind: 'bilibili' }
  | { kind: 'replay'; file: string }

export interface SourceSettings {
  choice: SourceChoice
  speed: number
  seed: number
  bilibiliHost: string
  time: Time
  clock: ServerClock
  random: () => number
}

/** The source of one room; or the sentence that says what it lacks. */
export function sourceFor(config: RoomConfig, settings: SourceSettings): Source | string {
  const { choice, speed, seed, time, clock } = settings
  const roomCode = config.room_code
  const now = () => clock.now()
  switch (choice.kind) {
    case 'simulator':
      // Each room its own audience, the same one at every start
      return new SimulatorSource({
        roomCode,
        seed: hashOf(`${seed}|${roomCode}`),
        speed,
        salt: randomUUID(),
        time,
        now,
      })
    case 'replay':
      return new ReplaySource({ file: choice.file, roomCode, speed, time, now })
    case 'bilibili':
      return bilibili(config, settings) ?? '直播账号没有填齐哔哩哔哩的凭据：请在直播账号里补上'
    case 'auto':
      return bilibili(config, settings) ?? new PushSource()
  }
}

function bilibili(config: RoomConfig, settings: SourceSettings): Source | undefined {
  const credentials = config.platform === 'bilibili' ? completeOf(config) : undefined
  if (!credentials) return undefined
  const { bilibiliHost, time, clock, random } = settings
  return new BilibiliSource({
    host: bilibiliHost,
    credentials,
    roomCode: config.room_code,
    time,
    now: () => clock.now(),
    random,
  })
}

function completeOf({ credentials }: RoomConfig): BilibiliCredentials | undefined {
  const { code, app_id, access_key_id, access_key_secret } = credentials ?? {}
  if (!code || !app_id || !access_key_id || !access_key_secret) return undefined
  return { code, app_id, access_key_id, access_key_secret }
}
