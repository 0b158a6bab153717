import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { RefusalCode } from '@kaibo/contract/income/refused.enums.ts'

/** The room and run that an item belongs to. Without a run it still counts for the account's and the room's day. */
export interface Place {
  readonly room_id: string
  readonly room_code: string
  readonly run_id: string | null
  readonly account_id: string
  readonly org_id: string
  /** Recording mode, without a platform: its events count as tests. */
  readonly rehearsal: boolean
  readonly is_demo: boolean
}

export type RunFacts = Pick<
  Tables['run'],
  | 'run_id'
  | 'room_id'
  | 'room_code'
  | 'account_id'
  | 'org_id'
  | 'pc_id'
  | 'mode'
  | 'is_demo'
  | 'started_at'
  | 'ended_at'
>
export type RoomFacts = Pick<
  Tables['room'],
  'id' | 'room_code' | 'account_id' | 'org_id' | 'pc_id' | 'mode' | 'is_demo' | 'deleted_at'
>

/** The runs and rooms that a group of batches names, read in one go. */
export interface Destinations {
  readonly runs: ReadonlyMap<string, RunFacts>
  readonly rooms: ReadonlyMap<string, RoomFacts>
}

export interface Address {
  run_id: string | null
  room_code: string | null
}

/** The place of an item that a PC sent, or why it is refused: a PC may send for its own rooms and runs only. */
export function placeFor(
  pc_id: string,
  address: Address,
  destinations: Destinations,
): Place | { code: RefusalCode; reason: Words } {
  const { run_id, room_code } = address
  const place = ownPlace(pc_id, address, destinations)
  if (!place) {
    const reason =
      run_id === null
        ? words('该直播间不属于这台 PC', 'The room is not this PC’s')
        : words('该场次不属于这台 PC', 'The run is not this PC’s')
    return { code: 'other_pc', reason }
  }
  return room_code === null || room_code === place.room_code
    ? place
    : { code: 'other_room', reason: words('直播间与场次不符', 'The room is not that of the run') }
}

/** The run or room of the address, if it is this PC's. */
export function ownPlace(
  pc_id: string,
  { run_id, room_code }: Address,
  destinations: Destinations,
): Place | undefined {
  if (run_id === null) {
    const room = destinations.rooms.get(room_code ?? '')
    return room?.pc_id === pc_id ? placeInRoom(room) : undefined
  }
  const run = destinations.runs.get(run_id)
  return run?.pc_id === pc_id ? placeInRun(run) : undefined
}

export const placeInRun = (run: RunFacts): Place => ({
  room_id: run.room_id,
  room_code: run.room_code,
  run_id: run.run_id,
  account_id: run.account_id,
  org_id: run.org_id,
  rehearsal: run.mode === RoomMode.record,
  is_demo: run.is_demo === 1,
})

export const placeInRoom = (room: RoomFacts): Place => ({
  room_id: room.id,
  room_code: room.room_code,
  run_id: null,
  account_id: room.account_id,
  org_id: room.org_id,
  rehearsal: room.mode === RoomMode.record,
  is_demo: room.is_demo === 1,
})

/** From then on the account was of this organisation. */
export type AccountMove = Pick<Tables['account_move'], 'from_at' | 'org_id'>

/** What is known of an account that pushes: its room, its latest runs, newest first, and whose it has been, oldest first. */
export interface Pushing {
  room: RoomFacts
  runs: readonly RunFacts[]
  moves: readonly AccountMove[]
}

/**
 * The place of what was pushed outside any run. What came before an account was moved is the former organisation's, in the room of its
 * last run there; a platform that tells it again tells the same instant, and it is booked once.
 */
