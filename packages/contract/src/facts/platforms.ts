import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'

/** The platforms of `const/live/plat`, in this order. */
export const PLATFORMS = enumeration({
  douyin: ['douyin', '抖音', 'Douyin'],
  kuaishou: ['kuaishou', '快手', 'Kuaishou'],
  bilibili: ['bilibili', '哔哩哔哩', 'Bilibili'],
  shipinhao: ['shipinhao', '视频号', 'WeChat Channels'],
  taobao: ['taobao', '淘宝直播', 'Taobao Live'],
  xiaohongshu: ['xiaohongshu', '小红书', 'Xiaohongshu'],
  douyu: ['douyu', '斗鱼', 'Douyu'],
  huya: ['huya', '虎牙', 'Huya'],
  tiktok: ['tiktok', 'TikTok', 'TikTok'],
  other: ['other', '其他', 'Other'],
})
export const Platform = oneOf(PLATFORMS)
export type Platform = ValueOf<typeof PLATFORMS>
