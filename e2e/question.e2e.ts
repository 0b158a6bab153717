import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('写问答：逐条写、批量导入、试一句，保存后主播照着回答；重复的写在那一条下面', async () => {
  const room = await world.room({ name: '问答间', agent: ['--source', 'auto'] })
  const { code: room_code } = room
  const page = await world.open(`/digital/rule/${room_code}`)
  await page.getByRole('link', { name: '问答', exact: true }).click()
  await see(page.getByText('还没有问答'))

  await page.getByRole('button', { name: '添加问答' }).click()
  await page.keyboard.type('音响')
  await page.keyboard.press('Enter')
  await page.getByLabel('回复1', { exact: true }).fill('音响在小黄车第三个')
  await page.getByRole('button', { name: '批量导入' }).click()
  const paste = page.getByRole('dialog', { name: '批量导入问答' })
  await paste
    .getByRole('textbox', { name: '问答' })
    .fill('发货/快递|今晚统一发货\n音响|音响在小黄车第三个\n没有竖线')
  await see(paste.getByText('新增1条 · 重复1条，跳过 · 1行看不懂，跳过：3'))
  await paste.getByRole('button', { name: '加入列表' }).click()
  await gone(paste)

  // The same from a sheet
  await page.getByRole('button', { name: '批量导入' }).click()
  await paste.getByLabel('选择表格').setInputFiles({
    name: '问答.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('关键词,回复\n尺寸/多大,长二十厘米\n只有词,\n'),
  })
  await see(paste.getByText('新增1条 · 1行看不懂，跳过：3'))
  await paste.getByRole('button', { name: '加入列表' }).click()
  await gone(paste)
  await see(page.getByText('长二十厘米'))

  // What is not saved yet is tried too.
  await page.getByLabel('试一句').fill('你们什么时候发货呀')
  await page.keyboard.press('Enter')
  await see(page.getByText('会说：今晚统一发货 · 关键词「发货」'))

  // The same keyword twice is told at both.
  await page.getByRole('button', { name: '添加问答' }).click()
  await page.keyboard.type('快递')
  await page.keyboard.press('Enter')
  await page.getByLabel('回复1', { exact: true }).last().fill('顺丰')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(() => page.getByText('关键词「快递」重复了').count()).toBe(2)
  await page.getByRole('button', { name: '删除 快递', exact: true }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await gone(page.getByText('有未保存的修改'))

  await world.admin.call(roomApi.start, { room_code })
  await page.goto(`/digital/room/${room_code}`)
  const at = Date.now()
  const user = { open_id: 'asker', nickname: '阿强' }
  await pushEvents(world.server.url, {
    ...room.push,
    room_code,
    events: [
      {
        source: 'partner',
        event_id: 'ask-1',
        room_code,
        kind: 'danmu',
        at,
        user,
        text: '音响怎么样',
      },
    ],
  })
  await see(page.getByRole('log', { name: '时间轴' }).getByText('「音响在小黄车第三个」').first())
  expect(page.faults).toEqual([])
})

test('主动话术：冷场多久、安静时段画在一天里，保存后还在；手机上不横向溢出', async () => {
  const { code } = await world.idleRoom('主动间')
  const page = await world.open(`/digital/ruledrive/${code}`, { width: 390 })
  const day = page.getByRole('list', { name: '一天里什么时候主动说话' })
  await see(day.getByText('00:00–24:00 主动说话'))
  await page.getByRole('spinbutton', { name: '多久没说话算冷场' }).fill('45')
  await page.getByRole('button', { name: '添加安静时段' }).click()
  await page.getByLabel('安静时段 1 开始').fill('23:30')
  await see(day.getByText('23:30–24:00 安静'))
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await gone(page.getByText('有未保存的修改'))
  await page.reload()
  await see(day.getByText('00:00–07:00 安静'))
  expect(await page.getByRole('spinbutton').inputValue()).toBe('45')
  const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect(wide).toBe(false)
  expect(page.faults).toEqual([])
})
