import { describe, expect, test } from 'vitest'
import type { Change } from '@kaibo/contract/audit/audit.schema.ts'
import { fieldOf, lineOf, placeOf } from './audit.present.ts'

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
    [{ kind: 'fen', before: '1250', after: '-5' }, '¥12.50 → ¥-0.05'],
    [{ kind: 'rate', after: '4550' }, '45.5%'],
    [{ kind: 'set', before: '["查看"]', after: '["编辑","新增"]' }, '−查看 +编辑 +新增'],
    [{ kind: 'set', after: '["编辑"]' }, '+编辑'],
  ])('%j', (more, line) => {
    expect(lineOf(change(more))).toBe(line)
  })
})

test('字段在中文里用契约的名字，在英文里用它的路径', () => {
  expect(fieldOf(change({}), 'zh')).toBe('名称')
  expect(fieldOf(change({}), 'en')).toBe('name')
})

const place = (action: string, target: string) => placeOf({ action, target })?.to

test('对象有画面的给出地址；没有的、已删除的、空的不给', () => {
  expect(place('room.stop', 'AB&CD')).toBe('/digital/actor?room=AB%26CD')
  expect(place('room.delete', 'ABCD')).toBeUndefined()
  expect(place('room.stop', '')).toBeUndefined()
  expect(place('auth.login', 'wang')).toBeUndefined()
})
