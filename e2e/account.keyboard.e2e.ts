import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, see, until } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD } from '@kaibo/testkit/process.ts'
import { hasFocus, pick, walkTo } from './keyboard.ts'
import { addPerson, PASSWORD, rowOf } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const add = (username: string, nickname: string) => addPerson(world, username, nickname)

test('只用键盘走完账号页，一次鼠标都不用', async () => {
  await add('keys1', '键盘甲')
  await add('keys2', '键盘乙')
  const page = await world.page()
  await page.addInitScript(() => {
    for (const event of ['pointerdown', 'mousedown', 'wheel', 'touchstart'])
      addEventListener(
        event,
        () => document.documentElement.setAttribute('data-mouse', event),
        true,
      )
  })
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  const write = (text: string) => page.keyboard.insertText(text)

  await page.goto('/login')
  await until('the user name has the focus', () => hasFocus(page, 'username'))
  await write('admin')
  await press('Tab')
  await write(ADMIN_PASSWORD)
  await press('Enter')
  await see(page.getByRole('navigation', { name: '菜单' }))

  // Opened from the palette, by sound.
  await press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索与跳转' })
  await see(palette)
  await write('zhanghao')
  await see(palette.getByRole('option', { name: /^账号 /, selected: true }))
  await press('Enter')
  await see(page.getByRole('heading', { name: '账号', exact: true }))

  // Filtered, walked and selected; in the box the letters are letters.
  await press('/')
  await write('keys')
  await press('Enter')
  await see(page.getByText('共 2 个账号'))
  await press('j')
  expect(await page.getByRole('searchbox').inputValue()).toBe('keysj')
  await press('Backspace', 'Shift+Tab')
  await press('j', 'j', 'x', 'k', 'x')
  await see(page.getByText('已选 2 个账号'))

  // All selected disabled at once.
  await walkTo(page, '批量停用 2')
  await press('Enter')
  const run = page.getByRole('dialog', { name: '停用 2 个账号' })
  await see(run)
  await walkTo(page, '停用')
  await press('Enter')
  await see(run.getByText('已完成 2 / 2'))
  await press('Escape')
  await gone(run)

  // A column put away.
  await walkTo(page, '列设置')
  await press('Enter')
  const panel = page.getByRole('group', { name: '列设置' })
  await see(panel)
  await walkTo(page, '有效期')
  await press('Space')
  await gone(page.getByRole('columnheader', { name: '有效期' }))
  await press('Escape')
  await gone(panel)

  // A view saved, left and chosen again.
  await walkTo(page, '视图 全部', 'Shift+Tab')
  await press('Enter')
  await pick(page, '保存为视图')
  const save = page.getByRole('dialog', { name: '保存为视图' })
  await see(save)
  await until('the name has the focus', () => hasFocus(page, 'name'))
  await write('键盘的人')
  await press('Control+Enter')
  await gone(save)
  await until('the menu has the focus again', () => hasFocus(page, '视图 键盘的人'))
  await press('Enter')
  await pick(page, '全部')
  await page.waitForURL((url) => url.search === '')
  await walkTo(page, /^视图 /)
  await press('Enter')
  await pick(page, '键盘的人')
  await page.waitForURL(/keyword=keys/)
  await see(page.getByText('共 2 个账号'))

  // One made, and edited without a conflict.
  await walkTo(page, '新增账号')
  await press('Enter')
  const create = page.getByRole('dialog', { name: '新增账号' })
  await see(create)
  await until('the user name has the focus', () => hasFocus(page, 'username'))
  await write('keys3')
  await press('Tab')
  await write(PASSWORD)
  await walkTo(page, 'nickname')
  await write('键盘丙')
  await walkTo(page, 'group_ids')
  await write('运营')
  await see(page.getByTitle('运营'))
  await press('Enter', 'Tab', 'Control+Enter')
  await gone(create)
  await see(rowOf(page, '键盘丙').getByText('运营'))

  // The newest stands first.
  await walkTo(page, /键盘丙/, 'k')
  await press('e')
  const edit = page.getByRole('dialog', { name: '编辑账号「键盘丙」' })
  await see(edit)
  await until('the nickname has the focus', () => hasFocus(page, 'nickname'))
  await press('Control+a')
  await write('键盘丁')
  await press('Control+Enter')
  await gone(edit)
  await see(rowOf(page, '键盘丁'))
  expect(await page.getByRole('alert').count()).toBe(0)

  // Disabled, and enabled again.
  for (const [act, state] of [
    ['停用', '停用'],
    ['启用', '正常'],
  ] as const) {
    await walkTo(page, /键盘丁/, 'k')
    await walkTo(page, act)
    await press('Enter')
    if (act === '停用') {
      // It ends logins: it asks first. Enabling is done at once.
      const question = page.getByRole('dialog', { name: '停用账号「键盘丁」' })
      await see(question)
      await walkTo(page, act)
      await press('Enter')
      await gone(question)
    }
    await see(rowOf(page, '键盘丁').getByText(state, { exact: true }))
  }

  await press('?')
  const help = page.getByRole('dialog', { name: '快捷键' })
  await see(help)
  await press('Escape')
  await gone(help)

  await walkTo(page, '导出 xlsx')
  const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(await page.locator('html').getAttribute('data-mouse')).toBeNull()
  expect(page.faults).toEqual([])
})
