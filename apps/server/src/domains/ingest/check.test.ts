import { expect, test } from 'vitest'
import { danmuEvent, giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { checkEvent, checkItem } from './check.ts'

const event = danmuEvent('ABCDEFGH', { event_id: 'e1' })

test.each([
  [{ ...event, at: '现在' }, 'e1', '发生时间不是一个有效的数字'],
  [{ ...event, kind: 'dance' }, 'e1', '事件类型必须是其中一个'],
  [{ ...event, kind: 'gift' }, 'e1', '请输入礼物'],
  [giftEvent('ABCDEFGH', { event_id: 'e2', gift: { fen: -1 } }), 'e2', '金额须在0-100000000之间'],
  [giftEvent('ABCDEFGH', { event_id: 'e2', gift: { fen: 1.5 } }), 'e2', '金额不是一个有效的整数'],
  [{ ...event, event_id: 'a\0b' }, 'a\0b', '事件标识含有无法存储的字符'],
  [{ ...event, event_id: '' }, '', '请输入事件标识'],
  [{}, null, '请输入来源；请输入事件标识'],
  ['text', null, '不是一个有效的对象'],
  [null, null, '请输入'],
])('%j is refused by name', (value, event_id, reason) => {
  const checked = checkEvent(value)
  expect(checked).toMatchObject({ ok: false, event_id })
  expect(!checked.ok && checked.reason.zh).toContain(reason)
})

test('a name with half an emoji or a NUL is kept, without it', () => {
  const checked = checkEvent({ ...event, user: { open_id: 'u', nickname: '小\ud83d\0' } })
  expect(checked.ok && checked.value.user?.nickname).toBe('小\ufffd\ufffd')
})

test('a trace that is nested out of all measure is refused, before anything walks it', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`) as unknown
  const decision = {
    type: 'decision',
    room_code: 'ABCDEFGH',
    run_id: null,
    at: 1,
    event_id: 'e1',
    event_key: 'gift.receive',
    set_id: 's',
    node_id: 'n',
    node_name: 'n',
    outcome: 'FIRED',
    text: null,
    trace: { steps: [] } as unknown,
  }
  expect(checkItem(decision)).toMatchObject({ ok: true })
  expect(checkItem({ ...decision, trace: deep })).toMatchObject({ ok: false, event_id: 'e1' })
})

test('an event in a spool is named as in a push', () => {
  const bad = checkItem({ type: 'event', run_id: 'r', event: { ...event, at: -1 } })
  expect(bad).toMatchObject({ ok: false, event_id: 'e1' })
  expect(bad).toMatchObject({ reason: { zh: expect.stringContaining('发生时间') as string } })
  expect(checkItem({ type: 'event', run_id: 7, event })).toMatchObject({
    ok: false,
    event_id: 'e1',
    reason: { zh: '场次不正确' },
  })
  expect(checkItem({ type: 'event', run_id: null, event })).toMatchObject({ ok: true })
})

test.each([null, 3, 'x', {}, [], { type: 'dance' }, { type: 'speech', text: 3 }])(
  'item %j is refused',
  (value) => {
    const checked = checkItem(value)
    expect(checked.ok).toBe(false)
    expect(!checked.ok && checked.reason.zh).not.toBe('')
  },
)
