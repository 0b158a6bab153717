import { afterAll, beforeAll, expect, test } from 'vitest'
import { see, until } from '@kaibo/testkit/browser.ts'
import { createWorld, RECORDING, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test('开播，录制的事件进来，主播回答，礼物成为收入，停播', async () => {
  const { code } = await world.room({
    name: '弹幕夜话一号间',
    account: { platform: 'bilibili', nickname: '夜话主播', credentials: CREDENTIALS },
    agent: ['--source', `replay:${RECORDING}`, '--speed', '20'],
  })
  const page = await world.open('/digital/actor')

  const tile = page.getByRole('article', { name: '弹幕夜话一号间' })
  await tile.getByRole('button', { name: '开播', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog.getByText('检查通过，可以开播'))
  await dialog.getByRole('button', { name: '开播', exact: true }).click()
  await see(tile.getByText('直播中'))
  const sentence = tile.getByText(/^「/)
  await see(sentence)
  await until('several sentences on hover', async () => {
    await sentence.hover()
    return (await sentence.getAttribute('title'))?.includes('\n') ?? false
  })

  await tile.getByRole('link', { name: '弹幕夜话一号间' }).click()
  expect(new URL(page.url()).searchParams.get('room')).toBe(code)
  const timeline = page.getByRole('log', { name: '时间轴' })
  await see(timeline.getByText('你们谁扔个小心心呗'))
  await see(timeline.getByText('小花花').first())
  await see(timeline.getByText('¥1.00'))
  await see(timeline.getByText('¥30.00'))
  await see(timeline.getByText('¥198.00'))
  // The anchor thanks the payer by name: a sentence of the default rules, in quotes.
  await see(timeline.getByText(/「.*观众乙.*」/))

  const drawer = page.getByRole('dialog', { name: /弹幕夜话一号间/ })
  await see(drawer.getByText('¥229.00'))
  await drawer.getByRole('button', { name: '停播', exact: true }).click()
  await page.getByRole('dialog', { name: /停播/ }).getByRole('button', { name: '停播' }).click()
  await see(drawer.getByText('未开播').first())
  await drawer.getByRole('button', { name: '关闭' }).click()
  await see(tile.getByText('上场 ¥229.00'))

  await page.goto('/income/live')
  const row = page.getByRole('row', { name: /弹幕夜话一号间/ })
  await see(row.getByText('229.00'))
  expect(page.faults).toEqual([])
})

/** Enough for the account to count as ready; the replay never uses them. */
const CREDENTIALS = {
  code: 'C0DE',
  app_id: '1',
  access_key_id: 'id',
  access_key_secret: 'secret',
}
