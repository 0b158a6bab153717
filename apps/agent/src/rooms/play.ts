import type { ReportedGame } from '@kaibo/contract/agent/game-items.schema.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Important } from '@kaibo/rules/event.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { GameRoom } from '#game/around.ts'
import type { GameDesk } from '#game/desk.ts'
import { NOT_LINKED, type Settled } from '#game/delivery.ts'
import type { Seat } from '#game/seat.ts'
import { Draws, type DrawsOptions } from './draws.ts'

/** What viewers of a room play: its game, if it has one, and draws. Whatever is said to none is nothing. */
export class Play {
  #seat: Seat | undefined
  /** A bundle may arrive before there is a seat. */
  #bundle: Bundle | undefined
  #draws: Draws | undefined
  #important: ReadonlyMap<string, Important> = new Map()

  async open(
    games: Pick<GameDesk, 'seat'> | undefined,
    room: GameRoom,
    lastRound: number,
  ): Promise<void> {
    this.#seat = await games?.seat(room)
    this.#seat?.game.learn(lastRound)
    if (this.#bundle) this.#seat?.use(this.#bundle)
  }

  /** Draws among its viewers from now on. */
  async draw(options: DrawsOptions): Promise<void> {
    this.#draws = await Draws.load(options)
  }

  /** A viewer whom people have marked as important. */
  readonly viewer = (open_id: string): Important | undefined => this.#important.get(open_id)

  get hasGame(): boolean {
    return this.#seat?.game.part !== undefined
  }

  get isPlaying(): boolean {
    return this.#seat?.game.isPlaying ?? false
  }

  use(bundle: Bundle): void {
    this.#bundle = bundle
    this.#important = new Map((bundle.viewers ?? []).map((one) => [one.open_id, one]))
    this.#seat?.use(bundle)
  }

  heard(event: LiveEvent): void {
    this.#seat?.game.heard(event)
    this.#draws?.heard(event)
  }

  /** What rules have the game do. */
  carryOut({ effects, event_id, ttl_ms }: Decision): void {
    for (const effect of effects)
      if (effect.kind === 'cmd') this.#seat?.game.effect(effect, { event_id, ttl_ms })
  }

  command(id: string, name: string, args: (string | number)[]): Promise<Settled> {
    return (
      this.#seat?.game.command(id, name, args) ??
      Promise.resolve({ state: 'failed', detail: NOT_LINKED })
    )
  }

  tick(): void {
    this.#seat?.game.tick()
    this.#draws?.tick()
  }

  report(): ReportedGame | undefined {
    return this.#seat?.report()
  }

  async close(isRunOver: boolean): Promise<void> {
    await Promise.all([this.#seat?.close(isRunOver), this.#draws?.close(isRunOver)])
  }
}
