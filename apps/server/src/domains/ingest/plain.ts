import {
  EVENT_KINDS,
  isStorable,
  MAX_EVENT_COUNT,
  MAX_EVENT_FEN,
  MAX_GIFT_COUNT,
  MONEY_KINDS,
  SOURCE_NAME,
  type LiveEvent,
} from '@kaibo/contract/live/event.ts'
import { isShallow } from '@kaibo/contract/kernel/nesting.ts'
import { isRecord } from '#platform/record.ts'

type Fields = Readonly<Record<string, unknown>>

const isText = (value: unknown, max: number) =>
  typeof value === 'string' && value.length <= max && isStorable(value)
const isId = (value: unknown, max = 128) => isText(value, max) && value !== ''
const isWhole = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
const isAmount = (value: unknown) => Number.isFinite(value) && Number(value) >= 0
const isFlag = (value: unknown) => value === true || value === false

const kinds: ReadonlySet<unknown> = new Set(EVENT_KINDS)
const moneyKinds: ReadonlySet<unknown> = new Set(MONEY_KINDS)

/** Whether the object has no other keys than the `needed` ones that were checked and those of `maybe` that are present. */
function hasNoMore(value: Fields, needed: number, ...maybe: unknown[]): boolean {
  let known = needed
  for (const one of maybe) if (one !== undefined) known++
  return Object.keys(value).length === known
}

function isUser(user: unknown): boolean {
  if (!isRecord(user)) return false
  const { avatar, level, fan_level, guard_level } = user
  return (
    isId(user['open_id']) &&
    isText(user['nickname'], 100) &&
    (avatar === undefined || isText(avatar, 1000)) &&
    (level === undefined || isWhole(level, 0)) &&
    (fan_level === undefined || isWhole(fan_level, 0)) &&
    (guard_level === undefined || isWhole(guard_level, 0)) &&
    hasNoMore(user, 2, avatar, level, fan_level, guard_level)
  )
}

function isGift(gift: unknown): boolean {
  return (
    isRecord(gift) &&
    isId(gift['id']) &&
    isText(gift['name'], 100) &&
    isWhole(gift['count'], 1, MAX_GIFT_COUNT) &&
    isText(gift['raw_unit'], 32) &&
    isAmount(gift['raw_value']) &&
    isWhole(gift['fen'], 0, MAX_EVENT_FEN) &&
    isFlag(gift['paid']) &&
    (gift['combo_id'] === undefined || isId(gift['combo_id'])) &&
    hasNoMore(gift, 7, gift['combo_id'])
  )
}

/** Kinds with money must have a gift; a gift of any other kind must not be paid. */
const isGiftOf = (kind: unknown, gift: unknown): boolean =>
  moneyKinds.has(kind)
    ? isGift(gift)
    : gift === undefined || (isGift(gift) && isRecord(gift) && gift['paid'] === false)

/**
 * A fast check for events that the schema would accept unchanged, with nothing to fill in, drop or replace. All other events
 * are left to the schema, which decides and has the messages but takes ten times as long.
 */
export function isPlainEvent(event: unknown): event is LiveEvent {
  if (!isRecord(event)) return false
  const { source, text, gift, count, raw } = event
  return (
    typeof source === 'string' &&
    SOURCE_NAME.test(source) &&
    isId(event['event_id']) &&
    isId(event['room_code'], 8) &&
    kinds.has(event['kind']) &&
    isWhole(event['at'], 0) &&
    isUser(event['user']) &&
    isFlag(event['is_test']) &&
    isFlag(event['is_ai']) &&
    isGiftOf(event['kind'], gift) &&
    (text === undefined || isText(text, 1000)) &&
    (count === undefined || isWhole(count, 0, MAX_EVENT_COUNT)) &&
    (raw === undefined || (isRecord(raw) && isShallow(raw))) &&
    hasNoMore(event, 8, text, gift, count, raw)
  )
}
