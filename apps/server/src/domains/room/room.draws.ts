import { createHash } from 'node:crypto'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { isFair } from '@kaibo/contract/live/lottery.rules.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Draw, DrawRow } from '@kaibo/contract/room/room.draw.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Db } from '#platform/db/db.ts'
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
import { directionOf } from '#platform/db/direction.ts'
import type { Patience } from '#platform/db/report.ts'
import { within } from '#platform/db/within.ts'
import { notFound } from '#platform/fault.ts'

type Row = Tables['lottery_draw']

/** The draws among the viewers of a room, newest first. */
export async function drawsOf(
  db: Db<Tables>,
  room_id: string,
  query: ParsedOf<typeof roomApi.draws>,
  patience: Patience,
): Promise<EndlessPage<DrawRow>> {
  const direction = directionOf(query)
  const matching = () => db.query.selectFrom('lottery_draw').where('room_id', '=', room_id)
  const counted = countOf(db.query, matching().select('draw_id').limit(COUNTED))
  const [count] = await readPage(db, counted, query, patience)
  const order = ['opened_at', 'draw_id'] as const
  const page = matching()
    .selectAll()
    .where(after(order, direction, placeAt(query.cursor, [0, ''])))
    .orderBy('opened_at', direction)
    .orderBy('draw_id', direction)
    .limit(query.page_size + 1)
    .offset(offsetOf(query))
  const rows = await readPage(db, page, query, patience)
  return { ...pageFrom(rows, query, { placeOf, rowOf }), ...capped(count?.total ?? 0) }
}

/** One of them with all who took part, so that it can be checked by anybody. */
export async function drawOf(db: Db<Tables>, { scope }: Actor, draw_id: string): Promise<Draw> {
  const row = await db.query
    .selectFrom('lottery_draw')
    .selectAll()
    .where('draw_id', '=', draw_id)
    .where(within(scope, 'org_id'))
    .executeTakeFirst()
  if (!row) throw notFound(nouns.draw)
  return { ...rowOf(row), entrants: entrantsOf(row) }
}

const placeOf = ({ opened_at, draw_id }: Row) => [opened_at, draw_id] as const

interface Entrant {
  open_id: string
  nickname: string
}

const entrantsOf = (row: Pick<Row, 'entrants_json'>) => JSON.parse(row.entrants_json) as Entrant[]

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function rowOf(row: Row): DrawRow {
  const { number, prize, condition, word, winners, seed_hash, seed } = row
  const entrants = entrantsOf(row)
  const won = JSON.parse(row.winners_json) as string[]
  const ids = entrants.map(({ open_id }) => open_id)
  const nicknames = new Map(entrants.map(({ open_id, nickname }) => [open_id, nickname]))
  const { draw_id, run_id, opened_at, closes_at, drawn_at } = row
  return {
    draw_id,
    run_id,
    number,
    prize,
    condition,
    word,
    winners,
    seed_hash,
    seed,
    opened_at,
    closes_at,
    drawn_at,
    entrants_count: entrants.length,
    won: won.map((open_id) => ({ open_id, nickname: nicknames.get(open_id) ?? '' })),
    is_fair:
      seed === null ? null : isFair({ seed, seed_hash, entrants: ids, winners, won }, sha256),
  }
}
