import { createHash } from 'node:crypto'
import { READS_SCRIPTS } from '@kaibo/contract/agent/script.schema.ts'
import {
  MAKES_CLIPS,
  type ScriptVoices,
  type VoiceOrder,
} from '@kaibo/contract/agent/clip-frames.schema.ts'
import { DRAWS, HAS_STAGES, READS_BUNDLES, READS_WORDS } from '@kaibo/contract/agent/frames.ts'
import type { DesiredRoom, RoomConfig } from '@kaibo/contract/agent/frames.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Lottery } from '@kaibo/contract/live/lottery.schema.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import { stageToken } from '#domains/lookup/stage-token.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { StopOrder } from '@kaibo/contract/agent/stop.schema.ts'
import type { RunStop } from '@kaibo/contract/room/room.stop.schema.ts'
import { airOf, isOnRun, type RoomState } from '@kaibo/contract/room/room.state.ts'
import type { RoomRulesOf, RoomSounds } from './room.context.ts'
import { storedStop } from './room.stop-rule.store.ts'
import * as store from './room.store.ts'

/** What the next plan says is fetched so long ahead. */
const SOON_MS = 600_000

/** The desired state of rooms, as it is sent to their PCs. */
export function createDesired(
  { db, seal, log, clock }: Platform<Tables>,
  { rules, sounds }: { rules: RoomRulesOf; sounds: RoomSounds },
) {
  /** By room id: the versions of the room and its account that this server last sent to the PC. */
  const told = new Map<string, string>()

  async function desiredOf(
    room: OfPc,
    account: Tables['live_account'],
    { reads, voice }: Beside,
  ): Promise<DesiredRoom> {
    const hash = room.bundle_hash
    const { last_round_seq } = room
    const script = scriptOf(room)
    const { stop, heard } = storedStop(isOnRun(room.state) ? room.stop_json : null)
    const config: RoomConfig = {
      room_code: room.room_code,
      room_name: room.name,
      actor: room.actor,
      mode: (isOnRun(room.state) ? room.run_mode : null) ?? room.mode,
      platform: account.platform,
      account: {
        account_id: account.account_id,
        nickname: account.nickname,
        platform_room_id: account.platform_room_id,
      },
      credentials: credentialsFor(account),
      ...lotteryFor(account, reads),
      ...(reads.words && room.words_hash !== null && { words: { hash: room.words_hash } }),
      ...(reads.scripts && script && { script: { hash: script.hash } }),
      ...(reads.bundles && hash !== null
        ? { bundle: { hash } }
        : { rules: hash === null ? [] : await rules.setsOf(hash) }),
    }
    return {
      room_code: room.room_code,
      run: room.desired_run === 1,
      run_id: isOnRun(room.state) ? room.run_id : null,
      stop_mode: room.stop_mode === 'sentence' ? 'sentence' : 'now',
      config_hash: createHash('sha256').update(JSON.stringify(config)).digest('base64url'),
      air: airOf(room.state),
      muted: room.muted === 1,
      ...(stop && { stop: orderOf(stop) }),
      ...(heard !== null && { wish_heard: heard }),
      config,
      ...(last_round_seq !== null && { last_round_seq }),
      ...(reads.stages && { stage: { ...stageOf(room), ...(reads.clips && voice && { voice }) } }),
    }
  }

  const soundsOf = (rooms: readonly OfPc[]) =>
    sounds.of(rooms.map((room) => ({ ...room, script: scriptOf(room) })))

  const stageOf = ({ scene_hash, ...room }: store.Room) => ({
    token: stageToken(seal, room),
    ...(scene_hash !== null && { scene: { hash: scene_hash } }),
  })

  /** Without the push secret: only the server, which checks pushes, needs it. */
  function credentialsFor({ account_id, credentials_sealed }: Tables['live_account']) {
    if (credentials_sealed === null) return null
    const all = credentialsOf(seal, credentials_sealed)
    if (!all) {
      log.error({ account_id }, 'credentials cannot be opened')
      return null
    }
    const { push_secret: _, ...credentials } = all
    return credentials
  }

  const roomsOf = (pc_id: string) =>
    store.roomsOfPc(db.query, null, { pc_id, soon: clock.now() + SOON_MS })

  async function readsOf(pc_id: string | null): Promise<Reads> {
    if (pc_id === null) return NOTHING
    const says = (what: string) => store.pcSays(db.query, pc_id, what)
    return {
      bundles: await says(READS_BUNDLES),
      words: await says(READS_WORDS),
      stages: await says(HAS_STAGES),
      scripts: await says(READS_SCRIPTS),
      draws: await says(DRAWS),
      clips: await says(MAKES_CLIPS),
    }
  }

  return {
    async ofRoom({ id, pc_id, account_id }: store.Room): Promise<DesiredRoom | undefined> {
      const account = await store.accountById(db.query, account_id)
      if (!account || pc_id === null) return undefined
      const room = (await roomsOf(pc_id)).find((one) => one.id === id)
      if (!room) return undefined
      const voice = (await soundsOf([room])).get(id)?.order
      return desiredOf(room, account, { reads: await readsOf(pc_id), voice })
    },

    /** All rooms of a PC, to be sent to it: `isTold` counts them as sent. */
    async ofPc(pc_id: string): Promise<DesiredRoom[]> {
      const rooms = await roomsOf(pc_id)
      const account_ids = rooms.map((room) => room.account_id)
      const found =
        rooms.length > 0 ? await store.accountsById(db.query, null, { account_ids }) : []
      const accounts = new Map(found.map((account) => [account.account_id, account]))
      const reads = await readsOf(pc_id)
      const voices = await soundsOf(reads.clips ? rooms : [])
      const wanted: DesiredRoom[] = []
      for (const room of rooms) {
        const account = accounts.get(room.account_id)
        if (!account) continue
        told.set(room.id, versionsOf({ ...room, account_version: account.version }))
        const voice = voices.get(room.id)?.order
        wanted.push(await desiredOf(room, account, { reads, voice }))
      }
      return wanted
    },

    /** Whether the PC was sent the room's present settings. It may not have been if the bus has lost a message. */
    isTold: (room: Versions & { id: string }): boolean => told.get(room.id) === versionsOf(room),
  }
}

