import { expect, test } from 'vitest'
import { giftEvent, roomOf, ruleSet, say, son } from './fixture.ts'

function spoken(template: string, vars = {}, now = 0): string | undefined {
  const room = roomOf(ruleSet({ children: [son({ actions: say(template) })] }))
  return room.texts(giftEvent(vars), now)[0]
}

test('variables stand in the text', () => {
  expect(spoken('谢谢{{ev.user.name}}的{{ ev.gift.count }}个礼物')).toBe('谢谢小明的1个礼物')
})

test.each([
  ['{{ev.user.name|cut:2}}', { 'ev.user.name': '一二三' }, '一二'],
  ['{{ev.user.name|cut:2}}', { 'ev.user.name': '👍🏽b👍🏽' }, '👍🏽b'],
  ['{{ev.user.name|mask}}', { 'ev.user.name': '张三丰' }, '张*丰'],
  ['{{ev.user.name|mask}}', { 'ev.user.name': '张三' }, '张*'],
  ['{{ev.user.name|mask|cut:1}}', { 'ev.user.name': '欧阳锋' }, '欧'],
  ['{{ev.gift.value|fixed:1}}', { 'ev.gift.value': 3 }, '3.0'],
  ['{{ev.gift.value|wan}}', { 'ev.gift.value': 12_345 }, '1.2万'],
  ['{{ev.gift.name|default:礼物}}', {}, '礼物'],
  ['{{ev.gift.name|cut:1|default:a:b}}', {}, 'a:b'],
  ['{{ev.gift.name|default:礼物}}', { 'ev.gift.name': '火箭' }, '火箭'],
])('%s of %o', (template, vars, text) => {
  expect(spoken(template, vars)).toBe(text)
})

test('time is business time', () => {
  expect(spoken('现在{{sys.now|time}}', {}, Date.parse('2026-11-20T20:05:00+08:00'))).toBe(
    '现在20:05',
  )
})

test('each of the alternatives is spoken', () => {
  const room = roomOf(ruleSet({ children: [son({ actions: say('[早|中|晚]安') })] }))
  const heard = new Set<string | undefined>()
  for (let index = 0; index < 60; index++) heard.add(room.texts(giftEvent({}, `event-${index}`))[0])
  expect(heard).toEqual(new Set(['早安', '中安', '晚安']))
})

test('a name that looks like a template is read out as it stands', () => {
  for (const name of ['{{sys.now}}', '[a|b]', '{{ev.user.name|default:x}}', '$&', '$1']) {
    expect(spoken('你好{{ev.user.name}}！', { 'ev.user.name': name })).toBe(`你好${name}！`)
  }
})

test.each([
  ['小\u0000明\u202e\u200b', '小明'],
  ['小\n\t 明', '小 明'],
  ['<speak>小明<break time="9s"/></speak>', '小明'],
  ['<<b>b>小明', 'b小明'],
  ['&lt;speak&gt;小明', 'speak小明'],
  ['小明https://x.example/a?b=1看这里', '小明看这里'],
  ['小明www.abc.xyz', '小明'],
  ['看ABC.com/x，小明', '看，小明'],
  ['3.14和v1.2', '3.14和v1.2'],
  ['小明.comic', '小明.comic'],
  ['小明 & 小红', '小明 & 小红'],
  ['小明\ud800', '小明'],
])('%j is spoken as %s', (name, heard) => {
  expect(spoken('{{ev.user.name}}', { 'ev.user.name': name })).toBe(heard)
})

test('a template that lacks a value gives way to the next', () => {
  const room = roomOf(
    ruleSet({
      children: [son({ actions: say('谢谢{{ev.gift.name}}', '谢谢', '谢{{ev.gift.name}}') })],
    }),
  )
  for (let index = 0; index < 30; index++) {
    expect(room.texts(giftEvent({}, `event-${index}`))).toEqual(['谢谢'])
  }
})

test('a name of which nothing can be spoken is a missing value', () => {
  expect(spoken('{{ev.user.name|default:朋友}}', { 'ev.user.name': 'www.abc.com' })).toBe('朋友')
  expect(spoken('{{ev.user.name}}', { 'ev.user.name': '\u200b' })).toBeUndefined()
})

test('a hostile name costs no time', () => {
  const start = performance.now()
  for (const unit of ['a', 'a.', '<', '&a', 'www.', '-', 'com.com/', ' ', 'http://']) {
    spoken('{{ev.user.name}}', { 'ev.user.name': unit.repeat(500) })
  }
  expect(performance.now() - start).toBeLessThan(1_000)
})

test('what is left after stripping is stripped again', () => {
  expect(spoken('{{ev.user.name|default:空}}', { 'ev.user.name': '加我a.comwww.x' })).toBe('加我')
  expect(spoken('{{ev.user.name}}', { 'ev.user.name': 'ww\u200bw.abc.com你好' })).toBe('你好')
})
