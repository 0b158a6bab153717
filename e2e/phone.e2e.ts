import { afterAll, beforeAll, expect, test } from 'vitest'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

const PHONE = { width: 390, height: 844 }

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('规则编辑的按钮在一行里，发布不落到下一行', async () => {
  const { rule_id } = await world.admin.call(talkApi.add, { name: '手机上改', kind: 'talk' })
  const page = await world.open(`/talk/rule/${rule_id}`, PHONE)
  const top = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.y
  await see(page.getByRole('button', { name: '发布', exact: true }))
  expect(await top('发布')).toBe(await top('撤销'))
  expect(await top('保存草稿')).toBe(await top('撤销'))
})

test('直播间页：底部的提示不被开播、停播的按钮盖住，按得到；滚到哪里按钮都在', async () => {
  const { code } = await world.idleRoom('手机看的')
  const page = await world.open('/', PHONE)
  const { list } = await world.admin.call(groupApi.all, {})
  const group = JSON.stringify({ value: list.find(({ name }) => name === '管理员'), until: null })
  await page.evaluate((value) => sessionStorage.setItem('kaibo:view-as', value), group)
  await page.goto(`/digital/room/${code}`)
  await see(page.getByText('正在以「管理员」查看'))
  const acts = page.getByRole('group', { name: '控制' }).getByRole('button').first()
  await see(acts)
  // Pressed for real, it must not lie under anything.
  await page.getByRole('button', { name: '退出', exact: true }).click({ trial: true })
  const inSight = async () => {
    const box = await acts.boundingBox()
    const note = await page.getByText('正在以「管理员」查看').boundingBox()
    return box !== null && note !== null && box.y > 0 && box.y + box.height <= note.y
  }
  expect(await inSight()).toBe(true)
  await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  expect(await inSight()).toBe(true)
})

test('表单的名称在输入框上面，输入框都从一条线开始', async () => {
  const page = await world.open('/account', PHONE)
  await page.getByRole('button', { name: '新增账号' }).click()
  const fields = page.getByRole('dialog', { name: '新增账号' }).locator('.ant-form-item')
  await see(fields.first())
  const places = await fields.evaluateAll((all) =>
    all.map((one) => {
      const label = one.querySelector('label')?.getBoundingClientRect()
      const input = one.querySelector('.ant-form-item-control')?.getBoundingClientRect()
      return { isAbove: !!label && !!input && label.bottom <= input.top, left: input?.left }
    }),
  )
  expect(places.length).toBeGreaterThan(3)
  expect(new Set(places.map(({ left }) => left)).size).toBe(1)
  expect(places.every(({ isAbove }) => isAbove)).toBe(true)
})
