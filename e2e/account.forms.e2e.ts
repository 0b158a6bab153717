import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { gone, see } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { addPerson, PASSWORD, rowOf } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const add = (username: string, nickname: string) => addPerson(world, username, nickname)

const open = (path: string) => world.open(path)
const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('编辑表单有自己的地址：重新加载草稿还在，后退先问再关闭，直接打开也行', async () => {
  const account = await add('linked', '有地址的人')
  const page = await open('/account?keyword=linked')
  await rowOf(page, '有地址的人').getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: '编辑账号「有地址的人」' })
  const nickname = form.getByRole('textbox', { name: '昵称' })
  expect(paramOf(page, 'edit')).toBe(account.uid)
  await nickname.fill('改了一半')
  await page.reload()
  await see(form.getByText('已恢复上次未保存的内容'))
  expect(await nickname.inputValue()).toBe('改了一半')

  await page.goBack()
  const question = page.getByRole('dialog', { name: '有还没保存的内容' })
  await question.getByRole('button', { name: '继续编辑' }).click()
  await gone(question)
  await see(form)
  await page.goBack()
  await question.getByRole('button', { name: '离开' }).click()
  await gone(form)
  expect(new URL(page.url()).search).toBe('?keyword=linked')

  // The draft is still there; thrown away, nothing is asked any more.
  await page.goto(`/account?edit=${account.uid}`)
  await form.getByRole('button', { name: '丢弃' }).click()
  expect(await nickname.inputValue()).toBe('有地址的人')
  await form.getByRole('button', { name: '取消' }).click()
  await page.waitForURL((url) => url.search === '')
  expect(page.faults).toEqual([])
})

test('没登录时打开编辑的链接，登录后回到它；不存在的账号有说明，能问为什么', async () => {
  const account = await add('outside', '门外的人')
  const page = await world.page()
  await page.goto(`/account?edit=${account.uid}`)
  await page.getByLabel('用户名').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await see(page.getByRole('dialog', { name: '编辑账号「门外的人」' }))

  await page.goto('/account?edit=nobody')
  const empty = page.getByRole('dialog', { name: '编辑' })
  await see(empty.getByText('账号不存在'))
  await empty.getByRole('button', { name: '为什么？' }).click()
  await see(page.getByRole('dialog', { name: '为什么看不到' }).getByText(/不在你的数据范围内/))
  expect(page.faults).toEqual([])
})

test('没有权限的按钮：说缺什么，点开能看到谁可以开通', async () => {
  const finance = await world.admin.call(accountApi.add, {
    username: 'looker',
    nickname: '只能看的人',
    password: PASSWORD,
    group_ids: [(await lookers()).id],
  })
  const own = await loginOver(world.server.url, finance.username, PASSWORD)
  await own.call(authApi.editSelf, { old_password: PASSWORD, password: `${PASSWORD}!` })
  const page = await world.open('/account?keyword=looker', {
    as: { username: 'looker', password: `${PASSWORD}!` },
  })
  const edit = rowOf(page, '只能看的人').getByRole('button', { name: '编辑' })
  await edit.focus()
  await see(page.getByRole('tooltip').getByText(/没有编辑权限（account.edit）/))
  await edit.press('Enter')
  const why = page.getByRole('dialog', { name: '为什么看不到' })
  await see(why.getByText(/缺少的权限：账号 · 编辑（account.edit）/))
  await see(why.getByText(/可以找这些人开通：管理员/))
  await why.getByRole('button', { name: '知道了' }).click()
  await gone(why)

  await page.goto('/account?edit=new')
  await see(page.getByRole('dialog', { name: '新增账号' }).getByText(/没有新增权限/))
  expect(page.faults).toEqual([])
})

/** A group that may look at accounts, and nothing else. */
const lookers = () =>
  world.admin.call(groupApi.save, {
    name: '只看账号',
    scope: 'all',
    menus: ['account.list'],
    actions: ['account.look'],
  })

test('表单开关几次以后，Esc 不离开这一页', async () => {
  const page = await world.open('/income/live')
  await page.goto('/account?keyword=a')
  for (let times = 0; times < 3; times++) {
    await page.getByRole('button', { name: '新增账号' }).first().click()
    const form = page.getByRole('dialog', { name: '新增账号' })
    await form.getByRole('button', { name: '取消' }).click()
    await gone(form)
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await see(page.getByRole('heading', { level: 1, name: '账号' }))
  expect(new URL(page.url()).search).toBe('?keyword=a')
})
