import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OFFLINE_AFTER_MS, RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, comeBack, goOnAir, type Studio } from '@kaibo/testkit/build/room.build.ts'

const DOWN_MS = 20_000
const WINDOW_MS = RECONNECT_WINDOW_MS + OFFLINE_AFTER_MS

let dir: string
let server: TestServer
let url: string
let operator: Login
let studio: Studio & { run_id: string }

/** A server that was killed and started again while a room was on air; its PC has not come back yet. */
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kaibo-presence-'))
  const file = join(dir, 'kaibo.db')
  const first = await bootServer({ file })
  first.clock.advance(-DOWN_MS)
  studio = await goOnAir(first, await first.listen(), await first.login('operator'))
  await buildPc(first.platform, { name: '一直不在' })
  await first.close()
  server = await bootServer({ file })
  url = await server.listen()
  operator = await server.login('operator', { username: 'second' })
})
afterEach(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

const info = async () =>
  (await server.call(roomApi.info, { room_code: studio.room.room_code }, operator)).data

const withPresence = async (presence: PcPresence) => {
  const { data } = await server.call(roomApi.list, { presence }, operator)
  return data.list.map((room) => room.room_code)
}

const optionOf = async (pc_id: string) => {
  const { data } = await server.call(lookupApi.pcs, {}, operator)
  return data.list.find((pc) => pc.id === pc_id)?.presence
}

const linesOfPc = async () => {
  const { room_code } = studio.room
  const { data } = await server.call(roomApi.consoleLogs, { room_code, kind: 'log' }, operator)
  return data.list.map((line) => line.text)
}

const online = async () => /^kaibo_agents_online (\d+)$/m.exec(await server.app.metrics.text())?.[1]

test('a PC that was there before the server began is unknown until it is heard, and nothing is said of that', async () => {
  const { room, pc, run_id } = studio
  const { room_code } = room
  expect(await info()).toMatchObject({
    state: 'living',
    attention: null,
    pc: { presence: 'unknown' },
  })
  expect(await withPresence('unknown')).toEqual([room_code])
  expect(await withPresence('online')).toEqual([])
  expect(await withPresence('offline')).toEqual([])
  expect(await optionOf(pc.id)).toBe('unknown')
  expect(await online()).toBe('0')
  expect(server.app.link.online(pc.id)).toBe(false)

  const { data: check } = await server.call(roomApi.statusCheck, { room_code }, operator)
  expect(check.differences[0]).toBe('正在等PC客户端重新连接，以下为最后一次报告')

  const idle = await buildRoom(server.platform, { pc_id: pc.id })
  const { data } = await server.call(roomApi.preflight, { room_code: idle.room_code }, operator)
  expect(data.list.find((item) => item.check === 'pc_online')).toMatchObject({
    level: 'block',
    evidence: '正在重连',
  })

  const again = await comeBack(server.platform, url, pc)
  again.report({ room_code, run_id, worker: WorkerStatus.living })
  expect(await info()).toMatchObject({ attention: null, pc: { presence: 'online' } })
  expect(await withPresence('online')).toContain(room_code)
  expect(await withPresence('unknown')).toEqual([])
  expect(await optionOf(pc.id)).toBe('online')
  expect(await online()).toBe('1')
  expect(await linesOfPc()).toEqual([])
  again.kill()
})

test('who has not come back when all had time to is offline, and then it is said', async () => {
  server.clock.advance(WINDOW_MS - 1)
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  expect(await info()).toMatchObject({ attention: null, pc: { presence: 'unknown' } })
  expect(await linesOfPc()).toEqual([])

  server.clock.advance(1)
  await expect
    .poll(info)
    .toMatchObject({ attention: { act: 'check' }, pc: { presence: 'offline' } })
  await expect.poll(linesOfPc).toEqual(['PC客户端离线'])
  expect(await withPresence('offline')).toEqual([studio.room.room_code])
  expect(await optionOf(studio.pc.id)).toBe('offline')
})

test('a PC that was not there before the server began is as it was', async () => {
  const { data } = await server.call(lookupApi.pcs, { keyword: '一直不在' }, operator)
  expect(data.list).toMatchObject([{ presence: 'offline' }])
})

test('a stop waits for a PC that may still come back', async () => {
  const { room_code } = studio.room
  await server.call(roomApi.stop, { room_code }, operator)
  server.clock.advance(WINDOW_MS - 1)
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  expect(await info()).toMatchObject({ state: 'stopping' })

  server.clock.advance(1)
  await expect.poll(info).toMatchObject({ state: 'ended', last_error: null })
})
