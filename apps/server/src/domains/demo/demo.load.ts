import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor, type Actor } from '#platform/auth/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { DEMO_ANSWERS, type DemoAnswer } from './demo.answers.ts'
import { countsIn, type DemoSets } from './demo.counts.ts'
import { pastRuns } from './demo.history.ts'
import { addPlans, type PlanMakers, type PlannedRoom } from './demo.plans.ts'
import { addRehearsal, type FilmMaker } from './demo.rehearsal.ts'
import { removeRows } from './demo.remove.ts'
import { DEMO_ORG, DEMO_PC, DEMO_ROOMS, type DemoRoom } from './demo.seed.ts'
import { addTexts } from './demo.sms.ts'
import * as store from './demo.store.ts'

/** The services that the demonstration is created with: the same as for real records. */
export interface DemoMakers extends PlanMakers, FilmMaker {
  createRoom(
    actor: Actor,
    draft: { name: string; account_id: string; pc_id: string; mode: 1 | 2; actor: string },
  ): Promise<{ id: string; room_code: string }>
  /** What the room answers to viewers. */
  answerWith(room_id: string, answers: readonly DemoAnswer[]): Promise<void>
  /** Gives the rooms a set of their own, a version of it on trial in the first. */
  addSets(by: string, org_id: string, room_ids: readonly string[]): Promise<DemoSets>
  /** Gives one room the game that is built in, and something to say to it. */
  addGame(by: Actor, org_id: string, room: { id: string; room_code: string }): Promise<unknown>
  storeSpool(
    pc_id: string,
    spool_id: string,
    first_seq: number,
    items: SpoolItem[],
  ): Promise<{ refused: unknown[] }>
}

/** The user that creates the rooms and starts them the first time. */
export const demoActor: Actor = {
  ...visitor,
  uid: 'demo',
  username: 'demo',
  nickname: '演示',
  scope: { kind: 'all' },
}

const BATCH = 1_000
const SPOOL = 'history'

/** Loads the demonstration into an empty database, once; returns whether it did. An interrupted load starts over. */
export const loadDemo = (platform: Platform<Tables>, makers: DemoMakers): Promise<boolean> =>
  platform.db.alone('demo', () => loadWhereDue(platform, makers))

async function loadWhereDue(platform: Platform<Tables>, makers: DemoMakers): Promise<boolean> {
  const { db } = platform
  const state = await store.stateOf(db.query)
  const isDue = state === undefined ? await store.isEmpty(db.query) : state === 'loading'
  if (!isDue) return false
  await db.transaction(async (trx) => {
    await removeRows(trx)
    await store.setState(trx, 'loading')
  })
  const { org_id, pc_id } = await addGround(platform)
  const history: SpoolItem[] = []
  const rooms: string[] = []
  const planned: PlannedRoom[] = []
  let playing: { id: string; room_code: string } | undefined
  for (const room of DEMO_ROOMS) {
    const { id, room_code, items, runs } = await addRoom(platform, makers, room, { org_id, pc_id })
    if (room.plays) playing = { id, room_code }
    history.push(...items)
    rooms.push(id)
    planned.push({ room_code, demo: room, runs })
  }
  await addTexts(platform, { org_id, account_id: await store.firstAccount(db.query) })
  const sets = await makers.addSets(demoActor.uid, org_id, rooms)
  history.push(...countsIn(history, sets))
  if (playing) await makers.addGame(demoActor, org_id, playing)
  for (let first = 0; first < history.length; first += BATCH) {
    const items = history.slice(first, first + BATCH)
    const { refused } = await makers.storeSpool(pc_id, SPOOL, first + 1, items)
    if (refused.length > 0) throw new Error(`demo history refused: ${JSON.stringify(refused[0])}`)
  }
  await addPlans(platform, makers, demoActor, planned)
  await store.setState(db.query, 'loaded')
  return true
}

async function addGround({ db, ids, clock, search }: Platform<Tables>) {
  const now = clock.now()
  const stamp = {
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
    is_demo: 1,
  } as const
  const org_id = ids.next(now)
  const pc_id = ids.next(now)
  await db.transaction(async (trx) => {
    await store.addOrg(trx, { id: org_id, name: DEMO_ORG, enabled: 1, ...stamp })
    await store.addPc(trx, {
      id: pc_id,
      name: DEMO_PC,
      org_id,
      public_key: null,
      enrolled_at: null,
      agent_version: null,
      facts_json: null,
      metrics_json: null,
      boot_id: null,
      last_seen_at: null,
      online: 0,
      skew_ms: null,
      ...stamp,
    })
    await search.keep(trx, 'org', [org_id])
    await search.keep(trx, 'pc', [pc_id])
  })
  return { org_id, pc_id }
}

/** Creates a room with its account and past runs, the last of them rehearsed; answers what the PC would have sent about them. */
async function addRoom(
  platform: Platform<Tables>,
  makers: DemoMakers,
  demo: DemoRoom,
  { org_id, pc_id }: { org_id: string; pc_id: string },
): Promise<Pick<PlannedRoom, 'room_code' | 'runs'> & { id: string; items: SpoolItem[] }> {
  const { db, ids, clock } = platform
  const account_id = await addAccount(platform, demo, org_id)
  const { name, actor } = demo
  const draft = { name, account_id, pc_id, mode: RoomMode.live, actor }
  const room = await makers.createRoom(demoActor, draft)
  await makers.answerWith(room.id, DEMO_ANSWERS)
  const runs = pastRuns(demo, clock.now()).map(({ items, ...run }) => {
    const run_id = ids.next(run.started_at)
    return { run: { ...run, run_id }, items: items({ run_id, room_code: room.room_code }) }
  })
  const of = { room_id: room.id, room_code: room.room_code, account_id, org_id, pc_id }
  for (const { run } of runs) {
    await store.addRun(db.query, {
      ...run,
      ...of,
      room_name: name,
      mode: RoomMode.live,
      living_at: run.started_at,
      stop_reason: null,
      started_by: null,
      is_demo: 1,
    })
  }
  const first = runs.at(0)
  const last = runs.at(-1)
  const rehearsed = last
    ? await addRehearsal(platform, makers, demo, { ...of, last: last.run })
    : []
  if (first && last) {
    const created_at = first.run.started_at
    await store.endRoom(db.query, room.room_code, { ...last.run, created_at })
  }
  return {
    id: room.id,
    room_code: room.room_code,
    runs: runs.map(({ run }) => run),
    items: [...rehearsed, ...runs.flatMap(({ items }) => items)],
  }
}

async function addAccount(
  { db, ids, clock, seal, search }: Platform<Tables>,
  { account }: DemoRoom,
  org_id: string,
): Promise<string> {
  const now = clock.now()
  const account_id = ids.next(now)
  const row = {
    ...account,
    account_id,
    org_id,
    platform_uid: '',
    platform_room_id: '',
    phone: '',
    tag: '',
    lottery_json: null,
    deleted_at: null,
    credentials_sealed: null,
    push_key: ids.secret(12),
    push_secret_sealed: seal.close(ids.secret(32)),
    enabled: 1,
    is_demo: 1,
    created_at: now,
    updated_at: now,
    updated_by: null,
    version: 1,
  } as const
  await db.transaction(async (trx) => {
    await store.addAccount(trx, row)
    await search.keep(trx, 'live_account', [account_id])
  })
  return account_id
}
