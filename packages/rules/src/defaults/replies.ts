import type { SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { NAME, SECOND, branch, input, son, variable } from './parts.ts'

const keyword = (id: string, name: string, words: string[], lines: string[]): SonNode =>
  son(id, name, lines, {
    when: { id: `${id}-words`, type: 1, subject: '$', op: 'kwAny', rhs: input(words) },
    policy: { cooldown: { ms: 10 * SECOND, scope: 'rule', on_hit: 'drop' } },
  })

export const replies = branch(
  'reply',
  '关键词回复',
  'danmu.message',
  [
    keyword(
      'reply-how',
      '怎么玩',
      ['怎么玩', '咋玩', '玩法', '怎么参与', '怎么加入', '游戏规则'],
      [
        `${NAME}，玩法看屏幕上的说明，发弹幕就能参与！`,
        `问怎么玩的${NAME}看过来，照着屏幕上的提示发弹幕就行，很简单！`,
        `${NAME}别着急，跟着屏幕上的提示来，玩一局就会了！`,
      ],
    ),
    keyword(
      'reply-time',
      '现在几点',
      ['几点了', '现在几点', '什么时间了'],
      [
        `${NAME}，现在是{{sys.now|time}}。`,
        `现在{{sys.now|time}}啦，${NAME}[还早呢，再玩会儿|时间过得真快]！`,
      ],
    ),
    keyword(
      'reply-new',
      '新来的',
      ['新来的', '第一次来', '刚来', '萌新'],
      [
        `欢迎新朋友${NAME}，有什么不懂的尽管问！`,
        `${NAME}第一次来呀，点个关注，下次好找！`,
        `欢迎${NAME}，先看两眼，看会了一起玩！`,
      ],
    ),
    keyword(
      'reply-bye',
      '告别',
      ['拜拜', '先走了', '我走了', '晚安', '去睡了', '先撤了', '先下了'],
      [
        `${NAME}慢走，有空再来玩！`,
        `好嘞，${NAME}下次见，[早点休息|记得常来]！`,
        `拜拜${NAME}，谢谢陪伴！`,
      ],
    ),
    keyword(
      'reply-praise',
      '夸奖',
      ['666', '厉害', '太牛了', '牛啊', '真好看', '真好听', '真好玩', '主播棒', '好棒'],
      [
        `谢谢${NAME}夸奖，我会继续加油的！`,
        `${NAME}嘴真甜，爱听，多说两句！`,
        `被${NAME}夸了，[开心|有点不好意思]！`,
      ],
    ),
    keyword(
      'reply-hello',
      '打招呼',
      ['你好', '您好', '哈喽', 'hello', '主播好', '大家好', '早上好', '下午好', '晚上好'],
      [
        `${NAME}你好呀，欢迎来玩！`,
        `哈喽${NAME}，[今天过得怎么样|来得正好]？`,
        `${NAME}好，见到你真高兴！`,
      ],
    ),
  ],
  {
    subject: variable('ev.text'),
    policy: {
      priority: 40,
      ttl_ms: 15 * SECOND,
      cooldown: { ms: 15 * SECOND, scope: 'user', on_hit: 'drop' },
    },
  },
)
