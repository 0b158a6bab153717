import type { Transaction } from 'kysely'
import type { LotteryItem } from '@kaibo/contract/agent/lottery-item.schema.ts'
import { storable } from '@kaibo/contract/live/event.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Place } from './place.ts'
import { instant, type RoomMoment } from './rows.ts'

export type LotteryDraw = Tables['lottery_draw']

/** A draw as it is stored; its number is made of the run and its own, so that it is the same however often it comes. */
export function drawRow(item: LotteryItem, place: Place, received_at: number): LotteryDraw {
  const { number, prize, condition, word, winners, seed_hash, seed } = item
  const run_id = place.run_id ?? item.run_id
  const entrants = item.entrants.map(({ open_id, nickname }) => ({
    open_id,
    nickname: storable(nickname),
  }))
  return {
    draw_id: `${run_id}-${number}`,
    run_id,
    room_id: place.room_id,
    org_id: place.org_id,
    account_id: place.account_id,
    number,
    prize: storable(prize),
    condition,
    word: storable(word),
    winners,
    seed_hash,
    seed,
    entrants_json: JSON.stringify(entrants),
    winners_json: JSON.stringify(item.won),
    opened_at: instant(item.opened_at, received_at),
    closes_at: item.closes_at,
    drawn_at: seed === null ? null : instant(item.at, received_at),
  }
}

const HASH_SHOWN = 12
const NAMED = 10

/** What the timeline says of it: once when it is opened and once when it is drawn. */
export function drawMoment(item: LotteryItem, place: Place, received_at: number): RoomMoment {
  const { number, prize, seed, seed_hash, won, entrants } = item
  const nicknames = new Map(entrants.map(({ open_id, nickname }) => [open_id, nickname]))
  const names = won.slice(0, NAMED).map((open_id) => nicknames.get(open_id) ?? open_id)
  const [zh, en] =
    seed === null
      ? [
          `第${number}轮福袋开启：${prize}，种子哈希 ${seed_hash.slice(0, HASH_SHOWN)}…`,
          `Lucky bag ${number} opened: ${prize}; hash of the seed ${seed_hash.slice(0, HASH_SHOWN)}…`,
        ]
      : [
          `第${number}轮福袋开奖：${entrants.length}人参与，${won.length}人中奖${names.length > 0 ? `：${names.join('、')}` : ''}`,
          `Lucky bag ${number} drawn: ${entrants.length} took part, ${won.length} won${names.length > 0 ? `: ${names.join(', ')}` : ''}`,
        ]
  return {
    // By the draw, not by the item: an agent that was killed tells it again.
    key: `lottery:${item.run_id}:${number}:${seed === null ? 'open' : 'drawn'}`,
    room_id: place.room_id,
    run_id: place.run_id,
    at: instant(item.at, received_at),
    kind: 'log',
    tag: 'info',
    text: storable(zh),
    text_en: storable(en),
    event_id: null,
    data_json: null,
  }
}

/** Stores draws, each once by run and number. What was drawn stays, and only by the seed whose hash was told first. */
export async function addDraws(trx: Transaction<Tables>, draws: readonly LotteryDraw[]) {
  for (const draw of [...draws].sort((a, b) => (a.draw_id < b.draw_id ? -1 : 1))) {
    const { seed, entrants_json, winners_json, drawn_at, seed_hash } = draw
    await trx
      .insertInto('lottery_draw')
      .values(draw)
      .onConflict((on) =>
        on
          .columns(['run_id', 'number'])
          .doUpdateSet({ seed, entrants_json, winners_json, drawn_at })
          .where('lottery_draw.drawn_at', 'is', null)
          .where('lottery_draw.seed_hash', '=', seed_hash),
      )
      .execute()
  }
}
