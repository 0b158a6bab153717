import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { pushDouyin } from '@kaibo/testkit/push.ts'
import { createWorld, type Room, type World } from '../world.ts'

const SECRET = 'douyin-push-secret'
const PLATFORM_ROOM = '7312345678901234567'

let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({
    name: '拔河大作战',
    account: {
      platform: 'douyin',
      platform_room_id: PLATFORM_ROOM,
      credentials: { push_secret: SECRET },
    },
    agent: [],
  })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

const gift = (msg_id: string, nickname: string) => ({
  msg_id,
  sec_openid: `open-${nickname}`,
  sec_gift_id: 'gift-1',
  gift_num: 2,
  gift_value: 1990,
  avatar_url: '',
  nickname,
  timestamp: Date.now(),
  test: false,
})

const push = (secret: string, payloads: unknown[]) =>
  pushDouyin(world.server.url, { room_id: PLATFORM_ROOM, type: 'live_gift', secret, payloads })

test('抖音推送：签名正确的入账并答谢，签名错误的被拒，重复的只算一次', async () => {
  const page = await world.open(`/digital/actor?room=${room.code}`)
  const timeline = page.getByRole('log', { name: '时间轴' })

  expect((await push(SECRET, [gift('m-1', '小北')])).status).toBe(200)
  await see(timeline.getByText('¥19.90'))
  await see(timeline.getByText(/「.*小北.*」/))

  expect((await push('not-the-secret', [gift('m-2', '冒名者')])).status).toBe(401)
  const again = await push(SECRET, [gift('m-1', '小北'), gift('m-3', '小南')])
  expect(await again.json()).toMatchObject({ code: 0, data: { accepted: 1, repeated: 1 } })
  await see(timeline.getByText('小南').first())

  const { run } = await world.admin.call(roomApi.info, { room_code: room.code })
  expect(run?.gift_fen).toBe(3980)
  expect(await timeline.getByText('冒名者').count()).toBe(0)
})

test('昵称里的方向控制符只影响昵称自己，旁边的文字照常从左到右', async () => {
  const page = await world.open(`/digital/actor?room=${room.code}`)
  expect((await push(SECRET, [gift('m-4', '\u202e西小')])).status).toBe(200)
  const name = page.getByRole('log', { name: '时间轴' }).locator('b', { hasText: '西小' }).first()
  await see(name)
  const [first, last] = await name.evaluate((element) => {
    const text = element.nextElementSibling?.firstChild as Text
    const leftOf = (at: number) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    }
    return [leftOf(0), leftOf(text.length - 1)]
  })
  expect(first).toBeLessThan(last ?? 0)
})
