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

interface RoomOf {
  room_name: string
  /** By what viewers' names and danmu are screened. */
  words?: Pick<WordScreen, 'screen'> | undefined
}

/** In place of a name with a forbidden word. */
const VIEWER = '观众'

/** Makes a rule event of a live event; nothing for kinds that rules cannot listen to. The caller leaves out repeated events. */
export function ruleEventOf(event: LiveEvent, room: RoomOf): RuleEvent | undefined {
  const { kind, user, gift } = event
  if (kind === 'game' || kind === 'live_start' || kind === 'live_end') return undefined
  const heard = event.text === undefined ? undefined : room.words?.screen(event.text)
  const isBlocked = heard?.verdict === 'block' || heard?.verdict === 'review'
  const values = {
    'sys.room_name': room.room_name,
    'ev.user.name': nameOf(user.nickname, room),
    'ev.user.open_id': user.open_id,
    'ev.user.level': user.level,
    'ev.user.fan_level': user.fan_level,
    'ev.user.guard_level': user.guard_level,
    'ev.text': heard?.text ?? event.text,
    'ev.text_blocked': event.text === undefined ? undefined : Number(isBlocked),
    'ev.gift.id': gift?.id,
    'ev.gift.name':
      gift?.name || (kind === 'guard' ? GUARD_NAMES[user.guard_level ?? 0] : undefined),
    'ev.gift.count': gift?.count,
    'ev.gift.value': gift?.fen,
    'ev.gift.paid': gift && Number(gift.paid),
    'ev.count': event.count,
  }
  const vars: RuleEvent['vars'] = {}
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined) vars[key] = typeof value === 'string' ? normal(value) : value
  }
  return { key: EVENT_OF_LIVE_KIND[kind], id: event.event_id, at: event.at, vars }
}
