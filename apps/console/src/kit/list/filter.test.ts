import { expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { isActive, without, type Filter } from './filter.ts'

const keyword: Filter = { kind: 'keyword', name: 'keyword', label: asIs('关键词') }
const days: Filter = { kind: 'days', name: 'day_from', to: 'day_to', label: asIs('日期') }
const status: Filter = { kind: 'enum', name: 'status', of: {}, label: asIs('状态') }

test('有值才算在筛选：0 是值，空文字不是；日期有一头就算', () => {
  expect(isActive(status, { status: 0 })).toBe(true)
  expect(isActive(status, {})).toBe(false)
  expect(isActive(keyword, { keyword: '' })).toBe(false)
  expect(isActive(days, { day_to: '2026-11-01' })).toBe(true)
})

test('去掉日期筛选，两头一起去掉', () => {
  expect(without([days, keyword])).toEqual({
    day_from: undefined,
    day_to: undefined,
    keyword: undefined,
  })
})
