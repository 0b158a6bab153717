import {
  ROUND_END,
  type FromGame,
  type GameStatus,
  type RoundFrame,
} from '@kaibo/contract/game/link.schema.ts'
import { ROUND_OVER } from '@kaibo/contract/talk/talk.events.ts'
import { shownName, type GameKeeping, type GameRoom, type Setup } from './around.ts'
import { Countdown } from './countdown.ts'
import { payloadOfEnd } from './game-events.ts'
import type { Happenings } from './happenings.ts'
import type { Playing, Rounds } from './rounds.ts'
import type { Told } from './told.ts'

type EtaFrame = Extract<FromGame, { type: 'eta' }>
type End = Pick<RoundFrame, 'camps' | 'players' | 'winner' | 'end_status'>

interface PlayedOptions {
  room: GameRoom
  keeping: GameKeeping
  setup: Setup
  rounds: Rounds
  happenings: Happenings
  told: Told
}

/** The rounds of a room: who plays on, which ends, and what server and rules are told of it. */
export class Played {
  readonly #options: PlayedOptions
  readonly #countdown = new Countdown()

  constructor(options: PlayedOptions) {
    this.#options = options
  }

  knows(id: string): boolean {
    return this.#options.rounds.seqOf(this.#named(id)) !== undefined
  }

  /** Begins a round, unless it was begun before; answers its number. */
  begin(name: string): number {
    const { room, keeping, rounds, happenings, told, setup } = this.#options
    const id = this.#named(name)
    const known = rounds.seqOf(id)
    if (known !== undefined) return known
    this.break()
    const { run_id } = room
    const { game_id = '' } = setup.part ?? {}
    const playing = rounds.begin({ id, game_id, started_at: keeping.clock.now(), run_id })
    const { seq } = playing
    room.round(seq)
    told.round(playing, null)
    happenings.raise('round_start', { seq }, seq)
    room.changed()
    return seq
  }

  /** Why an end is none: there was no such round, or who won is no camp of the game. */
  refuses({ id, state, winner }: RoundFrame): string | undefined {
    if (state === 'start') return undefined
    if (!this.knows(id)) return '没有这一局'
    const camps = this.#options.setup.part?.camps ?? []
    if (winner === undefined || winner === null || camps.some((camp) => camp.id === winner))
      return undefined
    return `没有阵营 ${winner}，平局请写 null`
  }

  /** Ends the round; answers its number. It is one that `refuses` lets through. */
  end(frame: RoundFrame): number | undefined {
    const { rounds } = this.#options
    const id = this.#named(frame.id)
    const seq = rounds.seqOf(id)
    if (rounds.playing?.id === id) this.#finish(rounds.playing, frame)
    return seq
  }

  /** Ends the round that is played, without a winner. */
  break(): void {
    const { playing } = this.#options.rounds
    if (playing)
      this.#finish(playing, {
        camps: [],
        players: [],
        winner: null,
        end_status: ROUND_END.broken,
      })
  }

  foresee({ key, id, at }: EtaFrame): void {
    const { room, keeping, happenings, rounds } = this.#options
    const moment = happenings.foreseen(at)
    const eta = moment === undefined ? null : { id: `${rounds.boot_id ?? ''}:${id}`, at: moment }
    room.eta(`game.${key}`, eta)
    if (`game.${key}` === ROUND_OVER) this.#countdown.set(moment, keeping.clock.now())
  }

  status(status: GameStatus): void {
    this.#options.rounds.status = status
    this.#options.room.changed()
  }

  /** About once a second. */
  tick(): void {
    const { keeping, rounds, setup, happenings } = this.#options
    const { playing } = rounds
    if (!playing) return
    const now = keeping.clock.now()
    const { seq, started_at } = playing
    if (now - started_at >= (setup.part?.round_max_min ?? Infinity) * 60_000) return this.break()
    for (const left_s of this.#countdown.due(now))
      happenings.raise('countdown', { seq, left_s }, `${seq}:${left_s}`)
  }

  /** Everything that changes a round is on the disk. */
  save(): Promise<boolean> {
    return this.#options.rounds.save()
  }

  /** Another process of the game may call another round the same. */
  #named(id: string): string {
    return `${this.#options.rounds.boot_id ?? ''}:${id}`
  }

  #finish(playing: Playing, end: End): void {
    const { room, keeping, rounds, happenings, told, setup } = this.#options
    const { seq, started_at } = playing
    const nicknameOf = (name: string) => shownName(room, name)
    const players = end.players.map((one) => ({ ...one, nickname: nicknameOf(one.nickname) }))
    const shown = { ...end, players }
    const seconds = Math.max(0, Math.round((keeping.clock.now() - started_at) / 1_000))
    told.round(playing, shown)
    rounds.end()
    this.#countdown.clear()
    room.eta(ROUND_OVER, null)
    const payload = payloadOfEnd(shown, setup.part?.camps ?? [], { seq, seconds })
    happenings.raise('round_end', payload, seq)
    room.changed()
    void this.save()
  }
}
