import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import type { GameScalar } from '@kaibo/contract/game/link.schema.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Log } from '#log/log.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'

/** What a game needs of the room that plays it. */
export interface GameRoom {
  readonly room_code: string
  readonly run_id: string | null
  readonly room_name: string
  /** What of a text is shown to people; nothing of one that nobody is to see. */
  screen(text: string): string | undefined
  /** To the spool, and where `isHeard` to the rules; the same event once more is nothing. */
  happen(event: LiveEvent, isHeard: boolean): void
  round(seq: number): void
  setVar(key: string, value: GameScalar, viewer: string): void
  eta(event: string, eta: { id: string; at: number } | null): void
  spool(item: SpoolItem): void
  flush(): Promise<boolean>
  note(level: 'info' | 'warn' | 'error', said: Words): void
  changed(): void
}

/** What it needs of the PC client. */
export interface GameKeeping {
  /** Where the room's rounds and commands are kept. */
  folder: string
  time: Time
  clock: ServerClock
  log: Log
}

/** By what the room plays now. */
export interface Setup {
  part: GamePart | undefined
  catalogue: Catalogue
}

/** In place of a name with a forbidden word. */
const SOMEBODY = '观众'

export const shownName = ({ screen }: Pick<GameRoom, 'screen'>, name: string): string =>
  screen(name) === name ? name : SOMEBODY

/** An event as people may see it; nothing of a danmu that nobody is to see. */
export function shownEvent(
  room: Pick<GameRoom, 'screen'>,
  event: LiveEvent,
): LiveEvent | undefined {
  const { user } = event
  const text = event.text === undefined ? undefined : room.screen(event.text)
  if (event.text !== undefined && text === undefined) return undefined
  return { ...event, text, user: user && { ...user, nickname: shownName(room, user.nickname) } }
}
