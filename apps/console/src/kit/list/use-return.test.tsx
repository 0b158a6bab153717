import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { domain, get } from '@kaibo/contract/kernel/endpoint.ts'
import { listQuery, pageOf } from '@kaibo/contract/kernel/page.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { ListPage } from './list-page.tsx'

const api = domain('leaf', {
  list: get('/admin/v1/x/leaf/list', {
    input: listQuery(['name'], {}),
    data: pageOf(z.object({ id: z.string(), name: z.string() })),
    can: 'room.look',
  }),
})

let name: string
serve(({ path }, response) => {
  const list = path === api.list.path ? [{ id: 'a', name }] : []
  reply(response, { data: { list, total: list.length } })
})

beforeEach(() => {
  name = '银杏'
  signIn('t', person)
  rememberActions(['room.look'])
})
afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
})

let drawn = 0
const list = (
  <ListPage
    name="leaf"
    words={{
      title: asIs('叶子'),
      what: asIs('叶子'),
      items: (count) => asIs(`${count} 片`),
      hint: asIs('叶子长在树上。'),
    }}
    endpoint={api.list}
    rowKey="id"
    nameOf={(row) => row.name}
    columns={[{ key: 'name', title: asIs('名称'), width: 100, render: (row) => row.name }]}
    above={() => {
      drawn += 1
      return null
    }}
  />
)
const page = (isShown: boolean) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      <Activity mode={isShown ? 'visible' : 'hidden'}>{list}</Activity>
    </MemoryRouter>
  </QueryClientProvider>
)

test('a list that is come back to shows as it was left, and only then asks anew', async () => {
  const { rerender } = render(page(true))
  await screen.findByText('银杏')
  await act(async () => rerender(page(false)))
  name = '红枫'
  const before = drawn
  // Its effects have run when this returns; no frame has been painted since.
  rerender(page(true))
  expect(drawn).toBe(before)
  expect(screen.getByText('银杏')).toBeDefined()
  await screen.findByText('红枫')
})
