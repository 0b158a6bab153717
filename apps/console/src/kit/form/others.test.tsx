import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLiveServer } from '#client/live.fixture.ts'
import { person } from '#client/person.fixture.ts'
import { signIn, signOut } from '#client/session.ts'
import { Others } from './others.tsx'

const TOPIC = 'form:fruit.edit:a'
let server: Awaited<ReturnType<typeof startLiveServer>>
beforeEach(async () => {
  server = await startLiveServer()
  signIn('t', person)
})
afterEach(async () => {
  cleanup()
  signOut()
  await server.close()
})

const show = () => render(<Others edit={{ name: 'fruit.edit' }} id="a" />)
const said = () => screen.getByRole('status').textContent
const tell = (names: string[], more = 0) =>
  act(async () => {
    const people = names.map((name) => ({ uid: name, name }))
    server.say(TOPIC, 'form.people', { people, more })
  })
const isAsked = () =>
  expect.poll(() => server.frames).toContainEqual({ type: 'subscribe', topics: [TOPIC] })

test('说出还有谁打开着；看不到名字的只说几个人；都走了就不说', async () => {
  show()
  await isAsked()
  expect(said()).toBe('')
  await tell(['林小夏', '老王'])
  await expect.poll(said).toContain('林小夏、老王也打开了这张表单')
  await tell(['林小夏'], 2)
  await expect.poll(said).toContain('林小夏、其他 2 人也打开了')
  await tell([], 1)
  await expect.poll(said).toContain('另外 1 人也打开了')
  await tell([])
  await expect.poll(said).toBe('')
})

test('表单关上就不算在里面', async () => {
  const { unmount } = show()
  await isAsked()
  unmount()
  await expect.poll(() => server.frames).toContainEqual({ type: 'unsubscribe', topics: [TOPIC] })
})

test('实时连接断了，不再说旧的；重新连上会再问', async () => {
  show()
  await isAsked()
  await tell(['林小夏'])
  await expect.poll(said).toContain('林小夏')
  server.frames.length = 0
  server.peers.at(-1)?.terminate()
  await expect.poll(said).toBe('')
  await isAsked()
})
