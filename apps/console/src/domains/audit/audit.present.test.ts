import { expect, test } from 'vitest'
import { placeOf, seqOf } from './audit.present.ts'

test('地址里不是编号的，没有这一行', () => {
  expect(seqOf('42')).toBe(42)
  for (const id of ['abc', '', '4.5', '-1', '9'.repeat(20)]) expect(seqOf(id)).toBeUndefined()
})

const place = (action: string, target: string, target_id: string | null = null) =>
  placeOf({ action, target, target_id })?.to

test('对象有画面的给出地址；没有的、已删除的、空的不给', () => {
  expect(place('room.stop', 'AB&CD')).toBe('/digital/actor?room=AB%26CD')
  expect(place('room.stop', '夜谈', 'AB&CD')).toBe('/digital/actor?room=AB%26CD')
  expect(place('account.reset', 'linxia')).toBe('/account?keyword=linxia')
  expect(place('group.save', '夜班')).toBe(`/group?keyword=${encodeURIComponent('夜班')}`)
  expect(place('org.enable', '星河')).toBe(`/sociatyAccount?keyword=${encodeURIComponent('星河')}`)
  expect(place('room.delete', 'ABCD')).toBeUndefined()
  expect(place('room.stop', '')).toBeUndefined()
  expect(place('auth.login', 'wang')).toBeUndefined()
})