/** What a room says by plan; off air what the next plan is to say, so that it is made before; nothing where the room's settings do not want that. */
function scriptOf(room: OfPc): ScriptVoices | undefined {
  if (isOnRun(room.state)) return withVoices(room.script_now, room.voices_now)
  const { prewarm = true } = JSON.parse(room.plan_settings_json ?? '{}') as { prewarm?: boolean }
  return prewarm ? withVoices(room.script_soon, room.voices_soon) : undefined
}

const withVoices = (hash: string | null, voices_json: string | null): ScriptVoices | undefined =>
  hash ? { hash, pieces: JSON.parse(voices_json ?? '[]') as ScriptVoices['pieces'] } : undefined

/** What is to be drawn for, where the PC can. */
function lotteryFor(
  { lottery_json }: Pick<Tables['live_account'], 'lottery_json'>,
  { draws }: Reads,
): Pick<RoomConfig, 'lottery'> {
  if (!draws || lottery_json === null) return {}
  const lottery = JSON.parse(lottery_json) as Lottery
  return lottery.enabled === OpenStatus.open ? { lottery } : {}
}

/** What a PC can be told of. */
interface Reads {
  bundles: boolean
  words: boolean
  stages: boolean
  scripts: boolean
  draws: boolean
  clips: boolean
}

/** What of a room is not in its row. */
interface Beside {
  reads: Reads
  voice: VoiceOrder | undefined
}

const NOTHING: Reads = {
  bundles: false,
  words: false,
  stages: false,
  scripts: false,
  clips: false,
  draws: false,
}

type OfPc = Awaited<ReturnType<typeof store.roomsOfPc>>[number]

const orderOf = ({ mode, at, due_at, step_min, cap_at, gift_s }: RunStop): StopOrder => ({
  mode,
  at,
  due_at,
  step_min,
  cap_at,
  gift_s,
})

interface Versions {
  version: number
  account_version: number
  bundle_hash: string | null
  words_hash: string | null
  stage_renewed: number | null
  scene_hash: string | null
  state: RoomState
  muted: number | null
  stop_json: string | null
  script_now: string | null
}

const versionsOf = (room: Versions): string =>
  [
    room.version,
    room.account_version,
    room.bundle_hash ?? '',
    room.words_hash ?? '',
    room.stage_renewed ?? 0,
    room.scene_hash ?? '',
    airOf(room.state),
    room.muted ?? 0,
    room.stop_json ?? '',
    isOnRun(room.state) ? (room.script_now ?? '') : '',
  ].join('.')

export type Desired = ReturnType<typeof createDesired>
