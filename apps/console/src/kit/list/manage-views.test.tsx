// @vitest-environment happy-dom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '#client/query.ts'
import { ManageViews } from './manage-views.tsx'
import './list.i18n.ts'

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, msg: '', data: { id: 'v' } }))
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(cleanup)

const dialog = (name: string) => (
  <QueryClientProvider client={queryClient}>
    <ManageViews
      list="fruit"
      views={[{ id: 'v', name, group: null, state: { search: '' }, mine: 1 }]}
      onClose={() => {}}
    />
  </QueryClientProvider>
)
const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `改名 ${name}` })

test('改名以后焦点还在框里；没人在改时，别处改的名字会来', async () => {
  const { rerender } = render(dialog('夜班'))
  const before = box('夜班')
  before.focus()
  fireEvent.change(before, { target: { value: '早班' } })
  fireEvent.keyDown(before, { key: 'Enter' })
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  rerender(dialog('早班'))
  expect(document.activeElement).toBe(box('早班'))
  rerender(dialog('午班'))
  expect(box('午班').value).toBe('午班')
  fireEvent.change(box('午班'), { target: { value: '正在写' } })
  rerender(dialog('晚班'))
  expect(box('晚班').value).toBe('正在写')
})
