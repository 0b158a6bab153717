import type { Tables } from '#migrations/tables.ts'
import type { Sentence } from '@kaibo/contract/facts/sentences.ts'
import type { RefusalCode } from '@kaibo/contract/income/refused.enums.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { counts } from './ledger.ts'
import type { GiftEvent, RoomEvent } from './rows.ts'

/** An event whose identifier stands already, for something else. */
export interface Clash {
  code: RefusalCode
  reason: Sentence
}

export type Fate = 'new' | 'known' | Clash

/** Of the gift that stands, what a repeat may say otherwise. */
export type StandingGift = Pick<
  Tables['gift_event'],
  'account_id' | 'kind' | 'fen' | 'count' | 'gift_id' | 'is_ai' | 'is_test'
>

/** A gift that was not appended, beside the one of its identifier; without one, a message without money has it. */
export function fateOfGift(gift: GiftEvent, standing: StandingGift | undefined): Fate {
  if (!standing) return { code: 'other_kind', reason: '事件标识已被一条互动消息使用' }
  if (standing.account_id !== gift.account_id) {
    const reason = '事件标识已被本公会的另一个直播账号使用，请更换来源名称'
    return { code: 'other_account', reason }
  }
  const [first, ...more] = differences(standing, gift)
  if (first === undefined) return 'known'
  const what = more.reduce<string>((list, one) => `${list}、${one}`, first)
  return { code: 'other_amount', reason: `与先前收到的同一事件不符：${what}` }
}

/** What a repeat says otherwise. That it does not count, where the one before it does, is no claim. */
function differences(was: StandingGift, is: GiftEvent): Sentence[] {
  const found: Sentence[] = []
  if (was.fen !== is.fen) found.push(`金额¥${formatFen(was.fen)}变为¥${formatFen(is.fen)}`)
  if (was.count !== is.count) found.push(`数量${was.count}变为${is.count}`)
  if (was.gift_id !== is.gift_id) found.push(`礼物${was.gift_id}变为${is.gift_id}`)
  if (was.kind !== is.kind) found.push(`类型${was.kind}变为${is.kind}`)
  if (counts(is) && (was.is_ai === 1 || was.is_test === 1)) found.push('先前为测试或AI')
  return found
}

export type StandingEvent = Pick<Tables['room_event'], 'room_id'>

/** A message without money that was not appended, beside the one of its identifier; without one, a gift has it. */
export function fateOfEvent(event: RoomEvent, standing: StandingEvent | undefined): Fate {
  if (!standing) return { code: 'other_kind', reason: '事件标识已被一笔礼物使用' }
  if (standing.room_id === event.room_id) return 'known'
  return { code: 'other_account', reason: '事件标识已被另一个直播间使用，请更换来源名称' }
}
