import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { gone, see, seriousFaults } from '@kaibo/testkit/browser.ts'
import { runCommand } from '@kaibo/testkit/process.ts'
import { createWorld, type World } from './world.ts'

let world: World
let code: string
beforeAll(async () => {
  world = await createWorld()
  const { admin } = world
  const { account } = await admin.call(liveAccountApi.add, { platform: 'other', nickname: '查账' })
  const { account_id } = account
  const room = await admin.call(roomApi.create, { name: '夜谈', account_id })
  code = room.room_code
  await admin.call(roomApi.update, {
    room_code: code,
    name: '早间',
    actor: '小美',
    account_id,
    version: room.version,
  })
})
afterAll(() => world.dispose())

test('改过的能查到：筛选在地址里，抽屉有自己的地址，之前和之后逐项列出；导出的表能打开', async () => {
  const page = await world.open('/account/audit')
  const rows = page.getByRole('table', { name: '操作记录' }).getByRole('row')
  await see(rows.filter({ hasText: '编辑直播间' }))

  const keyword = page.getByRole('searchbox', { name: /对象/ })
  await keyword.fill('没有这个对象')
  await keyword.press('Enter')
  await see(page.getByText('没有符合条件的操作记录'))
  await keyword.fill(code.toLowerCase())
  await keyword.press('Enter')
  expect(new URL(page.url()).searchParams.get('keyword')).toBe(code.toLowerCase())
  // As it was called then; its code stands beside it.
  await see(rows.filter({ hasText: '新增直播间' }).filter({ hasText: '夜谈' }).getByText(code))
  await gone(rows.filter({ hasText: '登录' }))

  await page.getByRole('button', { name: '编辑直播间' }).click()
  const drawer = page.getByRole('dialog', { name: /编辑直播间/ })
  const name = drawer.getByRole('row', { name: /^名称/ })
  await see(name)
  expect(await name.getByRole('cell').allInnerTexts()).toEqual(['夜谈', '早间'])
  const actor = drawer.getByRole('row', { name: /^主播/ })
  expect(await actor.getByRole('cell').allInnerTexts()).toEqual(['--', '小美'])
  expect(await drawer.getByRole('row', { name: /版本|更新/ }).count()).toBe(0)

  await page.reload()
  await see(drawer.getByText('请求编号'))
  await drawer.getByRole('link', { name: '此对象的全部记录' }).click()
  await gone(drawer)
  expect(new URL(page.url()).search).toBe(`?target=${code}`)
  await see(rows.filter({ hasText: '新增直播间' }))

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 xlsx' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^操作记录_.*\.xlsx$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  await rows.filter({ hasText: '编辑直播间' }).getByRole('link', { name: '早间' }).click()
  await page.waitForURL((url) => url.pathname === '/digital/actor')
  expect(new URL(page.url()).searchParams.get('room')).toBe(code)
  expect(page.faults).toEqual([])
})

test('手机上是卡片，抽屉不横向溢出；不在范围内或不存在的记录有说明', async () => {
  const page = await world.open('/account/audit?action=room.update', { width: 390 })
  const card = page.getByRole('listitem').filter({ hasText: '编辑直播间' })
  await see(card.getByText('夜谈 → 早间'))
  await card.getByRole('button', { name: '编辑直播间' }).click()
  await see(page.getByRole('dialog').getByText('夜谈', { exact: true }))
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/account/audit?seq=999999')
  await see(page.getByRole('dialog').getByText('没有这条记录'))
  expect(page.faults).toEqual([])
})

test('从记录到它的对象：账号、分组、公会各在自己的列表里', async () => {
  const { admin } = world
  await admin.call(accountApi.add, {
    username: 'xiaohe',
    nickname: '小何',
    password: 'river-stone-42',
    group_ids: ['operator'],
  })
  await admin.call(groupApi.save, { name: '早班', scope: 'own', menus: [], actions: [] })
  const owner = { username: 'xinghe', password: 'river-stone-42', nickname: '会长' }
  await admin.call(orgApi.add, { name: '星河公会', ...owner })
  const page = await world.open('/')
  for (const [action, target, pathname] of [
    ['account.add', 'xiaohe', '/account'],
    ['group.save', '早班', '/group'],
    ['org.add', '星河公会', '/sociatyAccount'],
  ] as const) {
    await page.goto(`/account/audit?action=${action}`)
    await page.getByRole('link', { name: target }).click()
    await page.waitForURL((url) => url.pathname === pathname)
    await see(page.getByRole('row', { name: new RegExp(target) }))
  }
  expect(page.faults).toEqual([])
})

test('英文界面里操作也有名字', async () => {
  const page = await world.open('/account/audit?action=room.update')
  await page.getByRole('button', { name: '语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Edited a room', exact: true }).click()
  await see(page.getByRole('dialog').getByText('Before', { exact: true }))
})

test('核对命令在服务运行时可用，说出核对了多少条', async () => {
  const { code, output } = await runCommand(world.server, 'audit:verify')
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^操作记录核对完成：\d+ 条，0 处异常\n链尾：第 \d+ 条 [0-9a-f]{16}\n$/,
    ),
  })
})
