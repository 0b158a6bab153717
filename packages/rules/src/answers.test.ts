import { expect, test } from 'vitest'
import type { Answer } from '@kaibo/contract/talk/bundle.schema.ts'
import { Answers } from './answers.ts'
import { at, doorOf, heard } from './engine.fixture.ts'
import { check, ruleSet, say, son } from './fixture.ts'

const answer = (id: string, match: Answer['match'], ...keywords: string[]): Answer => ({
  id,
  match,
  keywords,
  replies: [id],
  cooldown_ms: 30_000,
})
const danmu = (text: string, viewer = 'u1') => ({
  key: 'danmu.message',
  id: `${viewer}-${text}`,
  at: 0,
  vars: { 'ev.text': text, 'ev.user.open_id': viewer },
})

test.each([
  ['音响', 'exact'],
  ['音响怎么样', 'starts'],
  ['这个音响多少钱', 'longest'],
  ['这个音响好吗', 'contains'],
  ['发货时间是多久呢', 'similar'],
  ['ＹＩＮ', 'latin'],
  ['今天天气不错', undefined],
])('%s is answered by %s', (text, id) => {
  const answers = new Answers([
    answer('contains', 'contains', '音响', '音箱'),
    answer('longest', 'contains', '音响多少钱'),
    answer('starts', 'starts', '音响'),
    answer('exact', 'exact', '音响'),
    answer('similar', 'similar', '发货时间是多久'),
    answer('latin', 'exact', 'yin'),
  ])
  expect(answers.find(text)?.answer.id).toBe(id)
})

test('a question is answered where no rule spoke, and not again to the same viewer for a while', () => {
  const greet = ruleSet({
    triggers: [{ event: 'danmu.message' }],
    children: [son({ when: check('ev.text', 'contains', '你好'), actions: say('你好呀') })],
  })
  const room = doorOf([greet], { answers: [answer('音响', 'contains', '音响')] })
  const said = (text: string, viewer?: string, now = 0) =>
    heard(room.happen(danmu(text, viewer), at(now))).filter((line) => line !== 'COND')
  expect(said('你好音响')).toEqual(['你好呀'])
  expect(said('音响呢')).toEqual(['音响'])
  expect(said('音响啊')).toEqual([])
  expect(said('音响啊', 'u2')).toEqual(['音响'])
  expect(said('音响呢', 'u1', 30_000)).toEqual(['音响'])
})

test('an answer that is no more valid gives way to the next', () => {
  const until = 1_000
  const answers = new Answers([
    { ...answer('sale', 'contains', '优惠'), until },
    answer('always', 'contains', '优惠'),
  ])
  expect(answers.find('今天有优惠吗', until - 1)?.answer.id).toBe('sale')
  expect(answers.find('今天有优惠吗', until)).toEqual({
    answer: expect.objectContaining({ id: 'always' }),
    keyword: '优惠',
  })
})

test('a reply may begin with the viewer’s name, made safe to be spoken', () => {
  const room = doorOf([], {
    answers: [
      { ...answer('音响', 'contains', '音响'), replies: ['有的'], at: true, cooldown_ms: 0 },
    ],
  })
  const ask = (name: string) => {
    const event = danmu('音响呢', name)
    return heard(room.happen({ ...event, vars: { ...event.vars, 'ev.user.name': name } }, at(0)))
  }
  expect(ask('小红')).toEqual(['小红，有的'])
  expect(ask('<b>www.x.com')).toEqual(['有的'])
})