export function placeOutside({ room, runs, moves }: Pushing, at: number): Place {
  // A platform does not know that a room is in recording mode: what it pushes outside a run was really paid.
  const now = { ...placeInRoom(room), rehearsal: false }
  const org_id = moves.findLast(({ from_at }) => from_at <= at)?.org_id ?? moves[0]?.org_id
  if (org_id === undefined || org_id === room.org_id) return now
  const run = runs.find((one) => one.org_id === org_id)
  return run ? { ...placeInRun(run), run_id: null, rehearsal: false } : { ...now, org_id }
}

/** A platform's clock may be behind ours, and its last events come late. */
const EARLY_MS = 5 * 60_000
const LATE_MS = 10 * 60_000

/**
 * The run during which a pushed event happened, else the nearest one within the tolerance; `runs` newest first. The tolerance
 * does not apply to runs in recording mode, because nobody pays in them.
 */
export function runAt(runs: readonly RunFacts[], at: number): RunFacts | undefined {
  const early = (run: RunFacts) => run.started_at - at
  const late = (run: RunFacts) => at - (run.ended_at ?? Infinity)
  const missedBy = (run: RunFacts) => Math.max(early(run), late(run))
  return (
    runs.find((run) => missedBy(run) <= 0) ??
    runs
      .filter((run) => run.mode !== RoomMode.record)
      .filter((run) => early(run) <= EARLY_MS && late(run) <= LATE_MS)
      .toSorted((a, b) => missedBy(a) - missedBy(b))[0]
  )
}

const RUN = [
  'run_id',
  'room_id',
  'room_code',
  'account_id',
  'org_id',
  'pc_id',
  'mode',
  'is_demo',
  'started_at',
  'ended_at',
] as const
const ROOM = [
  'id',
  'room_code',
  'account_id',
  'org_id',
  'pc_id',
  'mode',
  'is_demo',
  'deleted_at',
] as const

export async function readDestinations(
  db: Queryable<Tables>,
  addresses: readonly Address[],
): Promise<Destinations> {
  const run_ids = new Set(addresses.flatMap(({ run_id }) => run_id ?? []))
  const codes = new Set(
    addresses.flatMap(({ run_id, room_code }) => (run_id === null ? (room_code ?? []) : [])),
  )
  const runs = run_ids.size
    ? await db
        .selectFrom('run')
        .select(RUN)
        .where('run_id', 'in', [...run_ids])
        .execute()
    : []
  const rooms = codes.size
    ? await db
        .selectFrom('room')
        .select(ROOM)
        .where('room_code', 'in', [...codes])
        .execute()
    : []
  return {
    runs: new Map(runs.map((run) => [run.run_id, run])),
    rooms: new Map(rooms.map((room) => [room.room_code, room])),
  }
}

export const readRoomOf = (db: Queryable<Tables>, room_code: string) =>
  db.selectFrom('room').select(ROOM).where('room_code', '=', room_code).executeTakeFirst()

/** More runs than an account has in a day; a push that is older than all of these belongs to none. */
const RECENT_RUNS = 50

/**
 * The latest runs of the account in any room, because bindings of rooms and accounts change. With `at`, only those that had
 * begun by then.
 */
export const readRecentRuns = (db: Queryable<Tables>, account_id: string, at?: number) =>
  db
    .selectFrom('run')
    .select(RUN)
    .where('account_id', '=', account_id)
    .$if(at !== undefined, (some) => some.where('started_at', '<=', (at ?? 0) + EARLY_MS))
    .orderBy('started_at', 'desc')
    .limit(RECENT_RUNS)
    .execute()

/** Read only where something was pushed outside any run: an account that was never moved has none. */
export const readMoves = (
  db: Queryable<Tables>,
  account_id: string,
  runs: readonly RunFacts[],
  instants: readonly number[],
): Promise<AccountMove[]> =>
  instants.every((at) => runAt(runs, at))
    ? Promise.resolve([])
    : db
        .selectFrom('account_move')
        .select(['from_at', 'org_id'])
        .where('account_id', '=', account_id)
        .orderBy('from_at')
        .execute()
