import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { bring, plainPicture } from './brought.ts'
import { hasFocus, pick, walkTo } from './keyboard.ts'
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

const namesOf = (page: ConsolePage) =>
  page
    .getByRole('listbox', { name: '画布' })
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

const PLAIN = [
  '背景，0，0，1080 × 1920',
  '形象，15，560，1050 × 1400',
  '字幕，60，1560，960 × 240',
  'AI生成，36，36，260 × 84',
]

test('只用键盘添加一张贴图：在菜单和选择素材里按的键不动画面；移动、缩放、换层、隐藏、保存', async () => {
  const { code } = await world.idleRoom('键盘的间')
  const page = await world.open(`/digital/edit/${code}`)
  await bring(world, {
    kind: 'material',
    name: '星星',
    parts: { file: await plainPicture(page, '#d02020') },
  })
  await see(subtitle(page, '字幕，60，1560，960 × 240'))
  await walkTo(page, '字幕')
  await page.keyboard.press('Enter')
  await walkTo(page, '添加图层', 'Shift+Tab')
  // Whether the menu is open yet or not
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await pick(page, '贴图')
  await see(page.getByRole('dialog', { name: '选择素材' }))
  await walkTo(page, /^星星/)
  for (const key of ['l', 'ArrowRight', 'Delete']) await page.keyboard.press(key)
  expect(await namesOf(page)).toEqual(PLAIN)
  await page.keyboard.press('Enter')

  const sticker = page.getByRole('option', { name: /^贴图，/ })
  await see(sticker)
  const at = (await sticker.getAttribute('aria-label')) ?? ''
  const [, x = 0, y = 0, w = 0, h = 0] = at.match(/(\d+)，(\d+)，(\d+) × (\d+)$/)?.map(Number) ?? []
  // Keys go on with what was added
  await until('its box has the focus', () => hasFocus(page, /^贴图，/))
  for (const key of ['Shift+ArrowRight', 'ArrowDown', 'Alt+ArrowRight', '[', '['])
    await page.keyboard.press(key)
  const moved = `贴图，${x + 10}，${y + 1}，${w + 1} × ${h}`
  await expect.poll(() => namesOf(page)).toEqual([PLAIN[0], moved, ...PLAIN.slice(1)])
  await walkTo(page, '贴图', 'Shift+Tab')
  await walkTo(page, '隐藏「贴图」')
  await page.keyboard.press('Enter')
  await until('it is still there', () => hasFocus(page, '显示「贴图」'))
  await page.keyboard.press('Control+s')
  await see(page.getByText('画面已保存'))
  const { value } = await world.admin.call(stageApi.anchor, { room_code: code })
  expect(value.scene.layers[1]).toMatchObject({ kind: 'sticker', x: x + 10, hidden: true })

  // Boxes on the way are chosen
  await walkTo(page, '贴图', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await walkTo(page, '把「贴图」上移一层')
  for (let count = 0; count < 2; count++) {
    await page.keyboard.press('Enter')
    await until('it moves along', () => hasFocus(page, '把「贴图」上移一层'))
  }
  await expect.poll(async () => (await namesOf(page)).indexOf(moved)).toBe(3)
  await walkTo(page, '删除「贴图」')
  await page.keyboard.press('Enter')
  await until('the layer under it', () => hasFocus(page, '删除「字幕」'))
  await page.keyboard.press('Control+z')
  await see(page.getByRole('option', { name: /^贴图，/ }))
  await subtitle(page, PLAIN[2] ?? '').focus()
  await page.keyboard.press('Delete')
  await until('the layer under it', () => hasFocus(page, PLAIN[1] ?? ''))
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await namesOf(page)).length).toBe(5)
  expect(page.faults).toEqual([])
})

test('用手指：小的图层选中后还能移动；第二根手指不打断第一根', async () => {
  const { code } = await world.idleRoom('手指的间')
  const page = await world.open(`/digital/edit/${code}`, { width: 390, height: 844 })
  const touching = await page.context().newCDPSession(page)
  await touching.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  type Place = readonly [x: number, y: number]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: Place[]) =>
    touching.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id })),
    })
  const canvas = page.getByRole('listbox', { name: '画布' })
  const label = canvas.getByRole('option', { name: /^AI生成，/ })
  const middleOf = async (box: typeof label): Promise<Place> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {}
    return [x + width / 2, y + height / 2]
  }
  const by = ([x, y]: Place, way: number): Place => [x + way, y + way]
  const placeOf = async () => (await namesOf(page)).at(-1) ?? ''
  const drag = async () => {
    const was = await placeOf()
    const from = await middleOf(label)
    await touch('touchStart', from)
    for (const way of [5, 15, 30]) await touch('touchMove', by(from, way))
    await touch('touchEnd')
    await expect.poll(placeOf).not.toBe(was)
    expect(await placeOf()).toMatch(/260 × 84$/)
  }
  await see(label)
  await drag()
  await drag()

  const was = await placeOf()
  const line = canvas.getByRole('option', { name: /^字幕，/ })
  const [first, second] = [await middleOf(line), await middleOf(label)]
  await touch('touchStart', first)
  await touch('touchMove', by(first, -20))
  await touch('touchStart', by(first, -20), second)
  await touch('touchMove', by(first, -30), by(second, 40))
  await touch('touchEnd', by(first, -30))
  await touch('touchMove', by(first, -40))
  await touch('touchEnd')
  await expect.poll(async () => (await namesOf(page))[2]).not.toBe(PLAIN[2])
  expect(await placeOf()).toBe(was)
  await drag()
  expect(page.faults).toEqual([])
})
