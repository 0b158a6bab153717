import type { ReportedGame } from '@kaibo/contract/agent/game-items.schema.ts'
import { LaunchKind, type GamePart } from '@kaibo/contract/game/game.schema.ts'
import type { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { Child, type ChildOptions } from './child.ts'
import type { RoomGame } from './room-game.ts'
import type { Tokens } from './secrets.ts'

interface SeatOptions {
  /** Where the local server is; nothing where it could not be opened. */
  origin: string | undefined
  fault: string | null
  room_code: string
  tokens: Tokens
  child: Omit<ChildOptions, 'env' | 'died'>
  left: () => void
}

/** A room's place in the local server: its game, how that is opened, and the process that plays it. */
export class Seat {
  readonly game: RoomGame
  readonly #options: SeatOptions
  #child: Child | undefined
  /** What the process was started by. */
  #startedBy: string | undefined

  constructor(game: RoomGame, options: SeatOptions) {
    this.game = game
    this.#options = options
  }

  use(bundle: Pick<Bundle, 'game' | 'catalogue'>): void {
    this.game.use(bundle)
    this.#keepRunning(bundle.game)
  }

  report(): ReportedGame | undefined {
    return this.game.report(this.#link, this.#options.fault)
  }

  async close(isRunOver: boolean): Promise<void> {
    this.#child?.stop()
    this.#child = undefined
    await this.game.close(isRunOver)
    this.#options.left()
  }

  /** The page, with the secret that it needs: of a game that is its page the game's, of others the one that only shows. */
  get #link(): string {
    const { origin, room_code, tokens } = this.#options
    const kind = this.game.part?.launch.kind
    if (origin === undefined || kind === LaunchKind.manual || kind === LaunchKind.process) return ''
    const token = kind === LaunchKind.page ? tokens.game : tokens.view
    return `${origin}/play/${room_code}/#${token}`
  }

  #keepRunning(part: GamePart | undefined): void {
    const by = part && isOurs(part) ? JSON.stringify([part.game_id, part.launch]) : undefined
    if (by === this.#startedBy) return
    this.#startedBy = by
    this.#child?.stop()
    this.#child = undefined
    const { origin, room_code, tokens, child } = this.#options
    if (!part || by === undefined || origin === undefined) return
    const env = {
      KAIBO_GAME_URL: origin,
      KAIBO_GAME_TOKEN: tokens.game,
      KAIBO_GAME_ROOM: room_code,
    }
    this.#child = new Child(part.launch, { ...child, env, died: () => this.game.died() })
  }
}

const isOurs = ({ launch: { kind } }: GamePart): boolean =>
  kind === LaunchKind.builtin || kind === LaunchKind.process
