/* Who watches in a demonstration, what they say and what they give. */

export const NAMES: readonly string[] = [
  '阿布',
  '山茶花开',
  '李.',
  '一只会做红烧肉的橘猫（本尊）',
  '🌙晚安',
  '用户7391842065',
  '𠮷野家的常客',
  'Zoë',
  '南城旧事',
  '今天也没有早睡的打工人小王',
  '糯米团',
  'Leo_2008',
  '隔壁老张',
  '海',
  '春日部防卫队第三小分队队长',
  '半糖去冰',
  '不吃香菜',
  '深海里的星星',
  '可可',
  '北辰先生',
]

export const CHAT: readonly string[] = [
  '来了来了',
  '主播好',
  '666',
  '今天播到几点',
  '第一次来，声音好好听',
  '哈哈哈哈哈哈哈哈',
  '这个怎么玩？',
  '昨天讲到哪儿了',
  '前排',
  '能不能再讲一遍刚才那段，我刚去接了个电话没听到',
  '点个关注',
  '晚安，先下了',
  '加油',
  '😂😂😂',
  '声音有点小',
]

/** Name, price in coins, relative frequency. */
export const GIFTS: readonly (readonly [name: string, coins: number, weight: number])[] = [
  ['小心心', 1, 400],
  ['玫瑰', 1, 300],
  ['啤酒', 2, 120],
  ['棒棒糖', 9, 90],
  ['墨镜', 99, 20],
  ['比心兔兔', 299, 8],
  ['热气球', 520, 4],
  ['跑车', 1_200, 2],
  ['嘉年华', 30_000, 0.1],
]
