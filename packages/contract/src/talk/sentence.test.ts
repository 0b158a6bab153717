import { expect, test } from 'vitest'
import { DataType, VarCalcType } from '../facts/enums.ts'
import { EMPTY_CATALOGUE } from './bundle.schema.ts'
import type { SonNode } from './talk.schema.ts'
import { sentenceOf } from './sentence.ts'
import { vocabularyOf } from './vocabulary.ts'

const node: SonNode = {
  id: 'a',
  type: 'son',
  name: '大额',
  enabled: 1,
  triggers: [{ event: 'gift.receive' }],
  when: {
    id: 'all',
    all: [
      {
        id: 'c',
        type: 1,
        subject: { origin: 'variable', key: 'ev.gift.value' },
        op: '>=',
        rhs: { origin: 'input', value: 1000 },
      },
    ],
  },
  policy: { cooldown: { ms: 30_000, scope: 'user', on_hit: 'drop' } },
  actions: [
    { kind: 'say', templates: [{ text: '感谢{{ev.user.name}}', weight: 1 }], no_repeat: 0 },
  ],
}

test('a rule reads as a sentence, in yuan and seconds', () => {
  expect(sentenceOf(node, { heard: [] }, 'zh')).toBe(
    '当收到“礼物”，礼物价值大于等于10元时，说“感谢〔观众昵称〕”；同一观众30秒内只说一次。',
  )
  expect(sentenceOf(node, { heard: [] }, 'en')).toBe(
    'On “Gift received”, when Value of the gift at least 10 yuan, say “感谢〔Viewer’s name〕”; once in 30 s (This rule, each viewer).',
  )
})

test('what is inherited is said, too', () => {
  const { triggers: _, ...inner } = node
  const range: SonNode = {
    ...inner,
    when: {
      id: 'r',
      type: 2,
      subject: '$',
      lo: ['<=', { origin: 'input', value: 1000 }],
      hi: ['<', { origin: 'input', value: 10_000 }],
      join: 'and',
    },
  }
  const above = {
    heard: ['gift.receive'],
    subject: { origin: 'variable', key: 'ev.gift.value' },
  } as const
  expect(sentenceOf(range, above, 'zh')).toContain('礼物价值在10元到100元（不含）之间时')
})

test('what a game adds is called as its people call it', () => {
  const known = vocabularyOf({
    ...EMPTY_CATALOGUE,
    events: [
      {
        key: 'game.camp_join',
        label: '有人入队',
        variables: [{ key: 'ev.camp_name', label: '队名', type: DataType.string }],
      },
    ],
    vars: [
      {
        key: 'gap',
        name: '差距',
        var_type: 1,
        data_type: DataType.number,
        calc: VarCalcType.common,
        scope: 'room',
        reset: 'round',
      },
    ],
  })
  const node: SonNode = {
    id: 'join',
    type: 'son',
    name: '入队',
    enabled: 1,
    when: {
      id: 'when',
      type: 1,
      subject: { origin: 'variable', key: 'gap' },
      op: '>=',
      rhs: { origin: 'input', value: 20 },
    },
    actions: [
      {
        kind: 'say',
        templates: [{ text: '{{ev.user.name}}加入{{ev.camp_name}}', weight: 1 }],
        no_repeat: 0,
      },
    ],
  }
  expect(sentenceOf(node, { heard: ['game.camp_join'] }, 'zh', known)).toBe(
    '当收到“有人入队”，差距大于等于20时，说“〔观众昵称〕加入〔队名〕”。',
  )
})
