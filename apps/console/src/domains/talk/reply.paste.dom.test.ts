import { expect, test } from 'vitest'
import { newReply, pasted } from './reply.paste.ts'

const before = [newReply(['音响', '音箱'], ['有的']), newReply(['灯光'], ['三盏'])]
const said = (list: ReturnType<typeof pasted>['list']) =>
  list.map(({ keywords, replies }) => `${keywords.join('/')}|${replies.join()}`)

test('lines become questions: new ones, other replies, the same once more, and what cannot be read', () => {
  const { list, ...counts } = pasted(
    before,
    [
      '发货/快递|今晚发',
      '音箱/音响|有的',
      '灯光｜五盏',
      '',
      '没有回复|',
      '没有竖线',
      '发货/快递|今晚发',
    ].join('\n'),
  )
  expect(counts).toEqual({ added: 1, changed: 1, double: 2, bad: [5, 6] })
  expect(said(list)).toEqual(['音响/音箱|有的', '灯光|五盏', '发货/快递|今晚发'])
})

test('a line of too many or too long words is not read', () => {
  const many = Array.from({ length: 21 }, (_, n) => `词${n}`).join('/')
  expect(pasted([], `${many}|好\n${'长'.repeat(51)}|好\n词|${'长'.repeat(501)}`).bad).toEqual([
    1, 2, 3,
  ])
})
