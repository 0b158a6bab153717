import { sql } from 'kysely'
import { AuthExpireStatus, IsOrNot, NotifyMode } from '@kaibo/contract/facts/enums.ts'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import type { PayloadField } from '@kaibo/contract/game/event.schema.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import type { GameDrive } from '@kaibo/contract/game/game.rows.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { EMPTY_CATALOGUE, type Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Var, VarHow } from '@kaibo/contract/talk/variable.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Among } from '#platform/db/within.ts'

/* What several domains need of a game: who sees it, what rules can speak of in it, and what its PC is told. */

type Q = Queryable<Tables>

/** The caller's scope among games: a studio's people see what their studio sees. */
export const gamesOf = ({ scope, is_gs, org_id }: Actor): Scope =>
  scope.kind !== 'all' && is_gs === IsOrNot.is && org_id ? { kind: 'org', org_id } : scope

/** Its studio sees a game, and so do the guilds that may use it. `column` has the game's id. */
export const amongGames =
  (column: string): Among =>
  (org_id) =>
    sql`exists (select 1 from game_org where game_org.game_id = ${sql.ref(column)} and game_org.org_id = ${org_id})`

const asEvent = ({ key, name, payload_json, notify }: Tables['game_event']) => ({
  key: `game.${key}`,
  label: name,
  variables: (JSON.parse(payload_json) as PayloadField[]).map(({ key: field, ...rest }) => ({
    ...rest,
    key: `ev.${field}`,
    sums: rest.sums ? (true as const) : undefined,
  })),
  ...(notify === NotifyMode.advance && { eta: true as const }),
})

export const asVar = ({
  key,
  name,
  data_type,
  how_json,
}: Pick<Tables['game_var'], 'key' | 'name' | 'data_type' | 'how_json'>): Var => ({
  ...(JSON.parse(how_json) as VarHow),
  key,
  name,
  var_type: 1,
  data_type,
})

/** What rules can speak of beside what is built in. */
export async function catalogueOf(q: Q, game_id: string | null): Promise<Catalogue> {
  if (game_id === null) return EMPTY_CATALOGUE
  const game = await q
    .selectFrom('game')
    .select('off_json')
    .where('game_id', '=', game_id)
    .executeTakeFirst()
  if (!game) return EMPTY_CATALOGUE
  const events = await q
    .selectFrom('game_event')
    .selectAll()
    .where('game_id', '=', game_id)
    .where('enabled', '=', 1)
    .orderBy('key')
    .execute()
  const vars = await q
    .selectFrom('game_var')
    .selectAll()
    .where('game_id', '=', game_id)
    .orderBy('key')
    .execute()
  const off = JSON.parse(game.off_json) as string[]
  return {
    ...EMPTY_CATALOGUE,
    events: events.map(asEvent),
    vars: vars.map(asVar),
    ...(off.length > 0 && { off }),
  }
}

/** What made-up events of a game say at first, by event and field as rules name them. */
export async function samplesOf(q: Q, game_id: string | null): Promise<Samples> {
  if (game_id === null) return {}
  const rows = await q
    .selectFrom('game_event')
    .select(['key', 'sample_json'])
    .where('game_id', '=', game_id)
    .execute()
  return Object.fromEntries(
    rows.map(({ key, sample_json }) => {
      const sample = Object.entries(JSON.parse(sample_json) as Samples[string])
      return [
        `game.${key}`,
        Object.fromEntries(sample.map(([name, value]) => [`ev.${name}`, value])),
      ]
    }),
  )
}

type Samples = Record<string, Record<string, string | number>>

/** What a room's PC is told of its game; nothing of one that is disabled. */
export async function gamePartOf(q: Q, game_id: string | null): Promise<GamePart | undefined> {
  if (game_id === null) return undefined
  const game = await q
    .selectFrom('game')
    .selectAll()
    .where('game_id', '=', game_id)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  if (!game) return undefined
  return {
    game_id,
    name: game.name,
    launch: JSON.parse(game.launch_json) as GamePart['launch'],
    camps: JSON.parse(game.camps_json) as GamePart['camps'],
    round_max_min: game.round_max_min,
    commands: JSON.parse(game.commands_json) as GamePart['commands'],
    gift_map: JSON.parse(game.gift_json) as GamePart['gift_map'],
    keyword_map: JSON.parse(game.keyword_json) as GamePart['keyword_map'],
    statuses: JSON.parse(game.status_json) as GamePart['statuses'],
  }
}

/** What the rooms of a game say of their own accord, unless they say otherwise. */
export async function gameDriveOf(q: Q, game_id: string): Promise<GameDrive | undefined> {
  const game = await q
    .selectFrom('game')
    .select('drive_json')
    .where('game_id', '=', game_id)
    .executeTakeFirst()
  return game && (JSON.parse(game.drive_json) as GameDrive)
}

/** An enabled game that the organisation may use and whose time is not over. */
export async function mayUse(
  q: Q,
  { game_id, org_id, now }: { game_id: string; org_id: string; now: number },
): Promise<boolean> {
  const game = await q
    .selectFrom('game')
    .innerJoin('game_org', 'game_org.game_id', 'game.game_id')
    .select('auth_expire_at')
    .where('game.game_id', '=', game_id)
    .where('game_org.org_id', '=', org_id)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return game !== undefined && expireStatusOf(game.auth_expire_at, now) !== AuthExpireStatus.expired
}
