import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { obeyStart } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildStudio } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

test('shows desired, reported and platform state side by side, and tells the PC again where they differ', async () => {
  const { room, agent } = await buildStudio(server.platform, url)
  const { room_code } = room
  const check = async () => (await server.call(roomApi.statusCheck, { room_code }, operator)).data
  expect(await check()).toMatchObject({
    desired: { run: false, run_id: null },
    reported: null,
    platform: null,
    differences: [],
  })

  const started = server.call(roomApi.start, { room_code }, operator)
  const run_id = await obeyStart(agent, room_code)
  await started
  const { desired } = await check()
  expect(desired).toMatchObject({ run: true, run_id })

  const living = { room_code, run_id, worker: WorkerStatus.living }
  agent.report({ ...living, config_hash: desired.config_hash })
  await expect.poll(check).toEqual({
    desired,
    reported: { ...desired, run: undefined, worker: WorkerStatus.living, at: server.clock.now() },
    platform: { source: 'simulator', connected: true, detail: '' },
    differences: [],
  })

  agent.report({
    ...living,
    config_hash: 'old',
    source: { kind: 'bilibili', connected: false, detail: '鉴权失败' },
  })
  await expect
    .poll(async () => (await check()).differences)
    .toEqual(['客户端的配置不是最新', '平台连接已断开：鉴权失败'])
  await agent.next('desired', (frame) => frame.rooms[0]?.config_hash === desired.config_hash)

  agent.report({ room_code, run_id: 'other', worker: WorkerStatus.living })
  await expect.poll(async () => (await check()).differences).toEqual(['客户端在播的是另一场次'])
  agent.report({ room_code, worker: WorkerStatus.undo })
  await expect.poll(async () => (await check()).differences).toEqual(['应在直播，客户端未工作'])

  agent.kill()
  server.clock.advance(35_001)
  await expect
    .poll(async () => (await check()).differences[0], { timeout: 5_000 })
    .toBe('PC客户端离线，以下为最后一次报告')
})
