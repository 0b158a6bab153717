import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

/** Short enough for every field. */
const SCRIPT = '<img src onerror=1>'
const password = 'three bridges 26'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { admin } = world
  await admin.call(accountApi.add, {
    username: 'script',
    password,
    nickname: SCRIPT,
    area: SCRIPT,
    group_ids: ['operator'],
  })
  await admin.call(groupApi.save, { name: SCRIPT, scope: 'own', menus: [], actions: [] })
  await admin.call(orgApi.add, {
    name: SCRIPT,
    contact: SCRIPT,
    areas: [SCRIPT],
    username: 'script-2',
    password,
    nickname: SCRIPT,
  })
  const { account } = await admin.call(liveAccountApi.add, {
    platform: 'other',
    nickname: SCRIPT,
    area: SCRIPT,
  })
  await admin.call(roomApi.create, {
    name: SCRIPT,
    actor: SCRIPT,
    account_id: account.account_id,
  })
})
afterAll(() => world.dispose())

test('写进文本字段的脚本在每个画面上都只是文字', async () => {
  const page = await world.page()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await world.enter(page, '/')
  for (const path of [
    '/account',
    '/group',
    '/sociatyAccount',
    '/account/audit',
    '/digital/actor',
    '/digital/actor?view=table',
  ]) {
    await page.goto(path)
    await see(page.getByText(SCRIPT).first())
    expect({ path, images: await page.locator('img[onerror]').count() }).toEqual({
      path,
      images: 0,
    })
  }
  expect(page.faults).toEqual([])
  expect(asked.filter((url) => !url.startsWith(world.server.url))).toEqual([])
})
