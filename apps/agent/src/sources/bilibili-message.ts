import { createHash } from 'node:crypto'
import {
  LiveEvent,
  MAX_EVENT_COUNT,
  type LiveGift,
  type LiveUser,
} from '@kaibo/contract/live/event.ts'
import { isShallow } from '@kaibo/contract/kernel/nesting.ts'
import { isRecord } from '#json/record.ts'
import { giftOf, guardOf, superChatOf } from './bilibili-money.ts'
import { looseCount, looseNumber, looseText } from './loose.ts'

type Data = Record<string, unknown>

/** An event, or why there is none. `unknown`: a kind of message that is not used. */
export type Read =
  | { event: LiveEvent }
  | { skipped: 'unknown' }
  | { skipped: 'withdrawn' | 'bad'; reason: string }

/** What a message adds to the fields that all have in common. */
interface Part {
  kind: LiveEvent['kind']
  text?: string
  gift?: LiveGift
  count?: number
}

const PREFIX = 'LIVE_OPEN_PLATFORM_'
const MAX_RAW_CHARACTERS = 16_384
const MAX_ID = 128
/** Replaces a character that could not be stored: an id with it may not be unique any more. */
const LOST_LETTER = '\uFFFD'
/** A larger number is in milliseconds: in seconds it would be thousands of years away. */
const MILLISECONDS_FROM = 100_000_000_000

const READERS: Record<string, (data: Data) => Part> = {
  DM: (data) => ({ kind: 'danmu', text: looseText(data['msg'], 1000) }),
  SEND_GIFT: (data) => ({ kind: 'gift', gift: giftOf(data) }),
  GUARD: (data) => ({ kind: 'guard', gift: guardOf(data) }),
  SUPER_CHAT: (data) => ({
    kind: 'super_chat',
    text: looseText(data['message'], 1000),
    gift: superChatOf(data),
  }),
  LIKE: (data) => ({ kind: 'like', count: looseCount(data['like_count'], MAX_EVENT_COUNT) ?? 1 }),
  LIVE_ROOM_ENTER: () => ({ kind: 'enter' }),
  LIVE_START: () => ({ kind: 'live_start' }),
  LIVE_END: () => ({ kind: 'live_end' }),
}

/** One `{cmd, data}` of the open platform as a normalised event. Where it names no time, `now` stands in. */
export function readMessage(message: unknown, roomCode: string, now: number): Read {
  if (!isRecord(message) || typeof message['cmd'] !== 'string')
    return { skipped: 'bad', reason: '没有 cmd' }
  const cmd = message['cmd']
  if (cmd === `${PREFIX}SUPER_CHAT_DEL`)
    return { skipped: 'withdrawn', reason: '平台撤回了一条醒目留言，已记的收入不变' }
  const name = cmd.startsWith(PREFIX) ? cmd.slice(PREFIX.length) : ''
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined
  if (!reader) return { skipped: 'unknown' }
  const data = message['data']
  if (!isRecord(data)) return { skipped: 'bad', reason: `${cmd} 没有 data` }
  return checked({
    source: 'bilibili',
    event_id: eventIdOf(cmd, data),
    room_code: roomCode,
    at: timeOf(data) ?? now,
    user: userOf(data),
    ...reader(data),
    is_test: false,
    is_ai: false,
    ...rawOf(cmd, data),
  })
}

/** Checks what the ledger would refuse as well, because here the reason can be reported together with the message. */
function checked(draft: LiveEvent): Read {
  const parsed = LiveEvent.safeParse(draft)
  if (parsed.success) return { event: parsed.data }
  const [issue] = parsed.error.issues
  return { skipped: 'bad', reason: `${issue?.path.join('.') ?? ''} 不正确` }
}

/** The message's id; a message without a usable one gets a hash of its content, so that a repetition has the same id. */
function eventIdOf(cmd: string, data: Data): string {
  const given = looseText(data['msg_id'], MAX_ID + 1) || looseText(data['message_id'], MAX_ID + 1)
  if (given !== '' && given.length <= MAX_ID && !given.includes(LOST_LETTER)) return given
  // Values that are nested too deep would overflow the stack
  const known = Object.entries(data).filter(([, value]) => isShallow(value))
  const hash = createHash('sha256')
    .update(`${cmd} ${JSON.stringify(Object.fromEntries(known))}`)
    .digest('hex')
  return `h-${hash.slice(0, 32)}`
}

function timeOf(data: Data): number | undefined {
  const time = looseNumber(data['timestamp'])
  if (time === undefined || time <= 0) return undefined
  const at = Math.trunc(time >= MILLISECONDS_FROM ? time : time * 1000)
  return Number.isSafeInteger(at) ? at : undefined
}

/** `user_info` holds the user of a guard; everywhere else the fields stand in `data` itself. */
function userOf(data: Data): LiveUser {
  const nested = data['user_info']
  const user = isRecord(nested) ? nested : data
  const nickname = looseText(user['uname'], 100)
  const avatar = looseText(user['uface'], 1000)
  const uid = looseText(user['uid'], 64)
  const openId = looseText(user['open_id'], MAX_ID) || (uid !== '0' && uid) || `name:${nickname}`
  const wearsMedal = data['fans_medal_wearing_status'] !== false
  const fanLevel = wearsMedal ? looseCount(data['fans_medal_level'], 1000) : undefined
  const guardLevel = looseCount(data['guard_level'], 3)
  return {
    open_id: openId,
    nickname,
    ...(avatar && { avatar }),
    ...(fanLevel !== undefined && { fan_level: fanLevel }),
    ...(guardLevel !== undefined && { guard_level: guardLevel }),
  }
}

function rawOf(cmd: string, data: Data): { raw?: Record<string, unknown> } {
  const raw = { cmd, data }
  return isShallow(raw) && JSON.stringify(data).length <= MAX_RAW_CHARACTERS ? { raw } : {}
}
