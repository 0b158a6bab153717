import { describe, expect, test } from 'vitest'
import type { Change } from '@kaibo/contract/audit/audit.schema.ts'
import { lineOf, placeOf, seqOf } from './audit.present.ts'

const change = (more: Partial<Change>): Change => ({
  field: 'name',
  label: '名称',
  kind: 'text',
  before: null,
  after: null,
  ...more,
})

describe('一项变更写成一行', () => {
  test.each<[Partial<Change>, string]>([
    [{ before: '夜谈', after: '早间' }, '夜谈 → 早间'],
    [{ after: '早间' }, '早间'],
    [{ before: '夜谈' }, '夜谈 → '],
    [{ kind: 'fen', before: '1250', after: '-5' }, '¥12.50 → -¥0.05'],
    [{ kind: 'rate', after: '4550' }, '45.5%'],
    [{ kind: 'set', before: '["查看"]', after: '["编辑","新增"]' }, '−查看 +编辑 +新增'],
    [{ kind: 'set', after: '["编辑"]' }, '+编辑'],
  ])('%j', (more, line) => {
    expect(lineOf(change(more))).toBe(line)
  })
})

test('地址里不是编号的，没有这一行', () => {
  expect(seqOf('42')).toBe(42)
  for (const id of ['abc', '', '4.5', '-1', '9'.repeat(20)]) expect(seqOf(id)).toBeUndefined()
})

const place = (action: string, target: string) => placeOf({ action, target })?.to

test('对象有画面的给出地址；没有的、已删除的、空的不给', () => {
  expect(place('room.stop', 'AB&CD')).toBe('/digital/actor?room=AB%26CD')
  expect(place('account.reset', 'linxia')).toBe('/account?keyword=linxia')
  expect(place('group.save', '夜班')).toBe(`/group?keyword=${encodeURIComponent('夜班')}`)
  expect(place('org.enable', '星河')).toBe(`/sociatyAccount?keyword=${encodeURIComponent('星河')}`)
  expect(place('room.delete', 'ABCD')).toBeUndefined()
  expect(place('room.stop', '')).toBeUndefined()
  expect(place('auth.login', 'wang')).toBeUndefined()
})
