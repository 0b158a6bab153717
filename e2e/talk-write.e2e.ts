import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

let sets = 0
async function openSet(width: number): Promise<{ page: ConsolePage; rule_id: string }> {
  const { rule_id } = await world.admin.call(talkApi.add, { name: `写规则${++sets}`, kind: 'talk' })
  const page = await world.open(`/talk/rule/${rule_id}`, { width })
  await see(page.getByText('还没有规则'))
  return { page, rule_id }
}

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false)
const first = (page: ConsolePage) => page.getByRole('treeitem').first()

const SENTENCE =
  '当收到“礼物”，礼物价值大于等于10元时，说“感谢〔观众昵称〕”；同一观众30秒内只说一次。'
const isWritten = async (page: ConsolePage, rule_id: string) => {
  await see(page.getByText(SENTENCE))
  // Nobody has saved it
  await see(page.getByRole('status').getByText('已保存'))
  const { set, problems } = await world.admin.call(talkApi.data, { rule_id })
  expect(problems).toEqual([])
  expect(set.root.children).toMatchObject([
    {
      name: '礼物满10元',
      when: { all: [{ subject: { key: 'ev.gift.value' }, op: '>=', rhs: { value: 1_000 } }] },
      actions: [{ templates: [{ text: '感谢{{ev.user.name}}' }] }],
      policy: { cooldown: { ms: 30_000, scope: 'user' } },
    },
  ])
}

describe.each([1_440, 390])('礼物满10元感谢并念名字，30秒内同一人只念一次，宽%i', (width) => {
  test('用鼠标写，试演，看为什么没说', async () => {
    const { page, rule_id } = await openSet(width)
    const toView = async (name: string) => {
      if (width < 768) await page.getByLabel('看哪一部分').getByText(name).click()
    }
    await page.getByRole('button', { name: '添加规则' }).click()
    await page.getByLabel('名称', { exact: true }).fill('礼物满10元')
    await page.getByRole('button', { name: '添加条件' }).click()
    await page.getByLabel('比较的值').fill('10')
    await page.getByLabel('第1句').fill('感谢')
    await page.getByRole('button', { name: '插入 观众昵称' }).click()
    await page.getByLabel('多久只说一次').fill('30')
    await page.getByLabel('名称', { exact: true }).click()
    await isWritten(page, rule_id)

    await toView('试演')
    const trial = page.getByRole('region', { name: '试演', exact: true })
    const run = trial.getByRole('button', { name: /^试演/ })
    await run.click()
    await see(trial.getByText('感谢阿强'))
    await trial.getByLabel('礼物价值').fill('9.99')
    await run.click()
    await see(trial.getByText('「礼物满10元」条件不满足'))
    await toView('规则')
    const rule = page.getByRole('treeitem', { name: /礼物满10元/ })
    await see(rule.getByText('条件不满足'))
    await rule.click()
    await toView('试演')
    const steps = trial.getByRole('region', { name: '「礼物满10元」怎样判断' })
    await see(steps.getByText('9.99元 大于等于 10元'))
    await see(steps.getByText('不成立'))
    expect(page.faults).toEqual([])
  })

  test('只用键盘写，撤销，试演一百次', async () => {
    const { page, rule_id } = await openSet(width)
    const { keyboard } = page
    /** Presses the key until it has led there. */
    async function keyTo(target: Locator, key = 'Tab') {
      for (let presses = 0; presses < 80; presses++) {
        if (await isFocused(target)) return
        await keyboard.press(key)
      }
      throw new Error(`${key} does not lead to ${String(target)}`)
    }
    const button = (name: string) => page.getByRole('button', { name })

    await keyTo(button('添加规则'))
    await keyboard.press('Enter')
    const name = page.getByLabel('名称', { exact: true })
    await until('the form has the keyboard', () => isFocused(name))
    await keyboard.press('Control+A')
    await keyboard.type('礼物满10元')
    await keyTo(button('添加条件'))
    await keyboard.press('Enter')
    await keyTo(page.getByLabel('比较的值'), 'Shift+Tab')
    await keyboard.press('Control+A')
    await keyboard.type('10')
    await keyTo(page.getByLabel('第1句'))
    await keyboard.type('感谢')
    await keyTo(button('插入 观众昵称'))
    await keyboard.press('Enter')
    await keyTo(page.getByLabel('多久只说一次'))
    await keyboard.type('30')
    await keyboard.press('Tab')
    await isWritten(page, rule_id)

    await keyboard.press('Control+Enter')
    const trial = page.getByRole('region', { name: '试演', exact: true })
    await see(trial.getByText('感谢阿强'))
    if (width < 768) return
    // The keys of the tree: off, undone, a copy, its place
    const tree = page.getByRole('tree')
    const items = tree.getByRole('treeitem')
    await keyTo(items.first(), 'Shift+Tab')
    await keyboard.press('Space')
    await see(items.first().getByText('已停用'))
    await keyboard.press('Control+Z')
    await until('it is on again', async () => (await tree.getByText('已停用').count()) === 0)
    await keyboard.press('Control+C')
    await keyboard.press('Control+V')
    await until('there are two', async () => (await items.count()) === 2)
    await keyboard.press('Enter')
    await until('the form has the keyboard', () => isFocused(name))
    await keyboard.press('Control+A')
    await keyboard.type('第二条')
    await keyTo(items.nth(1), 'Shift+Tab')
    await keyboard.press('Alt+ArrowUp')
    await see(items.first().getByText('第二条'))
    await keyboard.press('ArrowDown')
    await until('the next has the keyboard', () => isFocused(items.nth(1)))
    expect(page.faults).toEqual([])
  })
})

