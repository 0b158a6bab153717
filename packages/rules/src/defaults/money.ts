import { NAME, SECOND, branch, input, son, variable } from './parts.ts'

/** Gifts of at least so many fen are large, and very large. */
const LARGE_FEN = 1_000
const HUGE_FEN = 10_000

const GIFT = '{{ev.gift.name}}'
const COUNT = '{{ev.gift.count}}'

export const gifts = branch(
  'gift',
  '礼物答谢',
  'gift.receive',
  [
    son(
      'gift-free',
      '免费礼物',
      [
        `谢谢${NAME}的${GIFT}，心意收到啦！`,
        `收到${NAME}的${COUNT}个${GIFT}，[谢谢支持|爱你哟]！`,
        `${NAME}送来了${GIFT}，谢谢宝贝！`,
      ],
      {
        when: { id: 'gift-free-is', type: 1, subject: '$', op: '=', rhs: input(0) },
        policy: { priority: 30, cooldown: { ms: 20 * SECOND, scope: 'user', on_hit: 'merge' } },
      },
    ),
    son(
      'gift-huge',
      '超级大礼',
      [
        `天呐！${NAME}送出了${COUNT}个${GIFT}！大家把[排面|掌声]给到${NAME}！`,
        `我没看错吧，${GIFT}！感谢${NAME}的超级大礼，太[豪气|给力]了！`,
        `全体起立！感谢${NAME}送的${COUNT}个${GIFT}，今天的主角就是你！`,
      ],
      {
        when: { id: 'gift-huge-is', type: 1, subject: '$', op: '>=', rhs: input(HUGE_FEN) },
        policy: { priority: 80 },
      },
    ),
    son(
      'gift-large',
      '大额礼物',
      [
        `感谢${NAME}送出的${COUNT}个${GIFT}，[太给力了|爱你]！`,
        `哇，${NAME}的${GIFT}来了，谢谢老板，老板大气！`,
        `${NAME}送了${COUNT}个${GIFT}，这排面必须有，谢谢！`,
      ],
      {
        when: {
          id: 'gift-large-is',
          type: 2,
          subject: '$',
          lo: ['<=', input(LARGE_FEN)],
          hi: ['<', input(HUGE_FEN)],
          join: 'and',
        },
      },
    ),
    son(
      'gift-small',
      '小额礼物',
      [
        `谢谢${NAME}送的${COUNT}个${GIFT}！`,
        `收到${NAME}的${GIFT}，[比心|谢谢支持]！`,
        `感谢${NAME}，${COUNT}个${GIFT}收到啦！`,
        `${NAME}破费了，谢谢你的${GIFT}！`,
      ],
      {
        when: { id: 'gift-small-is', type: 1, subject: '$', op: '>', rhs: input(0) },
        policy: { cooldown: { ms: 10 * SECOND, scope: 'user', on_hit: 'merge' } },
      },
    ),
  ],
  { subject: variable('ev.gift.value'), policy: { priority: 50, ttl_ms: 30 * SECOND } },
)

export const guard = branch(
  'guard',
  '大航海',
  'guard.buy',
  [
    son('guard-thanks', '大航海答谢', [
      `恭喜${NAME}成为咱们的${GIFT}，欢迎上船！`,
      `${NAME}上${GIFT}啦！感谢信任，以后就是一家人！`,
      `太惊喜了，感谢${NAME}开通${GIFT}，[掌声送上|排面拉满]！`,
    ]),
  ],
  { policy: { priority: 80, ttl_ms: 30 * SECOND } },
)

/** The message itself is not read out: it has not been checked for forbidden words. */
export const superChat = branch(
  'super-chat',
  '醒目留言',
  'super_chat.receive',
  [
    son('super-chat-thanks', '醒目留言答谢', [
      `感谢${NAME}的醒目留言，我[看到|收到]啦！`,
      `${NAME}的醒目留言来了，谢谢你的支持！`,
      `谢谢${NAME}，醒目留言收到，大家一起看看！`,
    ]),
  ],
  { policy: { priority: 80, ttl_ms: 30 * SECOND } },
)
