import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RecordingRow } from '@kaibo/contract/room/room.recording.schema.ts'
import { startLiveServer } from '#client/live.fixture.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient, refresh } from '#client/query.ts'
import { signIn, signOut } from '#client/session.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { RoomRecordings } from './room-recordings.tsx'

const HOURS_MS = 3_787_000
let isOpen = false
let address = '/common/recording/one?until=1'
const row = (): RecordingRow => ({
  recording_id: 'one',
  run_id: 'run',
  started_at: 0,
  ms: HOURS_MS,
  bytes: 1,
  is_open: isOpen,
  url: address,
})
let server: Awaited<ReturnType<typeof startLiveServer>>
beforeAll(async () => {
  server = await startLiveServer(() => ({ list: [row()], total: 1 }))
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

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RoomRecordings room={{ room_code: 'K7M2P9QX', state: 'idle' } as RoomRow} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const link = () => screen.getByRole('link', { name: /下载/, hidden: true }).getAttribute('href')

test('that it has ended is seen soon, without being told', async () => {
  isOpen = true
  show()
  await screen.findByText('录制中')
  isOpen = false
  await expect.poll(() => screen.queryByText('录制中'), { timeout: 15_000 }).toBeNull()
})

test('a film whose address is too old by now goes on by a new one, and one that plays is left alone', async () => {
  show()
  expect((await screen.findByText(/1:03:07/)).textContent).toContain('1:03:07')
  fireEvent.click(screen.getByRole('button', { name: /播放/ }))
  const film = await screen.findByLabelText<HTMLVideoElement>('录制的画面')
  address = '/common/recording/one?until=2'
  refresh(roomApi.recordings)
  await expect.poll(link).toContain('until=2')
  expect(film.getAttribute('src')).toContain('until=1')
  fireEvent.error(film)
  await expect.poll(() => film.getAttribute('src')).toContain('until=2')
})