test('两个人同时写：不同的规则都留下，同一条规则才问', async () => {
  const { page, rule_id } = await openSet(1_440)
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByLabel('第1句').fill('一')
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByLabel('第1句').fill('二')
  await see(page.getByRole('status').getByText('已保存'))
  const [first_password, password] = ['three bridges 26', 'four bridges 26!']
  const as = { username: 'ajie', password }
  const draft = { username: 'ajie', password: first_password, nickname: '阿杰' }
  await world.admin.call(accountApi.add, { ...draft, group_ids: ['operator'] })
  const own = await loginOver(world.server.url, 'ajie', first_password)
  await own.call(authApi.editSelf, { old_password: first_password, password })
  const other = await world.open(`/talk/rule/${rule_id}`, { as })
  // Each is told that the other is there
  await see(page.getByRole('status').getByText('阿杰'))
  await see(other.getByRole('status').getByText('管理员'))
  await first(other).click()
  await other.getByLabel('第1句').fill('他改的')
  await see(other.getByRole('status').getByText('已保存'))
  await page.getByLabel('第1句').fill('我改的二')
  await see(page.getByText('说“他改的”'))
  await see(page.getByRole('status').getByText('已保存'))

  await first(other).click()
  await other.getByLabel('第1句').fill('他又改')
  await first(page).click()
  await page.getByLabel('第1句').fill('我也改')
  const clash = page.getByRole('alert', { name: '同一条规则两个人都改了' })
  const otherClash = other.getByRole('alert', { name: '同一条规则两个人都改了' })
  await until(
    'one of them is asked',
    async () => (await clash.count()) + (await otherClash.count()) > 0,
  )
  const asked = (await clash.count()) > 0 ? page : other
  await asked.getByRole('radio', { name: /^对方的/ }).check()
  await asked.getByRole('button', { name: '就用选好的' }).click()
  const theirs = asked === page ? '他又改' : '我也改'
  await see(first(asked).getByText(`说“${theirs}”`))
})

test('问题点一下就到它的那一栏；没填的话术也是', async () => {
  const { page } = await openSet(1_440)
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByRole('button', { name: '添加规则' }).click()
  await page.getByLabel('第1句').fill('你好{{ev.nobody}}')
  await page.getByRole('treeitem').first().click()
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByRole('alert').getByRole('button', { name: '去修改' }).click()
  const line = page.getByLabel('第1句')
  await until('the line has the keyboard', () => isFocused(line))
  await line.fill('你好')
  await page.getByLabel('名称', { exact: true }).click()
  await page.getByRole('button', { name: '没有名为 ev.nobody 的变量' }).click()
  await until('the other line has the keyboard', () =>
    line.evaluate(
      (element) =>
        element === document.activeElement &&
        (element as HTMLTextAreaElement).value.includes('ev.nobody'),
    ),
  )
})
