import type { LiveGift } from '@kaibo/contract/live/event.ts'
import { isRecord } from '#json/record.ts'
import { looseFlag, looseNumber, looseText } from './loose.ts'

type Data = Record<string, unknown>

const GUARDS: Record<number, string> = { 1: '总督', 2: '提督', 3: '舰长' }
/** 1,000 of the platform's gold coins are one yuan. */
const COINS_PER_FEN = 10
const COIN = '金瓜子'
const MAX_ID = 128

const fenOf = (coins: number): number => Math.round(coins / COINS_PER_FEN)

/**
 * `price` and `r_price` are of one piece. `r_price` is what was really paid, for discounted gifts and blind boxes; `price` of
 * a free gift may be its worth in silver, so that without `paid` no money moved. Each message of a combo carries its own
 * `gift_num`.
 */
export function giftOf(data: Data): LiveGift {
  const count = looseNumber(data['gift_num']) ?? 1
  const each = looseNumber(data['r_price']) ?? looseNumber(data['price']) ?? 0
  const fen = looseFlag(data['paid']) ? fenOf(each * count) : 0
  const combo = isRecord(data['combo_info'])
    ? looseText(data['combo_info']['combo_id'], MAX_ID)
    : ''
  const name = looseText(data['gift_name'], 100)
  return {
    id: looseText(data['gift_id'], MAX_ID) || name || 'gift',
    name,
    count,
    raw_unit: COIN,
    raw_value: each * count,
    fen,
    paid: fen > 0,
    ...(combo && { combo_id: combo }),
  }
}

/** `guard_unit` is normally 月; anything else, such as `*3天`, is the whole of what was bought, and `guard_num` means nothing. */
export function guardOf(data: Data): LiveGift {
  const level = looseNumber(data['guard_level']) ?? 0
  const unit = looseText(data['guard_unit'], 20)
  const count = unit === '' || unit === '月' ? (looseNumber(data['guard_num']) ?? 1) : 1
  const coins = (looseNumber(data['price']) ?? 0) * count
  return {
    id: `guard-${level}`,
    name: GUARDS[level] ?? '大航海',
    count,
    raw_unit: COIN,
    raw_value: coins,
    fen: fenOf(coins),
    paid: coins > 0,
  }
}

/** `rmb` is in yuan. */
export function superChatOf(data: Data): LiveGift {
  const yuan = looseNumber(data['rmb']) ?? 0
  return {
    id: 'super-chat',
    name: '醒目留言',
    count: 1,
    raw_unit: '元',
    raw_value: yuan,
    fen: Math.round(yuan * 100),
    paid: yuan > 0,
  }
}
