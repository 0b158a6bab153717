import type { Transaction } from 'kysely'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { wrongIn } from '@kaibo/contract/game/game.rules.ts'
import type { GamePart, Launch } from '@kaibo/contract/game/game.schema.ts'
import type {
  GameAdd,
  GameDrive,
  GameRow,
  GameUpdate,
} from '@kaibo/contract/game/game.rows.schema.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { DEFAULT_IDLE_S } from '@kaibo/contract/talk/bundle.schema.ts'
import { amongGames, gamesOf } from '#domains/lookup/game.ts'
import { gameOnAir } from '#domains/lookup/reported-game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { fault, invalid, taken } from '#platform/fault.ts'
import { implement, type Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import { assertAllowed, ownerOf, placed } from './game.allowed.ts'
import { createEvents } from './game.events.ts'
import * as store from './game.store.ts'
import { createVars, type VarNeeds } from './game.vars.ts'

type Trx = Transaction<Tables>
type Status = GamePart['statuses'][number]
type Found = Awaited<ReturnType<ReturnType<typeof store.shown>['execute']>>[number]

export interface GameNeeds extends VarNeeds {
  /** What rules can speak of in a game, or what its PCs are told, is another thing now. */
  changed(trx: Trx, game_id: string): Promise<void>
  /** What its rooms say of their own accord is another thing now. */
  driveChanged(trx: Trx, game_id: string): Promise<void>
  /** 1001 at the field of a set that is not of its own accord, or of another game. */
  checkDrive(trx: Trx, game_id: string, list: GameDrive['list']): Promise<void>
}

/** What events and variables need of the games that they are of. */
export interface Games {
  byId(q: Queryable<Tables>, actor: Actor, game_id: string): Promise<GameRow>
  /** Holds the game, of which somebody changes a part. 1003 where they only see it. */
  toEdit(trx: Trx, actor: Actor, game_id: string): Promise<void>
  changed(trx: Trx, game_id: string): Promise<void>
  renamed(trx: Trx, game_id: string, before: string, after: string): Promise<void>
  switched(trx: Trx, game_id: string, key: string, enabled: OpenStatus): Promise<void>
}

const NO_DRIVE: GameDrive = { list: [], idle_s: DEFAULT_IDLE_S, quiet: [] }

export function createGames(platform: Platform<Tables>, needs: GameNeeds) {
  const { db } = platform
  const games = records(platform, {
    list: gameApi.list,
    edit: gameApi.update,
    noun: nouns.game,
    table: 'game',
    key: 'game_id',
    called: 'name',
    rows: store.games,
    shown: store.shown,
    scope: amongGames('game.game_id'),
    sees: gamesOf,
    filters: {
      type: 'game.type',
      enabled: 'game.enabled',
      auth: (auth, { now }) => store.authIs(auth, now),
      org_id: amongGames('game.game_id'),
      game_id: 'game.game_id',
    },
    order: 'created_at',
    async answer(q, actor, found, now) {
      const ids = found.map(({ game_id }) => game_id)
      if (ids.length === 0) return []
      const orgs = await store.orgsOf(q, ids, actor.scope)
      const rooms = await store.roomsOf(q, ids, actor.scope)
      return found.map((row) => ({
        ...rowOf(row, now),
        owner: ownerOf(row, actor),
        orgs: orgs
          .filter(({ game_id }) => game_id === row.game_id)
          .map(({ id, name }) => ({ id, name })),
        ...countsOf(rooms.filter(({ game_id }) => game_id === row.game_id)),
      }))
    },
    can: (_, row, actor) => mayEdit(row, actor) || fault(Code.forbidden, ONLY_SEEN),
    taken: { name: (name) => taken('name', nameTaken(name)) },
  })

  const parts: Games = {
    byId: games.byId,
    async toEdit(trx, actor, game_id) {
      await hold(trx, 'game', 'game_id', game_id)
      const row = await games.byId(trx, actor, game_id)
      if (!mayEdit(row, actor)) throw fault(Code.forbidden, ONLY_SEEN)
    },
    changed: (trx, game_id) => needs.changed(trx, game_id),
    renamed: (trx, game_id, before, after) =>
      before === after
        ? Promise.resolve()
        : setStatuses(trx, game_id, (all) =>
            all.map((one) => (one.key === before ? { ...one, key: after } : one)),
          ),
    async switched(trx, game_id, key, enabled) {
      const { off_json } = await trx
        .selectFrom('game')
        .select('off_json')
        .where('game_id', '=', game_id)
        .executeTakeFirstOrThrow()
      const off = new Set(JSON.parse(off_json) as string[])
      if (enabled === OpenStatus.open) off.delete(`game.${key}`)
      else off.add(`game.${key}`)
      await trx
        .updateTable('game')
        .set({ off_json: JSON.stringify([...off]) })
        .where('game_id', '=', game_id)
        .execute()
    },
  }
  const events = createEvents(platform, parts)
  const vars = createVars(platform, parts, needs)

  const add = (
    actor: Actor,
    { owner_org_id, org_ids, auth_expire_at = null, launch, ...draft }: GameAdd,
  ) =>
    db.transaction(async (trx) => {
      const given = { owner_org_id, org_ids, auth_expire_at, launch }
      assertAllowed(actor, given)
      check(draft)
      const { owner, seen } = await placed(trx, actor, given)
      const game_id = await games.insert(trx, actor, {
        ...columnsOf(draft),
        owner_org_id: owner,
        auth_expire_at,
        launch_json: JSON.stringify(launch ?? BY_HAND),
        status_json: '[]',
        off_json: '[]',
        drive_json: JSON.stringify(NO_DRIVE),
        enabled: OpenStatus.open,
        is_demo: 0,
      })
      await store.seenBy(trx, game_id, seen)
      return games.added(trx, actor, game_id)
    })

  const update = (actor: Actor, { game_id, version, ...input }: GameUpdate) =>
    db.transaction(async (trx) => {
      await hold(trx, 'game', 'game_id', game_id)
      return games.change(trx, actor, { id: game_id, act: 'edit' }, async (before) => {
        const { owner_org_id, org_ids, auth_expire_at, launch, enabled, ...change } = input
        assertAllowed(actor, { owner_org_id, org_ids, auth_expire_at, launch }, before)
        const draft = { ...before, ...change }
        check(draft)
        const { owner, seen } = await placed(trx, actor, {
          owner_org_id: owner_org_id === undefined ? (before.owner?.id ?? null) : owner_org_id,
          org_ids: org_ids ?? (await store.allowedTo(trx, game_id)),
        })
        await games.update(
          trx,
          actor,
          { id: game_id, version },
          {
            ...columnsOf(draft),
            owner_org_id: owner,
            ...(auth_expire_at !== undefined && { auth_expire_at }),
            ...(launch && { launch_json: JSON.stringify(launch) }),
            ...(enabled !== undefined && { enabled }),
          },
        )
        await store.seenBy(trx, game_id, seen)
        await needs.changed(trx, game_id)
      })
    })

  const saveStatus = (
    actor: Actor,
    { game_id, version, rows }: ParsedOf<typeof gameApi.saveStatus>,
  ) =>
    db.transaction(async (trx) => {
      await hold(trx, 'game', 'game_id', game_id)
      return games.change(trx, actor, { id: game_id, act: 'edit' }, async () => {
        const statuses: Status[] = []
        for (const [row, { event_id, only_in, sets }] of rows.entries()) {
          const key = await events.keyOf(trx, game_id, event_id)
          if (key === undefined)
            throw invalid({
              [`rows.${row}.event_id`]: words('这个游戏没有这个事件', 'The game has no such event'),
            })
          if (only_in.length > 0 || sets) statuses.push({ key, only_in, ...(sets && { sets }) })
        }
        const status_json = JSON.stringify(statuses)
        await games.update(trx, actor, { id: game_id, version }, { status_json })
        await needs.changed(trx, game_id)
      })
    })

  const saveDrive = (
    actor: Actor,
    { game_id, version, ...drive }: ParsedOf<typeof gameApi.saveDrive>,
  ) =>
    db.transaction(async (trx) => {
      await needs.checkDrive(trx, game_id, drive.list)
      await hold(trx, 'game', 'game_id', game_id)
      return games.change(trx, actor, { id: game_id, act: 'edit' }, async () => {
        const drive_json = JSON.stringify(drive)
        await games.update(trx, actor, { id: game_id, version }, { drive_json })
        await needs.driveChanged(trx, game_id)
      })
    })

  async function info({
    input,
    actor,
  }: Call<{ game_id: string }>): Promise<DataOf<typeof gameApi.info>> {
    const row = await games.byId(db.query, actor, input.game_id)
    const rooms = await store.roomsWith(db.query, input.game_id, actor.scope)
    return {
      row,
      rooms: rooms.map(({ value_json, desired_run, reported_json, ...room }) => ({
        ...room,
        inherits: inherits(value_json),
        link: gameOnAir({ desired_run, reported_json })?.state ?? null,
      })),
    }
  }

  const routes = implement(gameApi, {
    list: games.listed,
    info,
    add: games.wrote(add),
    update: games.wrote(update),
    saveStatus: games.wrote(saveStatus),
    saveDrive: games.wrote(saveDrive),
    ...events.calls,
    ...vars,
  })
  return { routes, sees: games.sees }
}

const BY_HAND: Launch = { kind: 'manual' }

/** Whoever sees all organisations, and the people of its studio. */
const mayEdit = ({ owner }: GameRow, { scope, org_id }: Actor): boolean =>
  scope.kind === 'all' || (owner !== null && owner.id === org_id)

/** A room that never said anything of its own speaks as its game does. */
const countsOf = (
  rooms: readonly Parameters<typeof gameOnAir>[0][],
): Pick<GameRow, 'rooms' | 'connected'> => ({
  rooms: rooms.length,
  connected: rooms.filter((room) => gameOnAir(room)?.state === 'connected').length,
})

const inherits = (value_json: string | null): boolean =>
  value_json === null || (JSON.parse(value_json) as { inherit?: number }).inherit === 1

function check(draft: Pick<GameAdd, 'camps' | 'commands' | 'gift_map' | 'keyword_map'>): void {
  const wrong = wrongIn(draft)
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

type Draft = Omit<GameAdd, 'owner_org_id' | 'org_ids' | 'auth_expire_at' | 'launch'>

const columnsOf = ({
  name,
  type,
  icon,
  camps,
  round_max_min,
  commands,
  gift_map,
  keyword_map,
}: Draft) => ({
  name,
  type,
  icon,
  round_max_min,
  camps_json: JSON.stringify(camps),
  commands_json: JSON.stringify(commands),
  gift_json: JSON.stringify(gift_map),
  keyword_json: JSON.stringify(keyword_map),
})

const rowOf = (
  {
    game_id,
    name,
    type,
    icon,
    auth_expire_at,
    launch_json,
    camps_json,
    round_max_min,
    commands_json,
    gift_json,
    keyword_json,
    drive_json,
    events,
    vars,
    enabled,
    is_demo,
    version,
    created_at,
    updated_at,
    editor,
  }: Found,
  now: number,
): Omit<GameRow, 'owner' | 'orgs' | 'rooms' | 'connected'> => ({
  game_id,
  name,
  type,
  icon,
  auth_expire_at,
  auth_status: expireStatusOf(auth_expire_at, now),
  launch: JSON.parse(launch_json) as Launch,
  camps: JSON.parse(camps_json) as GameRow['camps'],
  round_max_min,
  commands: JSON.parse(commands_json) as GameRow['commands'],
  gift_map: JSON.parse(gift_json) as GameRow['gift_map'],
  keyword_map: JSON.parse(keyword_json) as GameRow['keyword_map'],
  drive: JSON.parse(drive_json) as GameDrive,
  events,
  vars,
  enabled,
  is_demo,
  version,
  created_at,
  updated_at,
  updated_by: editor,
})

async function setStatuses(
  trx: Trx,
  game_id: string,
  change: (all: Status[]) => Status[],
): Promise<void> {
  const { status_json } = await trx
    .selectFrom('game')
    .select('status_json')
    .where('game_id', '=', game_id)
    .executeTakeFirstOrThrow()
  const changed = JSON.stringify(change(JSON.parse(status_json) as Status[]))
  await trx
    .updateTable('game')
    .set({ status_json: changed })
    .where('game_id', '=', game_id)
    .execute()
}

const ONLY_SEEN = words(
  '只有运营和游戏所属的工作室可以修改',
  'Only operators and the studio of a game can change it',
)

const nameTaken = (name: string) =>
  words(
    `已有同名游戏「${name}」，请换一个名称`,
    `There is a game “${name}” already; choose another name`,
  )
