import type { RoundFrame } from '@kaibo/contract/game/link.schema.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Settled } from './delivery.ts'
import type { Queued } from './outbox.ts'
import type { GameRoom } from './around.ts'
import type { Playing } from './rounds.ts'

const MINUTE_MS = 60_000
/** How many commands of danmu and rules that did not get there are kept a minute; gifts are kept all. */
const UNPAID_A_MINUTE = 60

/** What the server is told of a game: its rounds, and what became of commands. */
export class Told {
  readonly #room: GameRoom
  readonly #clock: ServerClock
  #minute = 0
  #unpaid = 0

  constructor(room: GameRoom, clock: ServerClock) {
    this.#room = room
    this.#clock = clock
  }

  /** `end` is nothing while it is played. */
  round(
    { seq, id: round_id, game_id, started_at, run_id }: Playing,
    end: Pick<RoundFrame, 'camps' | 'players' | 'winner' | 'end_status'> | null,
  ): void {
    this.#room.spool({
      type: 'round',
      room_code: this.#room.room_code,
      run_id,
      at: this.#clock.now(),
      seq,
      game_id,
      round_id,
      started_at,
      end_status: end?.end_status ?? null,
      winner: end?.winner ?? null,
      camps: end?.camps ?? [],
      players: end?.players ?? [],
    })
  }

  /** Of gifts each; of the others what was not done. */
  settled(queued: Queued, { state, detail }: Settled): void {
    if (queued.cause !== 'gift' && (state === 'done' || !this.#isAmong())) return
    const { id: cmd_id, game_id, cause, run_id, name, args, event_id, user, gift } = queued
    const { count, value_fen, is_ai, is_test, queued_at, round_seq } = queued
    this.#room.spool({
      type: 'cmd',
      room_code: this.#room.room_code,
      run_id,
      at: this.#clock.now(),
      game_id,
      cmd_id,
      cause,
      state,
      detail: detail.slice(0, 200),
      name,
      args: [...args],
      event_id,
      user: user ? { open_id: user.open_id, nickname: user.nickname } : null,
      gift: gift ?? null,
      count,
      value_fen,
      is_ai,
      is_test,
      queued_at,
      round_seq,
    })
  }

  #isAmong(): boolean {
    const minute = Math.floor(this.#clock.now() / MINUTE_MS)
    if (minute !== this.#minute) this.#unpaid = 0
    this.#minute = minute
    return this.#unpaid++ < UNPAID_A_MINUTE
  }
}
