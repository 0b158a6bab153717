import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { ConsolePage } from '@kaibo/testkit/browser.ts'
import { see, until } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type Room, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const thanks = (text: string) => ({
  id: 'any',
  name: '任意',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '任意',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: [
      {
        id: 'thanks',
        type: 'son',
        name: '答谢',
        enabled: 1,
        triggers: [{ event: 'gift.receive' }],
        actions: [{ kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 }],
      },
    ],
  },
})

let gifts = 0
/** A gift of a viewer who gave nothing yet; the anchor of the room answers it by name. */
async function gift(room: Room): Promise<string> {
  const nickname = `观众${++gifts}`
  await pushEvents(world.server.url, {
    ...room.push,
    room_code: room.code,
    events: [
      {
        source: 'partner',
        event_id: nickname,
        room_code: room.code,
        kind: 'gift',
        at: Date.now(),
        user: { open_id: nickname, nickname },
        gift: {
          id: 'g',
          name: '花',
          count: 1,
          raw_unit: '分',
          raw_value: 100,
          fen: 100,
          paid: true,
        },
      },
    ],
  })
  return nickname
}

/** Until the room answers a gift by this text: its PC may still be taking the new rules. */
const says = (room: Room, text: string) =>
  until(`${room.code} says ${text}`, async () => {
    const said = `${text}${await gift(room)}`
    const spoken = async () => {
      const asked = { room_code: room.code, kind: 'speech' as const, page_size: 20 as const }
      const { list } = await world.admin.call(roomApi.consoleLogs, asked)
      return list.find((moment) => moment.text.endsWith(said.slice(text.length)))?.text
    }
    await until('it answers', async () => (await spoken()) !== undefined)
    return (await spoken()) === said
  })

const confirm = async (page: ConsolePage, title: string, act: string) => {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: act, exact: true }).click()
}

test('先在一间试：只有它说新版；转正：全部说新版；回到旧版：全部说旧版', async () => {
  const agent = ['--source', 'auto']
  const one = await world.room({ name: '试行间', agent })
  const two = await world.room({ name: '旁边间', agent })
  const row = await world.admin.call(talkApi.add, { name: '灰度试验', kind: 'talk' })
  const { rule_id } = row
  const save = async (text: string) => {
    const { row: now } = await world.admin.call(talkApi.data, { rule_id })
    const set = thanks(`${text}{{ev.user.name}}`)
    return world.admin.call(talkApi.save, { rule_id, version: now.version, set })
  }
  for (let v = 1; v <= 7; v++) {
    const { row: saved } = await save(`第${v}版`)
    await world.admin.call(talkApi.publish, { rule_id, version: saved.version, note: `第${v}版` })
  }
  await save('新的')
  for (const { code: room_code } of [one, two]) {
    const list = [{ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] }]
    await world.admin.call(talkApi.bindTalk, { room_code, version: 1, list })
    await world.admin.call(roomApi.start, { room_code })
  }
  await says(one, '第7版')
  await says(two, '第7版')

  const page = await world.open(`/talk/rule/${rule_id}`)
  await page.getByRole('button', { name: '发布' }).click()
  const dialog = page.getByRole('dialog', { name: '发布「灰度试验」' })
  await dialog.getByLabel('备注').fill('换一种说法')
  await dialog.getByText('先在几间试').click()
  await dialog.getByLabel('先试的直播间').fill('试行')
  await page.locator('.ant-select-item-option').getByText('试行间').click()
  await dialog.getByRole('button', { name: '在1间试行' }).click()
  await see(page.getByText('v8 已在1间试行，其他直播间不变'))
  await see(page.getByText('灰度v8·1间'))
  await says(one, '新的')
  await says(two, '第7版')

  // What is on trial is seen in the list and in the room itself
  await page.goto('/talk/list')
  await see(page.getByRole('row', { name: /灰度试验/ }).getByText(/v7 \+ .*灰度v8·1间/))
  await page.goto(`/digital/rule/${one.code}`)
  await see(page.getByText('v8 灰度中'))
  await see(page.getByRole('heading', { name: '最近触发' }))
  await see(page.getByText('答谢').first())

  await page.goto(`/talk/rule/${rule_id}`)
  await page.getByRole('button', { name: '转正' }).click()
  await confirm(page, '转正 v8', '转正')
  await see(page.getByText('v8 已转正，2个直播间立刻生效'))
  await says(two, '新的')

  await page.getByRole('button', { name: '版本', exact: true }).click()
  const versions = page.getByRole('dialog', { name: '「灰度试验」的版本' })
  await see(versions.getByText('换一种说法'))
  await see(versions.getByText('修改 答谢').first())
  await versions.getByRole('button', { name: '回到此版本 v7' }).click()
  await confirm(page, '回到 v7', '回到此版本')
  await see(page.getByText('已回到 v7，2个直播间立刻生效'))
  await says(one, '第7版')
  await says(two, '第7版')
  expect(page.faults).toEqual([])
})
