import type { Transaction } from 'kysely'
import type { ScriptVoices, VoiceOrder } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { CommandArgs, RoomConfig } from '@kaibo/contract/agent/frames.ts'
import type { PackedAsset } from '@kaibo/contract/agent/asset-file.schema.ts'
import type { QueueOrder, Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import type { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'
import type { HeardSince } from '#domains/lookup/presence.ts'
import type { RunStop, StopRule } from '@kaibo/contract/room/room.stop.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Instant } from '#platform/db/instant.ts'
import type { Queryable } from '#platform/db/db.ts'
import { ServerEnds } from '#platform/http/failure.ts'
import type { Platform } from '#platform/platform.ts'
import { createDesired, type Desired } from './room.desired.ts'
import { createFeed, type RoomFeed } from './room.feed.ts'
import type { ReadContext } from './room.rows.ts'
import { createWall, type RoomWall } from './room.wall.ts'
import { changesDesired, move, type Changes, type CurrentRoom, type Why } from './room.move.ts'

/** What rooms need from the link to the PCs. */
export interface RoomLink {
  /** Notes with a change of desired state that these PCs, or those of these rooms, are to be told it. */
  wake(trx: Transaction<Tables>, pc_ids: readonly string[]): Promise<void>
  wakeRooms(trx: Transaction<Tables>, room_ids: readonly string[]): Promise<void>
  /** Tells what has not changed once more. */
  pushDesired(pc_ids: readonly string[]): void
  /** The same to a PC that has just said something else. */
  answer(pc_id: string): void
  heardSince: HeardSince
  command(order: {
    pc_id: string
    room_id: string
    room_code: string
    name: 'room.reset' | 'room.insert' | 'room.insert_cancel'
    args?: CommandArgs
    within_ms: number
    created_by: string
  }): Promise<{ state: 'done' | 'failed' | 'rejected' | 'expired'; detail: string | null }>
  /** Has a PC that is connected to this server tell for a while what waits in a room. */
  watch(pc_id: string, room_code: string): void
  /** What waits to be said, after this was done to it; nothing where the PC does not answer. */
  readonly asks: {
    queue(
      pc_id: string,
      of: { room_code: string; order: QueueOrder | null },
    ): Promise<{ list: Waiting[] | null; done: boolean } | undefined>
  }
}

/** What rooms need of the rules that they run by. */
export interface RoomRulesOf {
  /** Binds the rules that a new room of this organisation begins with. */
  bindDefault(trx: Transaction<Tables>, room: { id: string; org_id: string }): Promise<void>
  /** The room has this game now, which the caller holds: what it runs by follows. */
  useGame(
    trx: Transaction<Tables>,
    room: { id: string; org_id: string; game_id: string | null },
  ): Promise<void>
  /** The words by which these rooms are screened: to be called when they are on another platform. */
  renewWords(trx: Transaction<Tables>, room_ids: readonly string[]): Promise<unknown>
  /** What a PC of before there were packs is sent. */
  setsOf(hash: string): Promise<RoomConfig['rules']>
  /** What may be said of a line where rooms are screened by this pack of words, and the first word that forbids it. */
  screen(hash: string | null, line: string): Promise<{ text: string; forbidden: string | null }>
  /** How many sets the pack has, and the first fault of one. */
  check(hash: string): Promise<RulesChecked>
}

/** What a run begins with. */
export interface Planned {
  /** Whose script it speaks. */
  plan_id: string | null
  stop: RunStop | null
  /** Which of the firing's tries it is. */
  firing: { id: string; number: number } | null
  /** In the transaction that opens the run; throws where another server was first. */
  opened(trx: Transaction<Tables>, run_id: string): Promise<void>
}

/** What rooms need of the plans by which they start. */
export interface RoomPlans {
  /** 1006 where its plans need what others have at the time. */
  recheck(trx: Transaction<Tables>, room: Bound): Promise<void>
  end(trx: Transaction<Tables>, room_id: string): Promise<void>
  revive(trx: Transaction<Tables>, room: Bound): Promise<void>
  /** What a run is given that a person starts. */
  byHand(
    room: Bound & Pick<Tables['room'], 'state' | 'plans_off'>,
    asked: { plan_id?: string | undefined; stop?: StopRule | undefined },
  ): Promise<Planned>
}

type Bound = Pick<Tables['room'], 'id' | 'account_id' | 'pc_id' | 'is_demo'>
/** What rooms need of what stands on their stages. */
export interface RoomAnchors {
  /** The room begins: it shows what was saved for its next start. */
  begin(trx: Transaction<Tables>, room_id: string): Promise<void>
  /** The assets and voices that it cannot do without, or whose licence ends. */
  check(room_id: string): Promise<AnchorChecked>
}

/** What the checks before a start say of the rules that a room runs by. */
export interface RulesChecked {
  sets: number
  fault: { path: string; message: string } | null
  /** The layers that they show, hide or move. */
  layers: string[]
  /** They move some. */
  moves: boolean
}

/** What the checks before a start say of actors, voice and scene. */
export interface AnchorChecked {
  licences: { name: string; expire_status: AuthExpireStatus }[]
  /** Names of assets that the scene has and that cannot be shown. */
  missing: string[]
  /** The ids of the scene's layers. */
  layers: string[]
}

/** What rooms need of assets. */
export interface RoomAssets {
  /** These assets as PCs know them, by their ids; without those that rooms of the organisation may not use. */
  packed(
    q: Queryable<Tables>,
    org_id: string,
    asset_ids: readonly string[],
  ): Promise<ReadonlyMap<string, RoomAsset>>
}

export interface RoomAsset {
  name: string
  /** When its licence ends; null for never. */
  expire_at: number | null
  builtin: boolean
  packed: PackedAsset
}

/** How rooms sound. */
export interface RoomSounds {
  of(
    rooms: readonly { id: string; org_id: string; script?: ScriptVoices | undefined }[],
  ): Promise<ReadonlyMap<string, { order: VoiceOrder }>>
  /** Whether a port can speak by one of the room's voices now. */
  canSpeak(room: { id: string; org_id: string }): Promise<boolean>
  /** The voices of single lines of the room's plans that cannot be had now. */
  unheardIn(room: { id: string; org_id: string }): Promise<{ plan: string; voice: string }[]>
}

/** What every part of the room service works with. */
export interface RoomContext {
  readonly platform: Platform<Tables>
  readonly link: RoomLink
  readonly sounds: RoomSounds
  readonly rules: RoomRulesOf
  readonly plans: RoomPlans
  /** One clock for all servers. */
  readonly instant: Instant
  readonly anchors: RoomAnchors
  readonly assets: RoomAssets
  readonly feed: RoomFeed
  readonly wall: RoomWall
  /** The context for reading rows at the present instant. */
  readonly look: () => ReadContext
  readonly desired: Desired
  /** Moves a room in a transaction of its own and tells consoles and servers; throws `RoomMoved` if it was moved meanwhile. */
  readonly transit: (
    room: CurrentRoom,
    to: RoomState,
    why: Why,
    more?: Changes & { alongside?: (trx: Transaction<Tables>) => Promise<void> },
  ) => Promise<void>
  /** Resolves when a server has moved the room, or after `ms`; the caller then reads its state. Throws where this server ends. */
  readonly moved: (room_id: string, ms: number) => Promise<void>
}

/** What rooms need of other domains. */
export type RoomNeeds = Pick<
  RoomContext,
  'link' | 'rules' | 'plans' | 'instant' | 'anchors' | 'assets'
> &
  Pick<ReadContext, 'thumbOf'> & { sounds: RoomSounds }

const CHANNEL = 'room.moved'

export function createContext(
  platform: Platform<Tables>,
  { link, rules, plans, instant, anchors, assets, sounds, thumbOf }: RoomNeeds,
): RoomContext {
  const { db, bus, clock, ending } = platform
  const look = () => ({ dialect: db.dialect, now: clock.now(), since: link.heardSince(), thumbOf })
  const wall = createWall(platform, look)
  const feed = createFeed(platform, look, wall)
  return {
    platform,
    link,
    rules,
    plans,
    instant,
    anchors,
    assets,
    feed,
    wall,
    look,
    sounds,
    desired: createDesired(platform, { rules, sounds }),
    async transit(room, to, why, { alongside, ...changes } = {}) {
      const moment = await db.transaction(async (trx) => {
        await alongside?.(trx)
        const moved = await move(trx, platform, room, to, why, changes)
        if (changesDesired(room.state, to, changes)) await link.wakeRooms(trx, [room.id])
        return moved
      })
      feed.stored({ moments: [moment] })
      bus.publish(CHANNEL, room.id)
    },
    async moved(room_id, ms) {
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          unsubscribe()
          ending.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        const unsubscribe = bus.subscribe(CHANNEL, (id) => {
          if (id === room_id) done()
        })
        ending.addEventListener('abort', done)
      })
      if (ending.aborted) throw new ServerEnds()
    },
  }
}
