import type { FromGame } from '@kaibo/contract/game/link.schema.ts'
import type { GamePayload, LiveEvent } from '@kaibo/contract/live/event.ts'
import { shownName, type GameKeeping, type GameRoom, type Setup } from './around.ts'
import { declaredIn, misfitIn, told, toldOfSystem } from './game-events.ts'
import type { Rounds } from './rounds.ts'

type EventFrame = Extract<FromGame, { type: 'event' }>

/** Instants of a game that are further from now are errors of its clock. */
const SOON_MS = 3_600_000

/** What happens in a game, as events of its room. */
export class Happenings {
  readonly #room: GameRoom
  readonly #keeping: GameKeeping
  readonly #setup: Setup
  readonly #rounds: Rounds

  constructor(room: GameRoom, keeping: GameKeeping, setup: Setup, rounds: Rounds) {
    this.#room = room
    this.#keeping = keeping
    this.#setup = setup
    this.#rounds = rounds
  }

  /** Takes an event that the game says; answers why it is none. */
  take({ id, key, at, payload, user }: EventFrame): string | undefined {
    const declared = declaredIn(this.#setup.catalogue, key)
    if (typeof declared === 'string') return declared
    const why = misfitIn(declared, payload)
    if (why !== undefined) return why
    const nickname = user && shownName(this.#room, user.nickname)
    const event = {
      event_id: `${this.#room.room_code}:${this.#rounds.boot_id ?? ''}:${id}`,
      at: this.#instant(at),
      ...(user && { user: { ...user, nickname: nickname ?? '' } }),
      text: told(declared, payload),
    }
    this.#happen(event, key, payload)
    return undefined
  }

  /** An event of the PC client's own; `name` tells it from others of its kind. */
  raise(key: string, payload: GamePayload, name: string | number): void {
    const { room_code, run_id } = this.#room
    const event_id = `${room_code}:${run_id ?? ''}:${key}:${name}`
    const text = toldOfSystem(key)
    this.#happen({ event_id, at: this.#keeping.clock.now(), text }, key, payload)
  }

  /** The server's time of a moment that the game foresees by the PC's; nothing where it is not ahead. */
  foreseen(at: number | null): number | undefined {
    const { clock, time } = this.#keeping
    const left = at === null ? 0 : at - time.now()
    return left > 0 && left < SOON_MS ? clock.now() + left : undefined
  }

  #happen(
    event: Pick<LiveEvent, 'event_id' | 'at' | 'user' | 'text'>,
    key: string,
    payload: GamePayload,
  ): void {
    const { room_code } = this.#room
    const status = this.#setup.part?.statuses.find(
      (one) => one.key === key || one.key === `game.${key}`,
    )
    const isHeard = !status?.only_in.length || status.only_in.includes(this.#rounds.status)
    const round_seq = this.#rounds.playing?.seq
    const game = { key, payload, ...(round_seq !== undefined && { round_seq }) }
    const common = { source: 'game', room_code, is_test: false, is_ai: false }
    this.#room.happen({ ...common, kind: 'game', ...event, game }, isHeard)
    if (isHeard && status?.sets) this.#rounds.status = status.sets
  }

  /** When it happened by the server's time: the game has only the PC's. */
  #instant(at: number | undefined): number {
    const { clock, time } = this.#keeping
    const ago = at === undefined ? 0 : time.now() - at
    return clock.now() - (ago > 0 && ago < SOON_MS ? ago : 0)
  }
}
