import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { startLiveServer } from '#client/live.fixture.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { signIn, signOut } from '#client/session.ts'
import { momentAt } from '../room.moments.fixture.ts'
import { Timeline } from './timeline.tsx'

const CODE = 'K7M2P9QX'

const danmu = (at: number) => momentAt(at, { text: `第 ${at} 句`, event_id: `e${at}` })
const speech = (at: number, tag: string, event_id = 'e-gone') =>
  momentAt(at, {
    id: `${at}-m-${at}`,
    kind: 'speech',
    tag,
    text: '欢迎',
    event_id,
    speech_id: 's1',
  })
const enter = (at: number) => momentAt(at, { tag: 'enter', text: '进入直播间', event_id: `e${at}` })
const decision = (at: number, event_id: string, more: Partial<Moment>) =>
  momentAt(at, { id: `${at}-t-${event_id}${more.text}`, kind: 'decision', event_id, ...more })

const tip = () => document.querySelector('[aria-hidden][style]')?.textContent

let moments: Moment[] = []
let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer(() => ({ list: moments.toReversed(), has_more: false }))
  signIn('t1', person)
})
afterAll(async () => {
  signOut()
  await server.close()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

/** The timeline of a room that had these moments. */
async function show(...had: Moment[]): Promise<HTMLElement> {
  moments = had
  const before = server.frames.length
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Timeline room_code={CODE} prefix="moments." />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const log = await screen.findByRole('log')
  await expect.poll(() => server.frames.length).toBeGreaterThan(before)
  return log
}

const boxOf = (log: HTMLElement) => {
  const box = log.parentElement
  if (!box) throw new Error('the log stands in a box')
  return box
}

/** A reader who is not at the end of what is there. */
function scrollUp(box: HTMLElement): void {
  for (const [name, value] of [
    ['scrollHeight', 2_000],
    ['clientHeight', 500],
    ['scrollTop', 100],
  ] as const)
    Object.defineProperty(box, name, { value, configurable: true, writable: true })
  fireEvent.scroll(box)
}

test('what came since the reader scrolled up is counted, also when the newest of then has given way', async () => {
  const log = await show(danmu(1), danmu(2), danmu(3), speech(4, 'queued'))
  scrollUp(boxOf(log))
  await screen.findByRole('button', { name: '回到最新' })
  server.say(`room:${CODE}`, 'room.moments', [speech(5, 'spoken'), danmu(6)])
  fireEvent.click(await screen.findByRole('button', { name: '2 条新消息' }))
  expect(screen.queryByRole('button', { name: /新消息|最新/ })).toBe(null)
})

test('what the rules only decided is no message', async () => {
  const log = await show(danmu(1))
  scrollUp(boxOf(log))
  server.say(`room:${CODE}`, 'room.moments', [decision(2, 'e1', { tag: 'COND', text: '点歌' })])
  await within(log).findByText('没有匹配的话术')
  expect(screen.getByRole('button', { name: '回到最新' })).toBeTruthy()
})

test('what happened between the first answer and the first live message is read once that begins', async () => {
  const log = await show(danmu(1))
  moments = [danmu(1), danmu(2)]
  server.peers
    .at(-1)
    ?.send(JSON.stringify({ type: 'subscribed', topics: ['rooms', `room:${CODE}`] }))
  expect(await within(log).findByText('第 2 句')).toBeTruthy()
})

test('a sentence said later is put under its event', async () => {
  const log = await show(danmu(1), danmu(2))
  server.say(`room:${CODE}`, 'room.moments', [speech(9_000, 'spoken', 'e1')])
  const line = (await within(log).findByText('「欢迎」')).closest('li')
  expect(line?.textContent).toContain('第 1 句')
})

test('quiet events are one line that opens and stays open while it counts on', async () => {
  const log = await show(enter(1), momentAt(2, { tag: 'like', text: '点赞 ×3', event_id: 'e2' }))
  const fold = within(log).getByRole('button', { name: '2 条进场、点赞' })
  expect(within(log).queryByText('点赞 ×3')).toBe(null)
  fireEvent.click(fold)
  expect(within(log).getByText('点赞 ×3')).toBeTruthy()
  server.say(`room:${CODE}`, 'room.moments', [enter(3)])
  const grown = await within(log).findByRole('button', { name: '3 条进场、点赞' })
  expect(grown.getAttribute('aria-expanded')).toBe('true')
})

test('a decision is one word; its reason is told on hover, and on focus by the arrow keys', async () => {
  const log = await show(
    danmu(1),
    decision(1, 'e1', { tag: 'COOLDOWN', text: '点歌', left_ms: 11_200 }),
    danmu(2),
    decision(2, 'e2', { tag: 'FIRED', text: '欢迎关注' }),
  )
  fireEvent.pointerOver(within(log).getByText('冷却中'))
  expect(tip()).toBe('「点歌」冷却中，还要 12 秒')
  const box = boxOf(log)
  box.focus()
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(document.activeElement?.textContent).toContain('第 2 句')
  expect(tip()).toBe('「欢迎关注」已触发')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(tip()).toBe('「点歌」冷却中，还要 12 秒')
})
