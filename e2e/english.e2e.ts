import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { openPage, see, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { enter } from './enter.ts'
import { createWorld, type World } from './world.ts'

const PASSWORD = 'river-stone-42'
/** The product’s name, the other language’s own, the one group that nobody can rename, and what others were called before. */
const DATA = /开播 Kaibo|简体中文|^中文$|管理员|^(自营|运营|财务|公会|工作室)(?= → )/g

let world: World
let page: ConsolePage
/** Where a test saw a Chinese word, and which. */
let found: string[] = []

/** Everything in the data speaks English, so that whatever does not is the console’s or the server’s. */
beforeAll(async () => {
  world = await createWorld()
  const { admin } = world
  await admin.call(authApi.editSelf, { nickname: 'Root' })
  // Twice, so that the last row of the audit log that shows a name is of an English one.
  for (const name of ['Renamed', 'The']) {
    const { list: groups } = await admin.call(groupApi.list, {})
    for (const { id, kind, scope, menus, actions, version } of groups) {
      const group = { id, kind, scope, menus, actions, version, name: `${name} ${id}s` }
      if (id !== 'admin') await admin.call(groupApi.save, group)
    }
    const { list: orgs } = await admin.call(orgApi.list, {})
    for (const { id, version } of orgs)
      await admin.call(orgApi.edit, { id, version, name: `${name} house`, nickname: 'Owner' })
  }
  await admin.call(accountApi.add, {
    username: 'lin',
    nickname: 'Lin',
    password: PASSWORD,
    group_ids: ['operator'],
  })
  const owner = { username: 'star', nickname: 'Star', password: PASSWORD }
  await admin.call(orgApi.add, { name: 'Galaxy', areas: ['East'], ...owner })
  const { account } = await admin.call(liveAccountApi.add, {
    platform: 'bilibili',
    nickname: 'Night talk',
  })
  const { pc_id } = await admin.call(monitorApi.enrolCode, { name: 'PC 7' })
  const { account_id } = account
  await admin.call(roomApi.create, { name: 'Night room', account_id, pc_id })
  page = await openPage(world.browser, world.server.url)
  await enter(page, 'admin', ADMIN_PASSWORD, '/account', 'en')
})
afterEach(() => {
  const chinese = found
  found = []
  expect(chinese).toEqual([])
  expect(page.faults).toEqual([])
})
afterAll(() => world.dispose())

/** What of a page a person sees or is read out. */
async function look(where: string, at: Page = page) {
  const texts = await at.evaluate(() => {
    const seen: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node as HTMLElement
      if (['SCRIPT', 'STYLE'].includes(element.tagName) || !element.checkVisibility()) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        seen.push(element.getAttribute(name) ?? '')
      for (const child of element.childNodes)
        if (child.nodeType === Node.TEXT_NODE) seen.push(child.textContent ?? '')
    }
    return [document.title, ...seen]
  })
  const chinese = texts
    .map((text) => text.replace(DATA, ''))
    .filter((text) => /[\p{Script=Han}（），：；、「」]/u.test(text))
  found.push(...new Set(chinese.map((text) => `${where}: ${text}`)))
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog').last()
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

/** Presses, and looks at the dialog that opens; again after an empty form was refused. */
async function openAndLook(where: string, open: () => Promise<void>, submit?: string) {
  await open()
  await see(dialog())
  await page.waitForLoadState('networkidle')
  await look(where)
  if (submit) {
    await dialog().getByRole('button', { name: submit }).click()
    await see(
      dialog()
        .getByText(/is required|must/)
        .first(),
    )
    await look(`${where}, refused`)
  }
  await page.keyboard.press('Escape')
  await page.waitForTimeout(200)
  const leave = page.getByRole('button', { name: 'Leave' })
  if (await leave.isVisible()) await leave.click()
}

test('the login page, with what it refuses', async () => {
  const login = await world.page()
  await login.goto('/login')
  await login.getByRole('button', { name: 'English' }).click()
  await login.getByRole('button', { name: 'Log in' }).click()
  await see(login.getByText('Enter your user name'))
  await look('login', login)
  await login.getByLabel('User name').fill('admin')
  await login.getByLabel('Password', { exact: true }).fill('wrong-password')
  await login.getByRole('button', { name: 'Log in' }).click()
  await see(login.getByText('Wrong user name or password'))
  await look('login refused', login)
  await login.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await login.getByRole('button', { name: 'Log in' }).click()
  await login.waitForURL((url) => !url.pathname.startsWith('/login'))
})

test.each([
  ['/digital/actor', 'Night room'],
  ['/digital/actor?view=table', 'Night room'],
  ['/digital/actor?keyword=none', 'No rooms match'],
  ['/income/live', 'Live income'],
  ['/backaccount/list', 'Back account'],
  ['/account', 'Lin'],
  ['/account?keyword=none', 'No accounts match'],
  ['/group', 'The operators'],
  ['/sociatyAccount', 'Galaxy'],
  ['/account/audit', 'Edited a guild'],
  ['/403', 'No permission'],
  ['/403?need=income.look', 'Missing right: Income · View (income.look)'],
  ['/account?edit=none', 'Not found among the accounts'],
  ['/digital/actor?edit=22222222', 'Not found among the rooms'],
  ['/nowhere', 'Page not found'],
])('the screen %s', async (path, sign) => {
  await page.goto(path)
  await see(page.getByText(sign).first())
  await page.waitForLoadState('networkidle')
  await look(path)
})

test('accounts: forms, refusals, menus and questions', async () => {
  await page.goto('/account')
  await openAndLook('new account', () => button('New account').click(), 'Save account')
  await openAndLook('edit account', () => row('Lin').getByRole('button', { name: 'Edit' }).click())
  await openAndLook('disable', () => row('Lin').getByRole('button', { name: 'Disable' }).click())
  await row('Lin').getByRole('button', { name: /More/ }).click()
  await see(page.getByRole('menuitem').first())
  await look('more acts')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await button('Columns').click()
  await look('bulk bar and columns')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Views/ }).click()
  await openAndLook(
    'save view',
    () => page.getByRole('menuitem', { name: 'Save as view' }).click(),
    'Save view',
  )
  await openAndLook('keys', () => page.keyboard.press('?'))
  await row('Root').getByRole('button', { name: 'Disable' }).focus()
  await see(page.getByRole('tooltip', { name: 'Your own account cannot be disabled' }))
  await look('a refused act')
})

