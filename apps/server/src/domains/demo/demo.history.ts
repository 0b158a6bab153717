import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { DAY_MS, dayOf } from '@kaibo/contract/kernel/day.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { hashOf, Random } from '@kaibo/rules/random.ts'
import type { DemoRoom } from './demo.seed.ts'
import { CHAT, GIFTS, NAMES } from './demo.words.ts'

/** One past evening. */
export interface PastRun {
  day: string
  started_at: number
  ended_at: number
  end_cause: 'plan_stop' | 'operator_stop' | 'platform_end' | 'agent_failed'
  /** What the PC would have sent about it. */
  items: (ids: { run_id: string; room_code: string }) => SpoolItem[]
}

const DAYS = 7
const MINUTE_MS = 60_000
/** So long is an evening. */
export const EVENING_MINUTES = 120
const LATEST_START_MS = 20_000
const END_CAUSES = ['plan_stop', 'operator_stop', 'platform_end', 'agent_failed'] as const
const FEN_PER_COIN = 10
const COUNTS = [1, 1, 1, 1, 3, 10, 66]
const SPOKEN_AFTER_MS = 2_500
const THANKS_PRIORITY = 50

/** The last week of a room; the same room and days always give the same history. */
export function pastRuns(room: DemoRoom, now: number): PastRun[] {
  return Array.from({ length: DAYS }, (_, i) => dayOf(now - (DAYS - i) * DAY_MS)).flatMap((day) => {
    const random = new Random().seed(hashOf(room.name), hashOf(day), 0)
    const isDayOff = random.next() < 0.1
    if (isDayOff) return []
    // A plan has them begin.
    const due_at = Date.parse(`${day}T${room.begins}:00+08:00`)
    const started_at = due_at + Math.floor(random.next() * LATEST_START_MS)
    const end_cause = END_CAUSES[random.pick([7, 1, 1, 1])] ?? 'plan_stop'
    const early_at = started_at + Math.floor((60 + random.next() * 45) * MINUTE_MS)
    const ended_at = end_cause === 'plan_stop' ? due_at + EVENING_MINUTES * MINUTE_MS : early_at
    return {
      day,
      started_at,
      ended_at,
      end_cause,
      items: (ids) => evening(room, random, { started_at, ended_at, ...ids }),
    }
  })
}

interface Evening {
  run_id: string
  room_code: string
  started_at: number
  ended_at: number
}

function evening(room: DemoRoom, random: Random, run: Evening): SpoolItem[] {
  const { run_id, room_code, started_at, ended_at } = run
  const total = room.audience * (3 + Math.floor(random.next() * 3))
  const step = (ended_at - started_at) / (total + 1)
  return Array.from({ length: total }, (_, n) => n).flatMap((n): SpoolItem[] => {
    const event: LiveEvent = {
      source: 'simulator',
      event_id: `${run_id}-${n}`,
      room_code,
      at: Math.floor(started_at + step * (n + random.next())),
      user: viewer(room, Math.floor(random.next() ** 1.5 * room.audience)),
      is_test: false,
      is_ai: false,
      ...happening(room, random),
    }
    const sent: SpoolItem = { type: 'event', run_id, event }
    return event.gift ? [sent, thanks(event, event.gift, run_id)] : [sent]
  })
}

function viewer({ account, audience }: DemoRoom, n: number): LiveEvent['user'] {
  const name = NAMES[n % NAMES.length] ?? ''
  const again = Math.floor(n / NAMES.length)
  return {
    open_id: `demo-${account.platform}-${audience}-${n}`,
    nickname: again === 0 ? name : `${name}${again + 1}`,
  }
}

function happening(
  { coin }: DemoRoom,
  random: Random,
): Pick<LiveEvent, 'kind' | 'text' | 'count' | 'gift'> {
  switch (random.pick([30, 40, 15, 5, 10])) {
    case 0:
      return { kind: 'enter' }
    case 1:
      return { kind: 'danmu', text: CHAT[Math.floor(random.next() * CHAT.length)] ?? '' }
    case 2:
      return { kind: 'like', count: 1 + Math.floor(random.next() ** 3 * 50) }
    case 3:
      return { kind: 'follow' }
    default:
      return { kind: 'gift', gift: gift(coin, random) }
  }
}

function gift(raw_unit: string, random: Random): NonNullable<LiveEvent['gift']> {
  const index = random.pick(GIFTS.map(([, , weight]) => weight))
  const [name, coins] = GIFTS[index] ?? ['小心心', 1]
  const count = coins < 99 ? (COUNTS[Math.floor(random.next() * COUNTS.length)] ?? 1) : 1
  const raw_value = coins * count
  const fen = raw_value * FEN_PER_COIN
  return { id: `gift-${index}`, name, count, raw_unit, raw_value, fen, paid: true }
}

const thanks = (
  { event_id, room_code, at, user }: LiveEvent,
  { name, count }: NonNullable<LiveEvent['gift']>,
  run_id: string,
): SpoolItem => ({
  type: 'speech',
  room_code,
  run_id,
  at: at + SPOKEN_AFTER_MS,
  speech_id: event_id,
  event_id,
  state: 'spoken',
  text: `谢谢${user?.nickname ?? ''}送的${count > 1 ? `${count}个` : ''}${name}`,
  priority: THANKS_PRIORITY,
})
