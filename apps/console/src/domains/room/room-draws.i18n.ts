import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '福袋',
  round: '第{{number}}轮',
  open: '参与中',
  won: '{{count}}人参与，中奖：{{names}}',
  nobody: '没有人参与',
  check: '校验',
  check_title: '校验第{{number}}轮福袋',
  fair: '校验通过：种子与开启时公布的哈希一致，中奖观众由种子算出',
  unfair: '校验不通过：种子或中奖观众与公布的不符',
  how: '任何人都能验算：种子的 SHA-256 等于开启时公布的哈希；对每位参与者计算 SHA-256(种子 + 换行 + 用户标识)，数值最小的几位中奖。',
  seed_hash: '开启时公布的种子哈希',
  seed: '种子',
  viewers: '{{count}} 位参与者（用户标识）',
  winners: '中奖观众',
}

const en = {
  title: 'Lucky bags',
  round: 'Round {{number}}',
  open: 'Open',
  won: '{{count}} took part; won: {{names}}',
  nobody: 'Nobody took part',
  check: 'Check',
  check_title: 'Check of lucky bag {{number}}',
  fair: 'Right: the seed has the hash that was told at the opening, and the winners follow from it',
  unfair: 'Wrong: the seed or the winners are not those that were told',
  how: 'Anybody can compute it: the SHA-256 of the seed is the hash told at the opening; of each viewer compute SHA-256(seed + line break + user id): the lowest win.',
  seed_hash: 'Hash of the seed, told at the opening',
  seed: 'Seed',
  viewers: '{{count}} viewers (user ids)',
  winners: 'Winners',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    room_draws: typeof zh
  }
}

addTexts('room_draws', { zh, en })
