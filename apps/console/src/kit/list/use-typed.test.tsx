import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FilterControl } from './filter-control.tsx'
import { useTyped } from './use-typed.ts'

afterEach(cleanup)

const written: string[] = []
const filter = {
  kind: 'keyword',
  name: 'keyword',
  asTyped: true,
  label: { zh: '名称', en: 'Name' },
} as const

function Box({ from }: { from?: string }) {
  const [inAddress, setInAddress] = useState(from)
  const [typed, type] = useTyped(inAddress, (text) => {
    written.push(text)
    setInAddress(text)
  })
  return (
    <>
      <FilterControl
        filter={filter}
        values={{ keyword: typed }}
        change={({ keyword }) => type(String(keyword))}
      />
      <output>{typed}</output>
      <button type="button" onClick={() => setInAddress('视图的')}>
        视图
      </button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('textbox')
const working = () => screen.getByRole('status').textContent
const type = (value: string, isComposing = false) =>
  fireEvent.input(box(), { target: { value }, isComposing })

test('每个字马上起作用，停下来才写进地址；地址里来了别的就用别的', async () => {
  written.length = 0
  render(<Box />)
  type('阿')
  type('阿狸')
  expect(working()).toBe('阿狸')
  expect(written).toEqual([])
  await act(async () => new Promise((done) => setTimeout(done, 400)))
  expect(written).toEqual(['阿狸'])
  fireEvent.click(screen.getByRole('button', { name: '视图' }))
  expect(working()).toBe('视图的')
})

test('输入法还没组好的字母不筛选，组好的马上筛选', () => {
  render(<Box />)
  fireEvent.compositionStart(box())
  type('ali', true)
  expect(box().value).toBe('ali')
  expect(working()).toBe('')
  box().value = '阿狸'
  fireEvent.compositionEnd(box())
  expect(working()).toBe('阿狸')
})
