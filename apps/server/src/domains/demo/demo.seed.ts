/* What the demonstration workspace is made of. Names that show alone say 演示 themselves. */

import type { Platform } from '@kaibo/contract/facts/platforms.ts'

export const DEMO_ORG = '演示公会'
export const DEMO_PC = '演示PC'

export interface DemoRoom {
  readonly name: string
  readonly actor: string
  readonly account: {
    readonly platform: Platform
    readonly nickname: string
    readonly room_url: string
    readonly area: string
  }
  /** Start of its evenings, `HH:mm` of the business day. */
  readonly begins: string
  /** The name of the platform's coin; ten are one yuan on all three platforms. */
  readonly coin: string
  /** Regular viewers. */
  readonly audience: number
  /** What its stage has recorded. */
  readonly film: 'rain' | 'deer' | 'story'
  /** Its viewers play the game that is built in. */
  readonly plays?: true
}

export const DEMO_ROOMS: readonly DemoRoom[] = [
  {
    name: '演示·听雨',
    actor: '阿雨',
    account: {
      platform: 'bilibili',
      nickname: '听雨电台（演示）',
      room_url: 'https://live.bilibili.com/0',
      area: '成都',
    },
    begins: '21:30',
    coin: '电池',
    audience: 40,
    film: 'rain',
  },
  {
    name: '演示·小鹿和她的弹幕小游戏',
    actor: '小鹿',
    account: {
      platform: 'douyin',
      nickname: '小鹿同学（演示）',
      room_url: 'https://live.douyin.com/0',
      area: '杭州',
    },
    begins: '19:00',
    coin: '抖币',
    audience: 120,
    film: 'deer',
    plays: true,
  },
  {
    name: '演示·老周讲水浒：每晚八点，一百单八将听到天亮',
    actor: '老周',
    account: {
      platform: 'kuaishou',
      nickname: '说书人老周在沧州（演示）',
      room_url: 'https://live.kuaishou.com/u/0',
      area: '沧州',
    },
    begins: '20:00',
    coin: '快币',
    audience: 75,
    film: 'story',
  },
]
