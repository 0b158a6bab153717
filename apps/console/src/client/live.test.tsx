import { cleanup, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startLiveServer } from './live.fixture.ts'
import { useLive, useLiveState } from './live.ts'
import { person } from './person.fixture.ts'
import { currentSession, signIn, signOut } from './session.ts'

let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer()
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  signOut()
})

test('a login that replaces another gets a connection of its own', async () => {
  signIn('t1', person)
  const heard: unknown[] = []
  const { result } = renderHook(() => {
    useLive('rooms', ({ data }) => heard.push(data))
    return useLiveState()
  })
  const isOpen = () => expect.poll(() => result.current).toBe('open')
  await isOpen()
  signIn('t2', { ...person, uid: 'u2' })
  await expect.poll(() => server.peers.map(({ readyState }) => readyState)).toEqual([3, 1])
  await isOpen()
  await expect.poll(() => server.frames).toHaveLength(2)
  server.say('rooms', 'room.removed', 'K7M2P9QX')
  await expect.poll(() => heard).toEqual(['K7M2P9QX'])
  server.peers.at(-1)?.send(JSON.stringify({ type: 'forced_out', code: 2003, msg: '密码已修改' }))
  await expect.poll(() => currentSession().token).toBeNull()
})
