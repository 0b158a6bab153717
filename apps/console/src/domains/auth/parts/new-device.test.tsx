// @vitest-environment happy-dom
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Device, PassportInfo } from '@kaibo/contract/auth/auth.schema.ts'
import { queryClient } from '#client/query.ts'
import { rememberInfo, signIn, signOut } from '#client/session.ts'
import { Devices } from './devices.tsx'
import { NewDevice } from './new-device.tsx'

const user = { uid: 'u1', username: 'lin', nickname: '林', avatar: null, is_gs: 0 as const }
const device: Device = {
  id: 'd1',
  user_agent: 'Chrome',
  ip: '10.0.0.1',
  created_at: 0,
  last_seen_at: 0,
  is_new: 1,
  current: 0,
}
const info: PassportInfo = {
  user,
  phone: '',
  org: null,
  groups: [],
  is_gs: 0,
  otp_bound: 0,
  recovery_left: 0,
  must: null,
  preferences: {},
  new_devices: [device],
  viewing: null,
  demo: false,
}

/** The acts that were asked for; none is answered. */
let asked: ServerResponse[] = []
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    asked.push(response)
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, msg: '', data: { list: [device] } }))
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  signIn('t1', user)
  rememberInfo(info)
})
afterEach(() => {
  cleanup()
  signOut()
  queryClient.clear()
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
