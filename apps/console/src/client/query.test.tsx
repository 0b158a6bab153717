import type { ServerResponse } from 'node:http'
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { domain, get, post } from '@kaibo/contract/kernel/endpoint.ts'
import { person } from './person.fixture.ts'
import { reply, serve } from './server.fixture.ts'
import { rememberActions, signIn, signOut } from './session.ts'
import { patch, queryClient, refresh, useAct, useCall } from './query.ts'

const api = domain('fruit', {
  info: get('/admin/v1/x/fruit/info', {
    input: z.object({ id: z.string() }),
    data: z.object({ id: z.string(), state: z.string() }),
    can: 'login',
  }),
  eat: post('/admin/v1/x/fruit/eat', { can: 'login', changes: ['fruit.info'] }),
  brief: get('/admin/v1/x/fruit/brief', { can: 'login', timeoutMs: 50 }),
})

/** Requests that have not been answered yet, in the order they came. */
const waiting: ServerResponse[] = []
serve((_, response) => void waiting.push(response))

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const Wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

function show() {
  const hook = renderHook(() => useCall(api.info, { id: 'a' }), {
    wrapper: Wrapper,
  })
  return () => hook.result.current.data?.state
}
const asked = () => expect.poll(() => waiting.length).toBe(1)

const answer = (state: string) => reply(waiting.shift(), { data: { id: 'a', state } })
const say = (state: string) => act(() => patch(api.info, (data) => ({ ...data, state })))

test('a live message changes the shown data without a request', async () => {
  const state = show()
  await asked()
  answer('ripe')
  await expect.poll(state).toBe('ripe')
  say('eaten')
  await expect.poll(state).toBe('eaten')
  expect(waiting).toHaveLength(0)
})

test('an answer requested before a live message does not undo it', async () => {
  const state = show()
  await asked()
  answer('green')
  await expect.poll(state).toBe('green')
  act(() => refresh(api.info))
  await asked()
  say('ripe')
  say('eaten')
  answer('ripe')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(state()).toBe('eaten')
})

test('that holds for the first answer too; later answers are shown unchanged', async () => {
  const state = show()
  await asked()
  say('eaten')
  answer('ripe')
  await expect.poll(state).toBe('eaten')
  act(() => refresh(api.info))
  await asked()
  answer('planted')
  await expect.poll(state).toBe('planted')
})

test('the calls in `changes` are refetched after a write, whether it succeeded or failed', async () => {
  const { result } = renderHook(
    () => ({ info: useCall(api.info, { id: 'a' }), eat: useAct(api.eat, { silent: true }) }),
    { wrapper: Wrapper },
  )
  const state = () => result.current.info.data?.state
  await asked()
  answer('ripe')
  await expect.poll(state).toBe('ripe')
  for (const [code, then] of [
    [Code.ok, 'bitten'],
    [Code.conflict, 'eaten'],
  ] as const) {
    act(() => result.current.eat.mutate({}))
    await asked()
    reply(waiting.shift(), { code })
    await asked()
    answer(then)
    await expect.poll(state).toBe(then)
  }
})

const loaded = () => queryClient.getQueryData(['fruit'])

test('cached data is dropped on another login and kept for the same', () => {
  signIn('t1', person)
  queryClient.setQueryData(['fruit'], 'apple')
  rememberActions([])
  expect(loaded()).toBe('apple')
  signIn('t2', { ...person, uid: 'u2' })
  expect(loaded()).toBeUndefined()
  queryClient.setQueryData(['fruit'], 'pear')
  signOut()
  expect(loaded()).toBeUndefined()
})

test('a time-out is not retried', async () => {
  const { result } = renderHook(() => useCall(api.brief, {}), {
    wrapper: Wrapper,
  })
  await expect.poll(() => result.current.error?.message).toBe('请求超时')
  expect(waiting).toHaveLength(1)
  waiting.length = 0
})
