import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type Room, type World } from './world.ts'

const NAME = '会说话的间'
let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({ name: NAME, agent: ['--source', 'auto'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

let gifts = 0
const gift = (nickname: string) =>
  pushEvents(world.server.url, {
    ...room.push,
    room_code: room.code,
    events: [
      {
        source: 'partner',
        event_id: `g${++gifts}`,
        room_code: room.code,
        kind: 'gift',
        at: Date.now(),
        user: { open_id: `u-${nickname}`, nickname },
        gift: {
          id: 'g',
          name: '花',
          count: 1,
          raw_unit: '分',
          raw_value: 5_000,
          fen: 5_000,
          paid: true,
        },
      },
    ],
  })

/** How the sentence that thanks somebody was played; nothing before it was. */
async function playedFor(nickname: string) {
  const asked = { room_code: room.code, kind: 'speech', page_size: 50 } as const
  const { list } = await world.admin.call(roomApi.consoleLogs, asked)
  return list.find(({ tag, text }) => tag === 'spoken' && text.includes(nickname))?.played
}

const link = async () => {
  const { stage } = await world.admin.call(stageApi.view, { room_code: room.code })
  return stage?.url ?? ''
}

/** The colours of the corner in which the label is: letters on a ground. */
const labelColours = (stage: ConsolePage) =>
  stage.evaluate(() => {
    const ctx = document.querySelector('canvas')?.getContext('2d')
    const { data } = ctx?.getImageData(36, 36, 260, 84) ?? { data: [] }
    const bright = [...data].filter((value, index) => index % 4 === 0 && value > 240).length
    return { bright, all: data.length / 4 }
  })

test('画面打开，点一下出声：主播答谢礼物，有字幕和AI标识；第二个画面不出声；换链接后旧的失效', async () => {
  await until('the PC has said where its stage is', async () => (await link()) !== '', 30_000)
  const stage = await world.page({ width: 540, height: 960 })
  await stage.goto(await link())
  const sound = stage.getByRole('button', { name: '点击开始播放' })
  await see(sound)
  await until('the label is drawn', async () => (await labelColours(stage)).bright > 500)

  const page = await world.open(`/digital/room/${room.code}`)
  const card = page.getByRole('region', { name: '画面' })
  await see(card.getByText('浏览器没有声音：在画面上点一下'))
  await gift('阿静')
  await until('it is read', async () => (await playedFor('阿静'))?.heard === false, 30_000)
  await see(page.getByRole('log', { name: '时间轴' }).getByText('没有声音，只有字幕').first())

  await sound.click()
  await see(card.getByText('浏览器播出中'))
  await gift('阿响')
  await until('it is heard', async () => (await playedFor('阿响'))?.heard === true, 30_000)
  const played = await playedFor('阿响')
  expect(played).toMatchObject({ via: 'server' })
  await see(page.getByRole('log', { name: '时间轴' }).getByText('服务器语音').first())
  expect(played?.rms).toBeGreaterThan(0.02)
  expect(played?.ms).toBeGreaterThan(1_000)

  await see(page.getByRole('img', { name: NAME }))
  const wall = await world.open('/digital/actor')
  const tile = wall.getByRole('article', { name: NAME })
  await see(tile.getByRole('img', { name: NAME }))
  await until('its picture is drawn', () =>
    tile.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth === 270),
  )
  await wall.close()

  const other = await world.page({ width: 540, height: 960 })
  await other.goto(await link())
  await see(other.getByText('已由另一画面播出'))
  await see(card.getByText('打开了 2 个，只有一个播出'))
  await stage.close()
  await see(other.getByRole('button', { name: '点击开始播放' }))

  await card.getByRole('button', { name: '换链接' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '换链接' }).click()
  await see(other.getByText('画面已关闭'))
  const renewed = await link()
  await other.reload()
  await see(other.getByText('画面链接已失效，请在控制台重新复制'))
  const again = await world.page({ width: 540, height: 960 })
  await again.goto(renewed)
  await see(again.getByRole('button', { name: '点击开始播放' }))
  expect([page.faults, stage.faults, other.faults, again.faults]).toEqual([[], [], [], []])
})

test('接管、立即说、静音、暂停都在键盘上；画面断开进入兜底，有人听见就恢复', async () => {
  const stage = await world.page({ width: 540, height: 960 })
  const show = async () => {
    await stage.goto(await link())
    await stage.getByRole('button', { name: '点击开始播放' }).click()
  }
  await show()
  const page = await world.open(`/digital/room/${room.code}`)
  const head = page.getByRole('banner').or(page.locator('header'))
  const press = (key: string) => page.locator('body').press(key)
  const state = (text: string) => see(head.getByText(text, { exact: true }).last())

  await see(page.getByRole('button', { name: '接管' }))
  await press('t')
  await state('人工接管')
  await press('i')
  await page.keyboard.type('我是值班的小王')
  await page.keyboard.press('Enter')
  const say = page.getByRole('region', { name: '立即说' })
  await see(say.getByText('「我是值班的小王」'))
  await see(say.getByText('已播完', { exact: true }))
  await gift('阿等')
  const queue = page.getByRole('region', { name: '待说的话' })
  await see(queue.getByText('等人说'))
  await queue.getByRole('button', { name: '说', exact: true }).click()
  await until('a person let it be said', async () => (await playedFor('阿等'))?.heard === true)
  await page.getByRole('button', { name: '交还' }).click()
  await state('直播中')

  await press('m')
  await state('已静音')
  await gift('阿默')
  await until('it is muted', async () => (await playedFor('阿默'))?.heard === false, 30_000)
  await press('m')
  await press('z')
  await state('已暂停')
  await press('z')
  await state('直播中')

  await page.getByRole('button', { name: '看预览' }).click()
  const preview = page.frameLocator('iframe')
  await see(preview.getByText('预览没有声音'))
  await page.getByRole('button', { name: '换预览链接' }).click()
  await see(preview.getByText('预览没有声音'))
  await page.getByRole('button', { name: '关闭' }).first().click()

  await stage.goto('about:blank')
  await see(head.getByText('兜底', { exact: true }).last(), 40_000)
  await see(page.getByText('画面断开').first())
  await show()
  await gift('阿归')
  await state('直播中')
  expect([page.faults, stage.faults]).toEqual([[], []])
})
