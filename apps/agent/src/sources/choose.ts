import { randomUUID } from 'node:crypto'
import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
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
  { kind: 'auto' } | { kind: 'simulator' } | { kind: 'bilibili' } | { kind: 'replay'; file: string }

export interface SourceSettings {
  choice: SourceChoice
  speed: number
  seed: number
  bilibiliHost: string
  time: Time
  clock: ServerClock
  random: () => number
}

/** The kinds of source that rooms can get on this PC; the server's preflight uses them. */
export const sourceKinds = ({ kind }: SourceChoice): string[] =>
  kind === 'auto' ? ['bilibili', 'push'] : [kind]

/** The source of one room, or a message that says what is missing. */
export function sourceFor(config: RoomConfig, settings: SourceSettings): Source | string {
  const { choice } = settings
  if (choice.kind === 'replay') return replay(config, choice.file, settings)
  // A rehearsal touches no platform
  if (choice.kind === 'simulator' || config.mode === RoomMode.record)
    return simulator(config, settings)
  const source = bilibili(config, settings)
  if (source) return source
  return choice.kind === 'bilibili'
    ? '直播账号没有填齐哔哩哔哩的凭据：请在直播账号中补全'
    : new PushSource()
}

const replay = ({ room_code }: RoomConfig, file: string, settings: SourceSettings) =>
  new ReplaySource({
    file,
    roomCode: room_code,
    speed: settings.speed,
    time: settings.time,
    now: () => settings.clock.now(),
  })

/** Each room has its own audience, the same one at every start. */
const simulator = ({ room_code }: RoomConfig, { seed, speed, time, clock }: SourceSettings) =>
  new SimulatorSource({
    roomCode: room_code,
    seed: hashOf(`${seed}|${room_code}`),
    speed,
    salt: randomUUID(),
    time,
    now: () => clock.now(),
  })

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
