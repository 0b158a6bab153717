import { describe, expect, test } from 'vitest'
import type { HistoryRow } from '@kaibo/contract/history/history.schema.ts'
import { lineOf } from './change-text.ts'

type Change = HistoryRow['changes'][number]

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
