import { createHash } from 'node:crypto'
import type { GameInput, GameScalar, GameUser } from '@kaibo/contract/game/link.schema.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { ruleEventOf } from '@kaibo/rules/event.ts'
import { shownEvent, type GameKeeping, type GameRoom, type Setup } from './around.ts'
import { argsOf, Maps } from './maps.ts'
import type { Cause, Queued } from './outbox.ts'
import type { Rounds } from './rounds.ts'

const TTL_MS = { gift: 30_000, keyword: 15_000 } as const

interface Cmd {
  cause: Cause
  id: string
  name: string
  args: readonly GameScalar[]
  ttl_ms: number
}

/** What viewers do, as a game is told it. */
export class Viewers {
  readonly #room: GameRoom
  readonly #keeping: GameKeeping
  readonly #setup: Setup
  readonly #rounds: Rounds
  maps = new Maps({ gift_map: [], keyword_map: [] })

  constructor(room: GameRoom, keeping: GameKeeping, setup: Setup, rounds: Rounds) {
    this.#setup = setup
    this.#room = room
    this.#keeping = keeping
    this.#rounds = rounds
  }

  /** As people may see it; nothing of a danmu that nobody is to see. */
  shown(event: LiveEvent): LiveEvent | undefined {
    return shownEvent(this.#room, event)
  }

  /** The command that it leads to. */
  commandOf(event: LiveEvent): Queued | undefined {
    const mapped = this.maps.of(event)
    if (!mapped) return undefined
    const { cause, command: name } = mapped
    const args = argsOf(mapped.args, ruleEventOf(event, this.#room)?.vars)
    return this.queued({ cause, id: idOf(event), name, args, ttl_ms: TTL_MS[cause] }, event)
  }

  inputOf(event: LiveEvent): GameInput {
    const { kind, event_id: id, at, text, gift, is_ai, is_test } = event
    return {
      type: 'input',
      kind,
      id,
      at,
      user: userOf(event),
      text,
      gift: gift && { id: gift.id, name: gift.name },
      ...worthOf(event),
      is_ai,
      is_test,
    }
  }

  queued(cmd: Cmd, event?: LiveEvent): Queued {
    return {
      ...cmd,
      run_id: this.#room.run_id,
      game_id: this.#setup.part?.game_id ?? '',
      event_id: event?.event_id ?? null,
      user: event && userOf(event),
      gift: event?.gift?.name,
      ...(event ? worthOf(event) : { count: 1, value_fen: 0 }),
      is_ai: event?.is_ai ?? false,
      is_test: event?.is_test ?? false,
      queued_at: this.#keeping.clock.now(),
      round_seq: this.#rounds.playing?.seq ?? null,
    }
  }
}

const userOf = ({ user }: LiveEvent): GameUser | undefined =>
  user && { open_id: user.open_id, nickname: user.nickname, avatar: user.avatar }

/** How many, and what was paid for all of them together. */
const worthOf = ({ gift, count }: LiveEvent) => ({
  count: gift?.count ?? count ?? 1,
  value_fen: gift?.paid ? gift.fen : 0,
})

/** The same however often the event comes. */
const idOf = ({ source, event_id }: LiveEvent): string =>
  `v.${createHash('sha256').update(`${source}\n${event_id}`).digest('base64url').slice(0, 27)}`
