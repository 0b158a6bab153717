import { listed, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { RefusalCode } from '@kaibo/contract/income/refused.enums.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { counts } from './ledger.ts'
import type { GiftEvent, RoomEvent } from './rows.ts'

/** Why an event is refused: its identifier is stored already, with other content. */
export interface Clash {
  code: RefusalCode
  reason: Words
}

/** What happened to an event: appended, recognised as a repetition, or refused. */
export type EventOutcome = 'new' | 'known' | Clash

/** What of a stored gift is compared with a repetition. */
export type BookedGift = Pick<
  Tables['gift_event'],
  'account_id' | 'kind' | 'fen' | 'count' | 'gift_id' | 'is_ai' | 'is_test'
>

/** For a gift whose identifier is stored already: by the gift that has it, or, where none has, by a message without money. */
export function outcomeOfGift(gift: GiftEvent, booked: BookedGift | undefined): EventOutcome {
  if (!booked)
    return {
      code: 'other_kind',
      reason: words(
        '事件标识已被一条互动消息使用',
        'The event id was used by a message without money',
      ),
    }
  if (booked.account_id !== gift.account_id) {
    const reason = words(
      '事件标识已被本公会的另一个直播账号使用，请更换来源名称',
      'The event id was used by another live account of this guild; take another source name',
    )
    return { code: 'other_account', reason }
  }
  const unlike = differences(booked, gift)
  if (unlike.length === 0) return 'known'
  const what = listed(unlike)
  return {
    code: 'other_amount',
    reason: words(
      `与先前收到的同一事件不符：${what.zh}`,
      `Unlike what came before of the same event: ${what.en}`,
    ),
  }
}

/** How a repetition differs. One marked as test or AI whose original counts is no difference: it claims no money. */
function differences(was: BookedGift, is: GiftEvent): Words[] {
  const found: Words[] = []
  if (was.fen !== is.fen)
    found.push(
      words(
        `金额¥${formatFen(was.fen)}变为¥${formatFen(is.fen)}`,
        `amount ¥${formatFen(was.fen)}, now ¥${formatFen(is.fen)}`,
      ),
    )
  if (was.count !== is.count)
    found.push(words(`数量${was.count}变为${is.count}`, `count ${was.count}, now ${is.count}`))
  if (was.gift_id !== is.gift_id)
    found.push(
      words(`礼物${was.gift_id}变为${is.gift_id}`, `gift ${was.gift_id}, now ${is.gift_id}`),
    )
  if (was.kind !== is.kind)
    found.push(words(`类型${was.kind}变为${is.kind}`, `kind ${was.kind}, now ${is.kind}`))
  if (counts(is) && (was.is_ai === 1 || was.is_test === 1))
    found.push(words('先前为测试或AI', 'was test or AI before'))
  return found
}

export type KeptEvent = Pick<Tables['room_event'], 'room_id'>

/** For a message whose identifier is stored already: by the message that has it, or, where none has, by a gift. */
export function outcomeOfEvent(event: RoomEvent, kept: KeptEvent | undefined): EventOutcome {
  if (!kept)
    return {
      code: 'other_kind',
      reason: words('事件标识已被一笔礼物使用', 'The event id was used by a gift'),
    }
  if (kept.room_id === event.room_id) return 'known'
  return {
    code: 'other_account',
    reason: words(
      '事件标识已被另一个直播间使用，请更换来源名称',
      'The event id was used by another room; take another source name',
    ),
  }
}