test('groups and guilds', async () => {
  await page.goto('/group')
  await openAndLook('new group', () => button('New group').click(), 'Save group')
  await page.goto('/sociatyAccount')
  await openAndLook(
    'new guild',
    () => page.getByRole('button', { name: /^New / }).click(),
    'Save guild',
  )
  await row('The house').getByRole('button', { name: 'Disable' }).focus()
  await see(page.getByRole('tooltip', { name: 'The house guild cannot be disabled' }))
})

test('a room: its form, its checks, its drawer, its timeline', async () => {
  await page.goto('/digital/actor?view=table')
  await openAndLook('new room', () => button('New room').click(), 'Save room')
  await openAndLook('start', () => row('Night room').getByRole('button', { name: 'Start' }).click())
  await page.goto('/digital/actor')
  await page.getByText('Night room').first().click()
  await see(dialog())
  await look('room drawer')
})

test('the audit log, row by row', async () => {
  await page.goto('/account/audit')
  for (const what of ['Saved a group', 'Edited a guild', 'Added an account', 'Added a room'])
    await openAndLook(what, async () => {
      await row(what).first().getByRole('button').first().click()
    })
})

test('the profile, and the palette', async () => {
  await page.goto('/account')
  await page.getByRole('button', { name: /^Account / }).click()
  await look('person menu')
  await openAndLook('profile', () => page.getByRole('menuitem', { name: 'Profile' }).click())
  await openAndLook('palette', () => page.keyboard.press('Control+k'))
})

test('what the server refuses comes in English: two save one account', async () => {
  await page.goto('/account')
  await row('Lin').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByLabel('Nickname').fill('Lin One')
  const { list } = await world.admin.call(accountApi.list, { keyword: 'lin' })
  const [lin] = list
  if (!lin) throw new Error('nobody')
  const other = { uid: lin.uid, version: lin.version, nickname: 'Lin Two', group_ids: ['operator'] }
  await world.admin.call(accountApi.edit, other)
  await dialog().getByRole('button', { name: 'Save account' }).click()
  await see(dialog().getByText('You have just saved this account elsewhere; look again and submit'))
  await look('conflict')
})
