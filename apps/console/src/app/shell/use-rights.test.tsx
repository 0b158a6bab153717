// @vitest-environment happy-dom
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { savePreference } from '#client/preferences.ts'
import { queryClient, refresh } from '#client/query.ts'
import { currentSession, signIn, signOut } from '#client/session.ts'
import { useRights } from './use-rights.ts'

const user = { uid: 'u1', username: 'lin', nickname: '林', avatar: null, is_gs: 0 as const }
const infoWith = (preferences: object) => ({ user, preferences, must: null, viewing: null })

/** Calls that have not been answered yet, by path, in the order they came. */
const owed = new Map<string, ServerResponse[]>()
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://here')
  owed.set(pathname, [...(owed.get(pathname) ?? []), response])
})
const owedOf = ({ path }: { path: string }) => owed.get(path) ?? []

async function answer(endpoint: { path: string }, data: object) {
  await expect.poll(() => owedOf(endpoint)).not.toHaveLength(0)
  const response = owed.get(endpoint.path)?.shift()
  response?.setHeader('content-type', 'application/json')
  response?.end(JSON.stringify({ code: 0, msg: '', data }))
}

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
})

const shown = () => currentSession().info?.preferences

test('an older answer that comes after the choice was saved does not undo it', async () => {
  signIn('t1', user)
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
