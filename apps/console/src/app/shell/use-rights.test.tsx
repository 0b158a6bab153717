import type { ServerResponse } from 'node:http'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import { infoOf, person } from '#client/person.fixture.ts'
import { savePreference } from '#client/preferences.ts'
import { queryClient, refresh } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { currentSession, onSession, signIn, signOut } from '#client/session.ts'
import { useRights } from './use-rights.ts'

const infoWith = (preferences: Preferences) => infoOf({ preferences })

/** Calls that have not been answered yet, by path, in the order they came. */
const owed = new Map<string, ServerResponse[]>()
serve(({ path }, response) => void owed.set(path, [...(owed.get(path) ?? []), response]))
const owedOf = ({ path }: { path: string }) => owed.get(path) ?? []

async function answer(endpoint: { path: string }, data: object) {
  await expect.poll(() => owedOf(endpoint)).not.toHaveLength(0)
  reply(owed.get(endpoint.path)?.shift(), { data })
}

afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
})

const shown = () => currentSession().info?.preferences

test('the rights, by which a page shows, are known after the person’s data, by which its list opens', async () => {
  signIn('t2', person)
  renderHook(() => useRights(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  const order: string[] = []
  const stop = onSession(() => {
    const { info, actions } = currentSession()
    order.push([info && 'info', actions && 'actions'].filter(Boolean).join())
  })
  await answer(authApi.actions, { list: ['room.look'] })
  await expect.poll(() => queryClient.getQueryData([authApi.actions.name, {}])).toBeTruthy()
  await answer(authApi.info, infoOf({}))
  await expect.poll(() => order).toEqual(['info', 'info,actions'])
  stop()
})

test('an older answer that arrives after a saved choice does not undo it', async () => {
  signIn('t1', person)
  renderHook(() => useRights(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
  await answer(authApi.actions, { list: [] })
  await answer(authApi.info, infoWith({ theme: 'dark' }))
  await expect.poll(shown).toEqual({ theme: 'dark' })

  act(() => refresh(authApi.info))
  await expect.poll(() => owedOf(authApi.info)).toHaveLength(1)
  act(() => savePreference({ density: 'compact' }))
  await answer(authApi.editSelf, infoWith({ theme: 'dark', density: 'compact' }))
  await expect.poll(() => owedOf(authApi.info)).toHaveLength(2)
  await answer(authApi.info, infoWith({ theme: 'dark' }))
  await new Promise((done) => setTimeout(done, 50))
  expect(shown()).toEqual({ theme: 'dark', density: 'compact' })
  await answer(authApi.info, infoWith({ theme: 'dark', density: 'large' }))
  await expect.poll(shown).toEqual({ theme: 'dark', density: 'large' })
})
