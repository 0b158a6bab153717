// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { fileNameOf, saveFile } from './file.ts'

test.each([
  [`attachment; filename="income.xlsx"; filename*=UTF-8''%E6%94%B6%E5%85%A5.xlsx`, '收入.xlsx'],
  ['attachment; filename=income.xlsx', 'income.xlsx'],
  [`attachment; filename*=UTF-8''%ZZ`, '%ZZ'],
  ['attachment', undefined],
  [null, undefined],
])('the name in %s is %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})

test('a file is handed to the browser under its name', async () => {
  const clicked: HTMLAnchorElement[] = []
  addEventListener('click', (event) => clicked.push(event.target as HTMLAnchorElement))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this)
  })
  saveFile(new Blob(['a']), 'attachment; filename=a.xlsx')
  click.mockRestore()
  expect(clicked.map((link) => link.download)).toEqual(['a.xlsx'])
  expect(clicked[0]?.href).toMatch(/^blob:/)
})
