import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { gone, see, until } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type Room, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

/** Thanks for a gift, each viewer once in five minutes. */
const thanks: RuleSet = {
  id: 'kept',
  name: '回放试验',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '回放试验',
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
        policy: { cooldown: { ms: 300_000, scope: 'user', on_hit: 'drop' } },
        actions: [
          {
            kind: 'say',
            templates: [{ text: '谢谢{{ev.user.name}}', weight: 1 }],
            no_repeat: 0,
          },
        ],
      },
    ],
  },
}

const gift = (room: Room, event_id: string) =>
  pushEvents(world.server.url, {
    ...room.push,
    room_code: room.code,
    events: [
      {
        source: 'partner',
        event_id,
        room_code: room.code,
        kind: 'gift',
        at: Date.now(),
        user: { open_id: 'u1', nickname: '阿强' },
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

test('没说话的礼物查得到原因；改了规则把那一场再过一遍；用例不通过就不发布', async () => {
  const room = await world.room({ name: '回放间', agent: ['--source', 'auto'] })
  const { code: room_code } = room
  const { rule_id, version } = await world.admin.call(talkApi.add, {
    name: '回放试验',
    kind: 'talk',
  })
  const saved = await world.admin.call(talkApi.save, { rule_id, version, set: { ...thanks } })
  await world.admin.call(talkApi.publish, { rule_id, version: saved.row.version, note: '' })
  const list = [{ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] }]
  await world.admin.call(talkApi.bindTalk, { room_code, version: 1, list })
  await world.admin.call(roomApi.start, { room_code })
  const decided = async (outcome: string) => {
    const asked = { room_code, page_size: 20 as const }
    const logs = await world.admin.call(roomApi.triggerLogs, asked)
    return logs.list.some((log) => log.set_id === rule_id && log.outcome === outcome)
  }
  let gifts = 0
  await until('the first gift is answered', async () => {
    await gift(room, `g${++gifts}`)
    return decided('FIRED')
  })
  // Later than the shortest pause that a rule can keep
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await gift(room, `g${++gifts}`)
  await until('the second is kept back', () => decided('COOLDOWN'))

  const page = await world.open(`/digital/rule/${room_code}`)
  await page
    .getByRole('row', { name: /答谢.*冷却中/ })
    .getByRole('link', { name: '为什么' })
    .first()
    .click()
  const why = page.getByRole('region', { name: '为什么没触发' })
  await see(why.getByText(/「答谢」冷却中，还剩[\d.]+秒/))
  await gone(why.getByText('最近几分钟还在PC上'))
  await see(page.getByRole('region', { name: '「答谢」怎样判断' }).getByText(/挡下：冷却中/))

  // By the rules as they are written now, the same evening says more
  await page.getByLabel('多久只说一次').fill('0')
  await page.getByLabel('多久只说一次').blur()
  await page.getByText('回放', { exact: true }).click()
  const replay = page.getByRole('region', { name: '回放', exact: true })
  await replay.getByRole('button', { name: '开始回放' }).click()
  await see(replay.getByText(/多说\d+句/))
  await see(replay.getByText('谢谢阿强').first())
  const fingerprint = await replay.getByText(/结果指纹/).textContent()
  await replay.getByRole('button', { name: '开始回放' }).click()
  await until('it is played again', async () => (await replay.getByText(/结果指纹/).count()) === 1)
  expect(await replay.getByText(/结果指纹/).textContent()).toBe(fingerprint)

  await page.getByText('用例', { exact: true }).click()
  const cases = page.getByRole('region', { name: '用例' })
  await see(cases.getByText(/还没有用例/))
  await page.keyboard.press('Control+Enter')
  await see(page.getByRole('region', { name: '试演' }).getByText('谢谢阿强'))
  await page.getByText('用例', { exact: true }).click()
  await cases.getByRole('button', { name: '把试演结果存为用例' }).click()
  await see(cases.getByText('通过', { exact: true }))
  await page.getByLabel('第1句').fill('感谢{{ev.user.name}}')
  await see(cases.getByText('应为“谢谢阿强”，实际是“感谢阿强”'))
  await page.getByRole('button', { name: '发布' }).click()
  const publishing = page.getByRole('dialog', { name: '发布「回放试验」' })
  await publishing.getByRole('button', { name: /^发布到全部/ }).click()
  await see(publishing.getByText(/用例「阿强 礼物」没有通过/))
})
