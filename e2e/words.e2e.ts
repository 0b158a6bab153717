import { afterAll, beforeAll, expect, test } from 'vitest'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('敏感词：粘贴、试算、保存；待审的话等人点“说”', async () => {
  const room = await world.room({ name: '词间', agent: ['--source', 'auto'] })
  const { code: room_code } = room
  const said = {
    match: 'contains',
    at: IsOrNot.not,
    cooldown_s: 0,
    enabled: OpenStatus.open,
  } as const
  await world.admin.call(talkApi.saveReplies, {
    room_code,
    version: 0,
    list: [{ id: 'price', keywords: ['价格'], replies: ['全网最低价'], ...said }],
  })
  const page = await world.open('/talk/list')
  await page.getByRole('link', { name: '敏感词' }).click()
  await see(page.getByText('这里还没有敏感词'))

  const adding = page.getByRole('dialog', { name: '添加敏感词 · 全平台通用' })
  const add = async (lines: string, level: string) => {
    await page.getByRole('button', { name: '添加敏感词' }).first().click()
    await adding.getByRole('textbox', { name: '敏感词' }).fill(lines)
    await adding.getByRole('radio', { name: level }).check()
  }
  await add(`加微信\n加微信\n${'长'.repeat(31)}`, '禁止')
  await see(adding.getByText('1个词 · 重复1个，跳过 · 1行太长或看不懂，跳过：3'))
  await adding.getByRole('button', { name: '试算' }).click()
  await see(adding.getByText(/最近\d+句话里一句都不拦/))
  await adding.getByRole('button', { name: '保存1个词' }).click()
  await gone(adding)
  await add('最低价', '审核')
  await adding.getByRole('button', { name: '保存1个词' }).click()
  await gone(adding)
  await see(page.getByRole('row', { name: /最低价 审核/ }))

  await world.admin.call(roomApi.start, { room_code })
  await page.goto(`/digital/room/${room_code}`)
  const push = (event_id: string, more: { nickname: string; text: string }) =>
    pushEvents(world.server.url, {
      ...room.push,
      room_code,
      events: [
        {
          source: 'partner',
          event_id,
          room_code,
          at: Date.now(),
          kind: 'danmu',
          user: { open_id: event_id, nickname: more.nickname },
          text: more.text,
        },
      ],
    })
  const timeline = page.getByRole('log', { name: '时间轴' })
  await see(timeline.getByText(/已连接|直播中|开播/).first())
  await push('ask', { nickname: '阿强', text: '价格多少' })
  const queue = page.getByRole('region', { name: '待说的话' })
  await see(queue.getByText('待审'))
  await see(queue.getByText('「全网最低价」'))
  await queue.getByRole('button', { name: '说', exact: true }).click()
  await see(queue.getByText('没有话在等'))
  await see(timeline.getByText('「全网最低价」').first())
  expect(page.faults).toEqual([])
})
