import type { Transaction } from 'kysely'
import { AlarmMoment, AlarmType } from '@kaibo/contract/facts/enums.ts'
import { about, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { planFinds } from '@kaibo/contract/room/room.rules.ts'
import { stopOf, type StoredStop } from '@kaibo/contract/room/room.stop.rules.ts'
import type { HeardSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import type { Instant } from '#platform/db/instant.ts'
import { Fault } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import {
  claim,
  CLAIM_MS,
  isAwaited,
  letGo,
  settle,
  subjectOf,
  type Firing,
} from './plan.firing.store.ts'
import { createPrewarm } from './plan.prewarm.ts'
import { createRetries } from './plan.retry.ts'
import { settingsOf } from './plan.settings.ts'
import { FiringGone, opened, type Planned } from './plan.start.ts'
import * as store from './plan.store.ts'

const BEAT_MS = 1_000
/** At once; what is left is taken by another server, or next. */
const A_CLAIM = 16
const MINUTE_MS = 60_000
/** Beats, and a server that ends, take a moment: that is not being late. */
const GRACE_MS = 10_000
/** A run that ends so soon is waited for, not joined. */
const ENDS_SOON_MS = 60_000

type Trx = Transaction<Tables>
type Room = Tables['room']

/** Writes down why a plan could not start its room; answers what the room is to show. */
type Blocked = (trx: Trx, why: Words) => Promise<Words>

export interface FiringNeeds {
  /** Answers false where somebody else has moved the room. */
  startPlanned: (room: Room, planned: Planned, blocked: Blocked) => Promise<boolean>
  leaveToPerson: (room: Room, why: Words, blocked: Blocked) => Promise<void>
  raise: (trx: Trx, room_ids: readonly string[], alarm: Alarm) => Promise<void>
  touch: (room_id: string) => void
  heardSince: HeardSince
  /** These PCs, or those of these rooms, are to be told once it is committed. */
  wake: (trx: Trx, pc_ids: readonly string[]) => Promise<void>
  wakeRooms: (trx: Trx, room_ids: readonly string[]) => Promise<void>
}

interface Alarm {
  kind: string
  type: typeof AlarmType.opera
  moment: typeof AlarmMoment.callError
  said: Words
}

/** Starts rooms when their plans are due: each firing once, whichever server takes it, also where one is killed in the very second. */
export function createFirings(
  platform: Platform<Tables>,
  needs: FiringNeeds & { instant: Instant },
) {
  const { db, log } = platform
  const { instant, startPlanned, leaveToPerson, raise, touch, heardSince, wake, wakeRooms } = needs
  const onError = (err: unknown) => log.error({ err }, 'plans failed')
  const retry = createRetries(db, instant)
  const prepare = createPrewarm(db, { instant, wake })
  let beat: Beat | undefined

  async function fire(firing: Firing): Promise<void> {
    const now = await instant()
    const { plan: found, room } = await subjectOf(db.query, firing)
    if (!found || !room) return end(firing, 'cancelled')
    const { plans_on, late_min } = await settingsOf(db.query, room)
    if (!plans_on) return end(firing, 'skipped_off')
    const allowed = found.late === 'start' ? Infinity : late_min * MINUTE_MS + GRACE_MS
    const late = (firing.first_at ?? now) - firing.due_at
    if (late > allowed || now >= firing.end_at)
      return end(firing, 'skipped_late', lateBy(now - firing.due_at))
    const finds = planFinds(room.state)
    if (finds === 'air') return join(firing, found, room, now, allowed)
    if (finds === 'passing') return wait(firing, now, allowed)
    // Waited for no longer, the checks say what is not there.
    const soon = { since: heardSince(), ends_by: now + ENDS_SOON_MS }
    const mayWait = waited(firing, now) <= allowed
    if (mayWait && (await isAwaited(db.query, room, soon))) await letGo(db.query, firing, now)
    else await start(firing, found, room, now)
  }

  async function start(firing: Firing, plan: store.Plan, room: Room, now: number) {
    const stop = stopOf(store.stopIn(plan), {
      zone: plan.zone,
      now,
      by: 'plan',
      at: firing.end_at,
    })
    const { id, tries } = firing
    const planned: Planned = {
      plan_id: plan.id,
      stop,
      firing: { id, number: tries + 1 },
      opened: (trx, run_id) => opened(trx, { id, tries, run_id, now }, [null]),
    }
    const isDecided = await startPlanned(room, planned, blocked(firing, plan, now))
    if (!isDecided) await letGo(db.query, firing, now)
  }

  const blocked =
    (firing: Firing, plan: store.Plan, now: number): Blocked =>
    async (trx, why) => {
      const said = about(couldNot(plan.name), why)
      const end = { outcome: 'blocked', detail: why.zh, detail_en: why.en } as const
      if (!(await settle(trx, firing, end, now))) throw new FiringGone(firing.id)
      const alarm = { kind: 'plan', type: AlarmType.opera, moment: AlarmMoment.callError }
      await raise(trx, [firing.room_id], { ...alarm, said })
      return said
    }

  /** Tried again when its claim lapses; what breaks for as long as the room may be late is left to a person. */
  async function broke(firing: Firing, err: unknown, now: number): Promise<void> {
    log.error({ err, firing_id: firing.id }, 'a firing broke')
    const { plan, room } = await subjectOf(db.query, firing)
    if (!plan || !room) return
    const { late_min } = await settingsOf(db.query, room)
    const since = firing.retry_at ?? firing.first_at ?? firing.due_at
    const until = Math.min(since + late_min * MINUTE_MS, firing.end_at - CLAIM_MS)
    if (now < until) return
    const why = err instanceof Fault ? err.words : BROKE
    if (planFinds(room.state) !== 'rest') return end(firing, 'failed', why)
    await leaveToPerson(room, why, blocked(firing, plan, now))
    touch(room.id)
  }

  /** The room is on air: its run takes plan and stop where it has none; one that ends now is waited for. */
  async function join(
    firing: Firing,
    plan: store.Plan,
    room: Room,
    now: number,
    allowed: number,
  ): Promise<void> {
    const { run_id } = room
    const run =
      run_id === null
        ? undefined
        : await db.query
            .selectFrom('run')
            .select(['plan_id', 'stop_json', 'stop_due_at'])
            .where('run_id', '=', run_id)
            .executeTakeFirst()
    if (!run || (run.stop_due_at !== null && run.stop_due_at <= now + ENDS_SOON_MS))
      return wait(firing, now, allowed)
    const { stop, heard } = (JSON.parse(run.stop_json ?? '{}') ?? {}) as Partial<StoredStop>
    const own =
      stop ?? stopOf(store.stopIn(plan), { zone: plan.zone, now, by: 'plan', at: firing.end_at })
    await db.transaction(async (trx) => {
      if (!(await settle(trx, firing, { outcome: 'adopted', run_id }, now))) return
      const { numUpdatedRows } = await trx
        .updateTable('run')
        .set({
          plan_id: run.plan_id ?? plan.id,
          stop_json: JSON.stringify({ stop: own, heard: heard ?? null } satisfies StoredStop),
          stop_due_at: own.due_at,
        })
        .where('run_id', '=', run_id)
        .where('ended_at', 'is', null)
        .where('end_cause', 'is', null)
        .executeTakeFirst()
      // It ends, or has ended: what becomes of the room is looked at anew.
      if (numUpdatedRows !== 1n) throw new RunEnds(run_id ?? '')
      await wakeRooms(trx, [room.id])
    })
    touch(room.id)
  }

  async function wait(firing: Firing, now: number, allowed: number): Promise<void> {
    if (waited(firing, now) > allowed) return end(firing, 'skipped_late', BUSY)
    await letGo(db.query, firing, now)
  }

  async function end(
    firing: Firing,
    outcome: 'cancelled' | 'skipped_off' | 'skipped_late' | 'failed',
    why?: Words,
  ): Promise<void> {
    const detail = why ? { detail: why.zh, detail_en: why.en } : {}
    await db.transaction(async (trx) =>
      settle(trx, firing, { outcome, ...detail }, await instant()),
    )
    touch(firing.room_id)
  }

  async function fireAll(): Promise<void> {
    for (;;) {
      const now = await instant()
      const taken = await db.transaction((trx) => claim(trx, db.dialect, now, A_CLAIM))
      const went = taken.map((firing) =>
        fire(firing)
          .catch((err: unknown) =>
            err instanceof FiringGone || err instanceof RunEnds
              ? letGo(db.query, firing, now)
              : broke(firing, err, now),
          )
          .catch(onError),
      )
      await Promise.all(went)
      if (taken.length < A_CLAIM) return
    }
  }

  async function look(): Promise<void> {
    await fireAll()
    await retry()
    await prepare()
  }

  return {
    /** One beat of it, for who does not wait. */
    look,
    startUp(): void {
      beat = startBeat(BEAT_MS, look, onError)
    },
    close: async (): Promise<void> => beat?.stop(),
  }
}

export type Firings = ReturnType<typeof createFirings>

/** A run that a firing was to join has begun to end. */
class RunEnds extends Error {}

/** How long it has been due; a second try is due later than the first. */
const waited = ({ due_at, retry_at }: Firing, now: number): number => now - (retry_at ?? due_at)

const couldNot = (name: string): Words =>
  words(`计划「${name}」未能开播`, `The plan “${name}” could not start`)

function lateBy(ms: number): Words {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  return words(`迟到${minutes}分钟`, `${minutes} min late`)
}

const BROKE = words(
  '开播时服务器出错，请手动开播；仍不行请联系管理员查看服务器日志',
  'The server failed while starting it; start it by hand, or ask an administrator to look at the log',
)
const BUSY = words(
  '到点时直播间还没有停下来或还在启动',
  'The room was still starting or stopping when it was due',
)
