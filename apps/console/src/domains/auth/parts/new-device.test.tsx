import type { ServerResponse } from 'node:http'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Device } from '@kaibo/contract/auth/auth.schema.ts'
import { infoOf, person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { rememberInfo, signIn, signOut } from '#client/session.ts'
import { Devices } from './devices.tsx'
import { NewDevice } from './new-device.tsx'

const device: Device = {
  id: 'd1',
  user_agent: 'Chrome',
  ip: '10.0.0.1',
  created_at: 0,
  last_seen_at: 0,
  is_new: 1,
  current: 0,
}

/** The acts that were asked for; none is answered. */
let asked: ServerResponse[] = []
serve(({ method }, response) => {
  if (method === 'POST') asked.push(response)
  else reply(response, { data: { list: [device] } })
})

beforeEach(() => {
  asked = []
  signIn('t1', person)
  rememberInfo(infoOf({ new_devices: [device] }))
})
afterEach(() => {
  cleanup()
  signOut()
  localStorage.clear()
  queryClient.clear()
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <NewDevice />
    </QueryClientProvider>,
  )

test('收起的提醒不再出现，别的新设备照样提醒', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: '收起这条提醒' }))
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  show()
  expect(screen.queryByRole('alert')).toBeNull()
  act(() =>
    rememberInfo(infoOf({ new_devices: [device, { ...device, id: 'd2', ip: '10.0.0.2' }] })),
  )
  expect(screen.getByRole('alert').textContent).toContain('10.0.0.2')
})

test.each([
  ['提示里的', '是我', NewDevice],
  ['提示里的', '不是我，让它退出', NewDevice],
  ['设备列表里的', '是我', Devices],
  ['设备列表里的', '退出此设备', Devices],
] as const)('%s「%s」按两下只做一次', async (_, name, Part) => {
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <Part />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  const find = () => screen.findByRole('button', { name: new RegExp(`^(loading )?${name}$`) })
  fireEvent.click(await find())
  await expect.poll(() => asked).toHaveLength(1)
  fireEvent.click(await find())
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toHaveLength(1)
})
