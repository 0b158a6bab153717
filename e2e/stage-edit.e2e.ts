import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('画面编辑：键盘移动图层、撤销、写一行字、AI标识删不掉、保存；服务器拒绝没有AI标识的画面', async () => {
  const { code } = await world.idleRoom('布景的间')
  const part = () => world.admin.call(stageApi.anchor, { room_code: code })
  const page = await world.open(`/digital/room/${code}`)
  await page.getByRole('link', { name: '画面', exact: true }).click()
  const canvas = page.getByRole('listbox', { name: '画布' })
  const layer = (label: string) => canvas.getByRole('option', { name: label, exact: true })
  const save = page.getByRole('button', { name: '保存画面' })

  const still = layer('字幕，60，1560，960 × 240')
  await see(still)
  expect(await save.isDisabled()).toBe(true)
  await still.focus()
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowRight')
  await see(layer('字幕，61，1550，960 × 240'))
  await page.keyboard.press('Control+z')
  await see(still)
  await page.keyboard.press('Control+y')
  await see(layer('字幕，61，1550，960 × 240'))

  await page.getByRole('button', { name: '添加图层' }).click()
  await page.getByRole('menuitem', { name: '文字' }).click()
  await page.getByRole('textbox', { name: '文字' }).fill('今晚八点见')
  await see(layer('今晚八点见，140，900，800 × 120'))

  await layer('AI生成，36，36，260 × 84').focus()
  await page.keyboard.press('Delete')
  await see(page.getByRole('status').filter({ hasText: '请保留AI标识' }))
  await see(layer('AI生成，36，36，260 × 84'))

  // Its box hangs over the edge, and the picture stays where it is
  await layer('形象，15，560，1050 × 1400').focus()
  expect(await canvas.evaluate(({ scrollTop }) => scrollTop)).toBe(0)

  await page.keyboard.press('Control+s')
  await see(page.getByText('画面已保存'))
  await until('the server has it', async () => (await part()).version === 1)
  const { value } = await part()
  expect(value.scene.layers).toMatchObject([
    { kind: 'background' },
    { kind: 'actor' },
    { kind: 'subtitle', x: 61, y: 1_550, w: 960 },
    { kind: 'text', text: '今晚八点见' },
    { kind: 'ai_label', x: 36, y: 36 },
  ])

  const bare = { ...value.scene, layers: value.scene.layers.slice(0, -1) }
  const saving = { room_code: code, version: 1, apply: 'now', ...value, scene: bare } as const
  await expect(world.admin.call(stageApi.saveAnchor, saving)).rejects.toThrow('请保留AI标识')
  expect((await part()).version).toBe(1)
  expect(page.faults).toEqual([])
})

const subtitle = (page: ConsolePage, label: string) =>
  page.getByRole('listbox', { name: '画布' }).getByRole('option', { name: label, exact: true })

test('两个人同时编辑：一个保存了，另一个马上看到；他的修改还在，可以盖过去', async () => {
  const { code } = await world.idleRoom('两个人的间')
  const [mine, theirs] = [
    await world.open(`/digital/room/${code}`),
    await world.open(`/digital/room/${code}`),
  ]
  for (const page of [mine, theirs])
    await page.getByRole('link', { name: '画面', exact: true }).click()
  const first = '字幕，60，1560，960 × 240'
  await see(subtitle(theirs, first))
  await subtitle(mine, first).focus()
  await mine.keyboard.press('ArrowRight')
  await mine.keyboard.press('Control+s')
  await see(mine.getByText('画面已保存'))
  // Who has changed nothing simply sees it
  await see(subtitle(theirs, '字幕，61，1560，960 × 240'))

  await subtitle(theirs, '字幕，61，1560，960 × 240').focus()
  await theirs.keyboard.press('ArrowUp')
  await mine.keyboard.press('ArrowRight')
  await mine.keyboard.press('Control+s')
  const told = theirs.getByRole('alert').filter({ hasText: '他人刚刚保存过这个画面' })
  await see(told)
  await see(subtitle(theirs, '字幕，61，1559，960 × 240'))
  await told.getByRole('button', { name: '放弃我的，看最新的' }).click()
  await see(subtitle(theirs, '字幕，62，1560，960 × 240'))
  expect([mine.faults, theirs.faults]).toEqual([[], []])
})
