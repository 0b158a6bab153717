import { sql } from 'kysely'
import { amongGames, gamesOf } from '#domains/lookup/game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

/** Each is opened by the id of its game. */
const common = { sees: gamesOf, among: amongGames('shown.id') }

export const foundGames: Found<Tables, 'game', 'game'> = {
  ...common,
  kind: 'game',
  table: 'game',
  key: 'game_id',
  texts: ['name'],
  codes: ['game_id'],
  shown: (q) =>
    q
      .selectFrom('game')
      .select([
        'game_id as key',
        'game_id as id',
        'name',
        sql<string>`''`.as('code'),
        sql<string>`''`.as('note'),
        sql<null>`null`.as('org_id'),
        sql<null>`null`.as('uid'),
      ]),
}

export const foundGameEvents: Found<Tables, 'game_event', 'game_event'> = {
  ...common,
  kind: 'game_event',
  table: 'game_event',
  key: 'event_id',
  texts: ['name', 'key'],
  codes: ['key'],
  shown: (q) =>
    q
      .selectFrom('game_event')
      .innerJoin('game', 'game.game_id', 'game_event.game_id')
      .select([
        'game_event.event_id as key',
        'game_event.game_id as id',
        'game_event.name',
        'game_event.key as code',
        'game.name as note',
        sql<null>`null`.as('org_id'),
        sql<null>`null`.as('uid'),
      ]),
}

export const foundGameVars: Found<Tables, 'game_var', 'game_var'> = {
  ...common,
  kind: 'game_var',
  table: 'game_var',
  key: 'var_id',
  texts: ['name', 'key'],
  codes: ['key'],
  shown: (q) =>
    q
      .selectFrom('game_var')
      .innerJoin('game', 'game.game_id', 'game_var.game_id')
      .select([
        'game_var.var_id as key',
        'game_var.game_id as id',
        'game_var.name',
        'game_var.key as code',
        'game.name as note',
        sql<null>`null`.as('org_id'),
        sql<null>`null`.as('uid'),
      ]),
}
