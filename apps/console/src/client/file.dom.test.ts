import { expect, test, vi } from 'vitest'
import { fileNameOf, readBytes, saveFile } from './file.ts'

test.each([
  [`attachment; filename="income.xlsx"; filename*=UTF-8''%E6%94%B6%E5%85%A5.xlsx`, '收入.xlsx'],
  ['attachment; filename=income.xlsx', 'income.xlsx'],
  [`attachment; filename*=UTF-8''%ZZ`, '%ZZ'],
  ['attachment', undefined],
  [null, undefined],
])('the name in %s is %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})

test('a file is saved under the name given by the server', async () => {
  const clicked: HTMLAnchorElement[] = []
  addEventListener('click', (event) => clicked.push(event.target as HTMLAnchorElement))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this)
  })
  expect(saveFile(new Blob(['a']), 'attachment; filename=a.xlsx')).toBe('a.xlsx')
  click.mockRestore()
  expect(clicked.map((link) => link.download)).toEqual(['a.xlsx'])
  expect(clicked[0]?.href).toMatch(/^blob:/)
})

test('progress is reported for each chunk and the body is complete', async () => {
  const pieces = ['开', '播']
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift()
      if (piece) controller.enqueue(new TextEncoder().encode(piece))
      else controller.close()
    },
  })
  const heard: number[] = []
  const blob = await readBytes(
    new Response(body, { headers: { 'content-type': 'text/csv' } }),
    (bytes) => void heard.push(bytes),
  )
  expect(heard).toEqual([3, 6])
  expect(await blob.text()).toBe('开播')
  expect(blob.type).toBe('text/csv')
})

test('an incomplete body is an error', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  await expect(readBytes(new Response(body))).rejects.toThrow('network error')
})

test('an answer without a body is an empty file', async () => {
  expect((await readBytes(new Response(null))).size).toBe(0)
})
