import type { EffectRow, RoundRow } from '@kaibo/contract/game-link/game-link.schema.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db, Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import {
  after,
  capped,
  COUNTED,
  countOf,
  offsetOf,
  pageFrom,
  placeAt,
  readPage,
} from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import * as store from './game-link.store.ts'

type Q = Queryable<Tables>

/** The rounds, each with its best players. */
export async function roundPage(
  db: Db<Tables>,
  scope: Scope,
  query: store.Rounds,
  patience: Patience,
): Promise<EndlessPage<RoundRow>> {
  const direction = directionOf(query)
  const place = placeAt(query.cursor, [0, '', '', 0])
  const matching = store.rounds(db.query, scope, query)
  const counted = countOf(db.query, matching.select('it.seq').limit(COUNTED))
  const [count] = await readPage(db, counted, query, patience)
  const order = ['it.started_at', 'it.room_id', 'it.run_id', 'it.seq'] as const
  let ordered = matching
    .selectAll('it')
    .select(['room.room_code', 'room.name as room_name'])
    .where(after(order, direction, place))
  for (const column of order) ordered = ordered.orderBy(column, direction)
  const page = ordered.limit(query.page_size + 1).offset(offsetOf(query))
  const rows = await readPage(db, page, query, patience)
  const best = rows.length === 0 ? [] : await store.players(db.query, rows)
  const placeOf = ({ started_at, room_id, run_id, seq }: (typeof rows)[number]) =>
    [started_at, room_id, run_id, seq] as const
  const rowOf = (row: (typeof rows)[number]): RoundRow => ({
    room: { room_code: row.room_code, name: row.room_name },
    run_id: row.run_id || null,
    seq: row.seq,
    game_id: row.game_id,
    started_at: row.started_at,
    ended_at: row.ended_at,
    end_status: row.end_status,
    winner: row.winner,
    camps: JSON.parse(row.camps_json) as RoundRow['camps'],
    players: best
      .filter((one) => isOf(one, row))
      .map(({ open_id, nickname, camp, score }) => ({ open_id, nickname, camp, score })),
  })
  return { ...pageFrom(rows, query, { placeOf, rowOf }), ...capped(count?.total ?? 0) }
}

interface Key {
  room_id: string
  run_id: string
  seq: number
}
const isOf = (one: Key, row: Key): boolean =>
  one.room_id === row.room_id && one.run_id === row.run_id && one.seq === row.seq

const shown = (some: ReturnType<typeof store.cmd>) =>
  some
    .selectAll('it')
    .select(['room.room_code', 'room.name as room_name', 'person.nickname as made_good_name'])

/** What had no effect. */
export async function effectPage(
  db: Db<Tables>,
  scope: Scope,
  query: store.Effects,
  patience: Patience,
): Promise<EndlessPage<EffectRow>> {
  const direction = directionOf(query)
  const place = placeAt(query.cursor, [0, '', ''])
  const matching = store.effects(db.query, scope, query)
  const counted = countOf(db.query, matching.select('it.cmd_id').limit(COUNTED))
  const [count] = await readPage(db, counted, query, patience)
  const order = ['it.at', 'it.room_id', 'it.cmd_id'] as const
  let ordered = shown(matching).where(after(order, direction, place))
  for (const column of order) ordered = ordered.orderBy(column, direction)
  const page = ordered.limit(query.page_size + 1).offset(offsetOf(query))
  const rows = await readPage(db, page, query, patience)
  return {
    ...pageFrom(rows, query, { placeOf: placeOfCmd, rowOf: effectRow }),
    ...capped(count?.total ?? 0),
  }
}

const placeOfCmd = ({ at, room_id, cmd_id }: Cmd) => [at, room_id, cmd_id] as const

export const effectOf = async (q: Q, scope: Scope, of: { room_code: string; cmd_id: string }) =>
  shown(store.cmd(q, scope, of)).executeTakeFirst()

type Cmd = NonNullable<Awaited<ReturnType<typeof effectOf>>>

export const effectRow = (row: Cmd): EffectRow => ({
  cmd_id: row.cmd_id,
  room: { room_code: row.room_code, name: row.room_name },
  run_id: row.run_id || null,
  game_id: row.game_id,
  cause: row.cause,
  state: row.state,
  detail: row.detail,
  command: row.name,
  args: JSON.parse(row.args_json) as EffectRow['args'],
  user: row.open_id === null ? null : { open_id: row.open_id, nickname: row.nickname ?? '' },
  gift: row.gift,
  count: row.count,
  value_fen: row.value_fen,
  is_ai: row.is_ai,
  is_test: row.is_test,
  round_seq: row.round_seq,
  at: row.at,
  made_good_at: row.made_good_at,
  made_good_by: row.made_good_name,
})
