import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { createWorld, type Room, type World } from './world.ts'

const NAME = '录制的间'
const LONG_MS = 60_000
let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({ name: NAME, agent: ['--source', 'auto', '--speed', '3'] })
})
afterAll(() => world.dispose())

const info = () => world.admin.call(roomApi.info, { room_code: room.code })
const newest = async () =>
  (await world.admin.call(roomApi.recordings, { room_code: room.code })).list[0]
const link = async () =>
  (await world.admin.call(stageApi.view, { room_code: room.code })).stage?.url ?? ''

/** A page that is heard. */
async function openStage(): Promise<void> {
  await until('the PC has said where its stage is', async () => (await link()) !== '', LONG_MS)
  const stage = await world.page({ width: 540, height: 960 })
  await stage.goto(await link())
  await stage.getByRole('button', { name: '点击开始播放' }).click()
}

/** Plays the newest recording on the room's page; answers how long it says it is, and where it is after it was sought. */
async function played(page: ConsolePage) {
  const list = page.getByRole('region', { name: '录制' })
  await list.getByRole('button', { name: '播放' }).first().click()
  return page.getByLabel('录制的画面').evaluate(async (video: HTMLVideoElement) => {
    const happens = (name: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(name, () => resolve(), { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message)), {
          once: true,
        })
      })
    video.muted = true
    if (video.readyState < 2) await happens('loadeddata')
    video.pause()
    const { duration } = video
    const sought = happens('seeked')
    video.currentTime = duration / 2
    await sought
    return {
      duration,
      at: video.currentTime,
      width: video.videoWidth,
      ranges: video.seekable.length,
    }
  })
}

test('开播时选录制：画面自己录下来，停播后能播放、能拖动、能下载，没有收入', async () => {
  await openStage()
  const page = await world.open(`/digital/room/${room.code}`)
  await page.getByRole('button', { name: '开播', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('录制', { exact: true }).click()
  await see(dialog.getByText('录制：不连接平台'))
  await dialog.getByRole('button', { name: '开播', exact: true }).click()
  await see(page.getByText('录制中').first())
  await until('five seconds are there', async () => ((await newest())?.ms ?? 0) > 5_000, LONG_MS)
  await world.admin.call(roomApi.stop, { room_code: room.code, mode: 'now' })
  await until('it is over', async () => (await info()).state === 'ended', LONG_MS)

  await page.reload()
  const { duration, at, width, ranges } = await played(page)
  expect(duration).toBeGreaterThan(5)
  expect(Math.abs(at - duration / 2)).toBeLessThan(0.5)
  expect([width, ranges]).toEqual([720, 1])

  const { url = '' } = (await newest()) ?? {}
  const file = await fetch(new URL(`${url}&download`, world.server.url))
  expect(file.headers.get('content-disposition')).toContain('attachment; filename="kaibo-')
  expect(Number(file.headers.get('content-length'))).toBe((await file.arrayBuffer()).byteLength)
  const { run } = await info()
  expect(run).toMatchObject({ mode: 2, gift_fen: 0 })
})

test.runIf(process.platform === 'linux')(
  '录制到一半客户端被杀：已收到的能播放，重启后接着录成另一份',
  async () => {
    await openStage()
    await world.admin.call(roomApi.start, { room_code: room.code, mode: 2 })
    const before = (await newest())?.recording_id
    const isNew = async () => {
      const one = await newest()
      return one && one.recording_id !== before && one.ms > 4_000 ? one : undefined
    }
    await until('four seconds are there', async () => (await isNew()) !== undefined, LONG_MS)
    await room.agent.kill()
    const page = await world.open(`/digital/room/${room.code}`)
    const { duration, at } = await played(page)
    expect(duration).toBeGreaterThan(4)
    expect(Math.abs(at - duration / 2)).toBeLessThan(0.5)

    const half = (await newest())?.recording_id
    room.agent.restart()
    await until('it records anew', async () => (await newest())?.recording_id !== half, LONG_MS)
    await world.admin.call(roomApi.stop, { room_code: room.code, mode: 'now' })
  },
)
