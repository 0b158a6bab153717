import type { CmdItem, RoundItem } from '@kaibo/contract/agent/game-items.schema.ts'
import { storable } from '@kaibo/contract/live/event.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Place } from './place.ts'
import { instant } from './rows.ts'

/** What PCs say of their games, as it is stored. */
export interface GameItems {
  rounds: { round: Tables['game_round']; players: Tables['round_player'][] }[]
  cmds: Tables['game_cmd'][]
}

/** The run of what belongs to none. */
const NO_RUN = ''

export function roundRow(
  item: RoundItem,
  place: Place,
  received_at: number,
): GameItems['rounds'][number] {
  const { seq, end_status } = item
  const of = { room_id: place.room_id, run_id: place.run_id ?? NO_RUN, seq }
  const at = instant(item.at, received_at)
  return {
    round: {
      ...of,
      org_id: place.org_id,
      game_id: storable(item.game_id),
      round_id: storable(item.round_id),
      camps_json: JSON.stringify(item.camps),
      winner: item.winner,
      started_at: instant(item.started_at, received_at),
      ended_at: end_status === null ? null : at,
      end_status,
    },
    players: item.players.map(({ open_id, nickname, camp, score }, index) => ({
      ...of,
      open_id,
      nickname: storable(nickname),
      camp,
      score,
      place: index + 1,
      at,
    })),
  }
}

export const cmdRow = (item: CmdItem, place: Place, received_at: number): Tables['game_cmd'] => ({
  room_id: place.room_id,
  cmd_id: item.cmd_id,
  run_id: place.run_id ?? NO_RUN,
  org_id: place.org_id,
  game_id: storable(item.game_id),
  cause: item.cause,
  state: item.state,
  detail: storable(item.detail),
  name: storable(item.name),
  args_json: JSON.stringify(item.args),
  event_id: item.event_id && storable(item.event_id),
  open_id: item.user && storable(item.user.open_id),
  nickname: item.user && storable(item.user.nickname),
  gift: item.gift && storable(item.gift),
  count: item.count,
  value_fen: item.value_fen,
  is_ai: item.is_ai ? 1 : 0,
  is_test: item.is_test || place.rehearsal ? 1 : 0,
  queued_at: instant(item.queued_at, received_at),
  at: instant(item.at, received_at),
  round_seq: item.round_seq,
  made_good_at: null,
  made_good_by: null,
})
