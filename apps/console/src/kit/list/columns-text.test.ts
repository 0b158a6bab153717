import { expect, test } from 'vitest'
import { columnsIn, columnsText } from './columns-text.ts'

const columns = [{ key: 'name' }, { key: 'kind', hidden: true }, { key: 'gift_fen', width: 120 }]

test('列写进地址：顺序、藏的、调过宽的，不用转义，读回来一样', () => {
  const text = columnsText(columns)
  expect(text).toBe('name.-kind.gift_fen*120')
  expect(new URLSearchParams({ text }).toString()).toBe(`text=${text}`)
  expect(columnsIn(text)).toEqual(columns)
})

test('手改坏的、没有的，当作没有', () => {
  for (const text of [null, '', 'a*wide', 'a*5', 'a*99999', `a.${'b.'.repeat(80)}`])
    expect(columnsIn(text)).toBeUndefined()
})
