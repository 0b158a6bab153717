import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { EVENT_OF_LIVE_KIND } from '@kaibo/contract/talk/talk.events.ts'
import { normal } from './text.ts'
import type { WordScreen } from './words/screen.ts'

/** An event as rules see it. `key` is that of its route, the keys of `vars` are those of the catalogue (`talk.events.ts`). */
export interface RuleEvent {
  key: string
  id: string
  at: number
  vars: Record<string, string | number>
}

const GUARD_NAMES: Record<number, string> = { 1: '总督', 2: '提督', 3: '舰长' }

const nameOf = (name: string, { words }: RoomOf): string =>
  words && words.screen(name).verdict !== 'pass' ? VIEWER : name

/** A viewer whom people have marked. */
export interface Important {
  level: number
  greet: string
}

interface RoomOf {
  room_name: string
  /** By what viewers' names and danmu are screened. */
  words?: Pick<WordScreen, 'screen'> | undefined
  /** What is known of a viewer beside what the platform says. */
  viewer?: ((open_id: string) => Important | undefined) | undefined
}

/** In place of a name with a forbidden word. */
const VIEWER = '观众'

/** Makes a rule event of a live event; nothing for kinds that rules cannot listen to. The caller leaves out repeated events. */
export function ruleEventOf(event: LiveEvent, room: RoomOf): RuleEvent | undefined {
  const { kind, user, gift } = event
  if (kind === 'live_start' || kind === 'live_end') return undefined
  if (kind === 'game') return gameEventOf(event, room)
  const heard = event.text === undefined ? undefined : room.words?.screen(event.text)
  const isBlocked = heard?.verdict === 'block' || heard?.verdict === 'review'
  const values = {
    'sys.room_name': room.room_name,
    ...ofUser(user, room),
    'ev.text': heard?.text ?? event.text,
    'ev.text_blocked': event.text === undefined ? undefined : Number(isBlocked),
    'ev.gift.id': gift?.id,
    'ev.gift.name':
      gift?.name || (kind === 'guard' ? GUARD_NAMES[user?.guard_level ?? 0] : undefined),
    'ev.gift.count': gift?.count,
    'ev.gift.value': gift?.fen,
    'ev.gift.paid': gift && Number(gift.paid),
    'ev.count': event.count,
  }
  return {
    key: EVENT_OF_LIVE_KIND[kind],
    id: event.event_id,
    at: event.at,
    vars: present(values),
  }
}

/** What a game calls `seq` is `ev.seq` to rules. */
function gameEventOf(
  { game, user, event_id: id, at }: LiveEvent,
  room: RoomOf,
): RuleEvent | undefined {
  if (!game) return undefined
  const values: Values = { 'sys.room_name': room.room_name, ...ofUser(user, room) }
  for (const [name, value] of Object.entries(game.payload)) values[`ev.${name}`] = value
  return { key: `game.${game.key}`, id, at, vars: present(values) }
}

type Values = Record<string, string | number | undefined>

const ofUser = (user: LiveEvent['user'], room: RoomOf): Values => {
  const known = user && room.viewer?.(user.open_id)
  return {
    'ev.user.name': user && nameOf(user.nickname, room),
    'ev.user.open_id': user?.open_id,
    'ev.user.level': user?.level,
    'ev.user.fan_level': user?.fan_level,
    'ev.user.guard_level': user?.guard_level,
    'ev.user.important': known?.level,
    'ev.user.greet': known?.greet,
  }
}

function present(values: Values): RuleEvent['vars'] {
  const vars: RuleEvent['vars'] = {}
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) vars[key] = typeof value === 'string' ? normal(value) : value
  }
  return vars
}
