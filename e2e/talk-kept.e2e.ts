import { afterAll, beforeAll, expect, test } from 'vitest'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const reply = (id: string, keyword: string) => ({
  id,
  keywords: [keyword],
  match: 'exact' as const,
  replies: [`${keyword}的回复`],
  at: IsOrNot.not,
  cooldown_s: 0,
  enabled: OpenStatus.open,
})

test('写完规则马上离开也保存；发布以后再改，不再说已发布', async () => {
  const { rule_id } = await world.admin.call(talkApi.add, { name: '马上离开', kind: 'talk' })
  const page = await world.open(`/talk/rule/${rule_id}`)
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByLabel('第1句').fill('感谢')
  await page.getByRole('link', { name: '话术规则' }).first().click()
  await see(page.getByRole('link', { name: '马上离开' }))
  const written = async () => {
    const { set } = await world.admin.call(talkApi.data, { rule_id })
    return set.root.children[0]
  }
  await expect.poll(written).toMatchObject({ actions: [{ templates: [{ text: '感谢' }] }] })

  await page.goBack()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('button', { name: '发布到全部直播间' }).click()
  const status = page.getByRole('status').filter({ hasText: '已发布 v1' })
  await see(status)
  await page.getByLabel('第1句').fill('感谢大家')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await see(page.getByRole('status').getByText('已保存', { exact: true }))
  await gone(status)
  expect(page.faults).toEqual([])
})

test('两人同时改一个直播间的问答：我写的还在，自己选；没保存就离开要问', async () => {
  const { code: room_code } = await world.idleRoom('两人间')
  const page = await world.open(`/digital/question/${room_code}`)
  await page.getByRole('button', { name: '添加问答' }).click()
  await page.keyboard.type('我的词')
  await page.keyboard.press('Enter')
  await page.getByLabel('回复1', { exact: true }).fill('我的回复')
  const saved = () => world.admin.call(talkApi.part, { room_code, part: 'reply' })
  const { version } = await saved()
  await world.admin.call(talkApi.saveReplies, {
    room_code,
    version,
    list: [reply('other', '别人的词')],
  })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await see(page.getByText('他人刚刚保存过这里，你的修改还没有保存。'))
  await see(page.getByText('我的词'))

  await page.getByRole('link', { name: '主动话术', exact: true }).click()
  const asked = page.getByRole('dialog', { name: '有还没保存的内容' })
  await asked.getByRole('button', { name: '继续编辑' }).click()
  await gone(asked)

  await page.getByRole('button', { name: '保留我的，盖过他人的' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await gone(page.getByText('有未保存的修改'))
  expect((await saved()).replies).toMatchObject([{ keywords: ['我的词'] }])

  // Theirs instead
  await page.getByRole('button', { name: '删除 我的词', exact: true }).click()
  const now = await saved()
  await world.admin.call(talkApi.saveReplies, {
    room_code,
    version: now.version,
    list: [reply('other', '别人的词')],
  })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: '放弃我的，看最新的' }).click()
  await see(page.getByText('别人的词', { exact: true }))
  await gone(page.getByText('有未保存的修改'))
})

test('粘贴的敏感词按了 Escape 要问；手机上安静时段看得清', async () => {
  const page = await world.open('/talk/list?tab=words', { width: 390 })
  await page.getByRole('button', { name: '添加敏感词' }).first().click()
  const adding = page.getByRole('dialog', { name: '添加敏感词 · 全平台通用' })
  await adding.getByRole('textbox', { name: '敏感词' }).fill('赌博、色情')
  await see(adding.getByText('2个词'))
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: '有还没保存的内容' })
  await asked.getByRole('button', { name: '继续编辑' }).click()
  await gone(asked)
  await see(adding.getByText('2个词'))

  const { code } = await world.idleRoom('安静间')
  const quiet = await world.open(`/digital/ruledrive/${code}`, { width: 390 })
  await quiet.getByRole('button', { name: '添加安静时段' }).click()
  const span = quiet.getByText('00:00–07:00 安静')
  await see(span)
  const isWhole = await span.evaluate(
    ({ clientHeight, scrollHeight }) => clientHeight >= scrollHeight,
  )
  expect(isWhole).toBe(true)
})
