import { MINUTE, NAME, SECOND, above, branch, son } from './parts.ts'

export const opening = branch('opening', '开播', 'room.start', [
  son('opening-line', '开播问候', [
    '大家好，欢迎来到{{sys.room_name}}，咱们开播啦！',
    '开播了开播了！{{sys.room_name}}的朋友们，[晚点走|多待一会儿]，今天一起玩个痛快！',
  ]),
])

export const welcome = branch(
  'welcome',
  '欢迎',
  'user.enter',
  [
    son(
      'welcome-guard',
      '欢迎大航海',
      [
        `欢迎${NAME}回家，大航海的家人来了！`,
        `${NAME}来啦，[快请坐|就等你了]，今天一起玩！`,
        `欢迎${NAME}，有你在，直播间一下就热闹了！`,
      ],
      {
        when: above('welcome-guard-is', 'ev.user.guard_level', 0),
        policy: { priority: 30, cooldown: { ms: 10 * MINUTE, scope: 'user', on_hit: 'drop' } },
      },
    ),
    son(
      'welcome-everyone',
      '欢迎进房',
      [
        `欢迎${NAME}来到直播间！`,
        `${NAME}来啦，[随便坐|先看看|一起玩]！`,
        `欢迎${NAME}，进来就是缘分，多待一会儿哦。`,
        `哈喽${NAME}，欢迎欢迎！`,
        `欢迎新进来的${NAME}，喜欢的话点个关注。`,
      ],
      { policy: { cooldown: { ms: 15 * SECOND, scope: 'room', on_hit: 'drop' } } },
    ),
  ],
  { policy: { priority: 20, ttl_ms: 8 * SECOND } },
)

export const follow = branch(
  'follow',
  '关注感谢',
  'user.follow',
  [
    son('follow-thanks', '感谢关注', [
      `感谢${NAME}的关注，以后常来玩！`,
      `谢谢${NAME}点的关注，[爱你|比心]！`,
      `${NAME}关注了主播，又多了一位朋友！`,
      `欢迎${NAME}加入咱们的大家庭！`,
    ]),
  ],
  {
    policy: {
      priority: 50,
      ttl_ms: 15 * SECOND,
      cooldown: { ms: 10 * MINUTE, scope: 'user', on_hit: 'drop' },
    },
  },
)

export const like = branch(
  'like',
  '点赞',
  'user.like',
  [
    son('like-thanks', '感谢点赞', [
      `谢谢${NAME}的点赞！`,
      `${NAME}点了{{ev.count}}个赞，[手速可以呀|谢谢支持]！`,
      `感谢${NAME}，点赞走一波，热度就上来了！`,
    ]),
  ],
  {
    policy: {
      priority: 20,
      ttl_ms: 8 * SECOND,
      cooldown: { ms: 30 * SECOND, scope: 'rule', on_hit: 'drop' },
    },
  },
)

export const share = branch(
  'share',
  '分享感谢',
  'user.share',
  [
    son('share-thanks', '感谢分享', [
      `感谢${NAME}分享直播间，叫上朋友一起来！`,
      `谢谢${NAME}帮忙转发，[够意思|太贴心了]！`,
      `${NAME}把直播间分享出去了，比心！`,
    ]),
  ],
  {
    policy: {
      priority: 50,
      ttl_ms: 15 * SECOND,
      cooldown: { ms: MINUTE, scope: 'user', on_hit: 'drop' },
    },
  },
)
