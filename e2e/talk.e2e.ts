import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { ConsolePage } from '@kaibo/testkit/browser.ts'
import { see, until } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const choose = async (page: ConsolePage, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).last().click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).last().click()
}

test('写一条“礼物满10元”，发布，绑定到直播间，主播照着说，30秒内同一人只说一次', async () => {
  const room = await world.room({ name: '规则试验间', agent: ['--source', 'auto'] })
  const { code: room_code } = room
  const page = await world.open('/talk/list')
  await page.getByRole('button', { name: '新增规则集' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('大额答谢')
  await form.getByRole('button', { name: '保存规则集' }).click()
  await page.getByRole('link', { name: '大额答谢' }).click()

  await see(page.getByText('还没有规则'))
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByRole('button', { name: '添加条件' }).click()
  await page.getByLabel('比较的值').fill('10')
  const line = page.getByLabel('第1句')
  await line.fill('感谢')
  await page.getByRole('button', { name: '插入 观众昵称' }).click()
  await page.getByLabel('多久只说一次').fill('30')
  await page.getByLabel('多久只说一次').blur()
  await see(
    page
      .getByText(
        '当收到“礼物”，礼物价值大于等于10元时，说“感谢〔观众昵称〕”；同一观众30秒内只说一次。',
      )
      .first(),
  )

  // A variable that does not exist: told at its rule, and nothing is published
  await line.fill('感谢{{ev.user.nmae}}')
  await page.getByRole('button', { name: '发布' }).click()
  const publishing = page.getByRole('dialog', { name: '发布「大额答谢」' })
  await publishing.getByRole('button', { name: '发布到全部直播间' }).click()
  await see(
    publishing.getByRole('alert').getByText('有问题，不能发布：没有名为 ev.user.nmae 的变量'),
  )
  await page.keyboard.press('Escape')
  await line.fill('感谢{{ev.user.name}}')
  await page.getByRole('button', { name: '发布' }).click()
  await publishing.getByRole('button', { name: '发布到全部直播间' }).click()
  await see(page.getByText('已发布 v1，0个直播间立刻生效'))

  await page.goto(`/digital/rule/${room_code}`)
  await see(page.getByRole('link', { name: '默认话术' }))
  await page.getByRole('button', { name: '删除' }).click()
  await choose(page, '添加规则集', '大额答谢')
  await page.getByRole('button', { name: '保存直播间话术' }).click()
  await see(page.getByRole('link', { name: '大额答谢' }))
  await until('the binding is saved', async () =>
    page.getByRole('button', { name: '保存直播间话术' }).isDisabled(),
  )

  await world.admin.call(roomApi.start, { room_code })
  const gift = (event_id: string, fen: number, nickname: string) =>
    pushEvents(world.server.url, {
      ...room.push,
      room_code,
      events: [
        {
          source: 'partner',
          event_id,
          room_code,
          kind: 'gift',
          at: Date.now(),
          user: { open_id: nickname, nickname },
          gift: {
            id: 'g',
            name: '花',
            count: 1,
            raw_unit: '分',
            raw_value: fen,
            fen,
            paid: true,
          },
        },
      ],
    })
  await page.goto(`/digital/room/${room_code}`)
  const timeline = page.getByRole('log', { name: '时间轴' })
  await gift('small', 999, '小额')
  await gift('first', 1_000, '阿强')
  await see(timeline.getByText('「感谢阿强」').first())
  await gift('again', 5_000, '阿强')
  await gift('other', 1_000, '小红')
  await see(timeline.getByText('「感谢小红」').first())
  expect(await timeline.getByText('「感谢小额」').count()).toBe(0)

  // The same gift, tried on the room as it is now: its viewer was thanked a moment ago. Trying burns nothing
  await page.goto('/talk/list')
  await page.getByRole('table', { name: '规则集' }).getByRole('link', { name: '大额答谢' }).click()
  const trial = page.getByRole('region', { name: '试演', exact: true })
  await trial.getByLabel('最近真实事件').click()
  await page
    .locator('.ant-select-item-option')
    .getByText(/阿强 礼物/)
    .first()
    .click()
  const run = trial.getByRole('button', { name: /^试演/ })
  await run.click()
  await see(trial.getByText('感谢阿强'))
  await trial.getByText('现在的状态').click()
  await run.click()
  await see(trial.getByText(/冷却中/).first())
  await see(page.getByRole('treeitem').getByText(/冷却中 还剩\d+\.\d秒/))
  await trial.getByLabel('观众昵称').fill('新来的')
  await trial.getByLabel('观众编号').fill('新来的')
  for (let times = 0; times < 2; times++) {
    await run.click()
    await see(trial.getByText('感谢新来的'))
  }
  expect(page.faults).toEqual([])
})
