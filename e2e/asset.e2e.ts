import { fileURLToPath } from 'node:url'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { MP4, wav } from '@kaibo/testkit/build/media.build.ts'
import { rowOf } from './people.ts'
import { createWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('传图片、视频和断过一次的长音频，写授权；授权文件在用时删不掉，删了能撤销', async () => {
  const page = await world.open('/digital/asset')
  const form = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: '保存素材' }) })
  const save = () => form.getByRole('button', { name: '保存素材' }).click()
  const begin = async (kind: string) => {
    await page
      .getByRole('navigation', { name: '素材类型' })
      .getByRole('link', { name: kind })
      .click()
    await page.getByRole('button', { name: '上传', exact: true }).first().click()
  }
  const send = (name: string, mimeType: string, buffer: Buffer) =>
    form.getByLabel('文件', { exact: true }).setInputFiles({ name, mimeType, buffer })

  await begin('背景')
  await send('夜色.png', 'image/png', Buffer.from('<script>'))
  await see(form.getByText('「夜色.png」文件不是有效的PNG、JPEG、WEBP图片，请换一张'))
  await send('夜色.png', 'image/png', PNG)
  await see(form.getByText('文件已上传'))
  expect(await form.getByLabel('名称').inputValue()).toBe('夜色')
  await save()
  await see(rowOf(page, '夜色'))

  await begin('素材')
  await send('流光.mp4', 'video/mp4', MP4)
  await see(form.getByText('文件已上传'))
  await save()
  await see(rowOf(page, '流光'))

  // Three parts; the second is lost on its way as often as it is tried
  await begin('音乐')
  let isBroken = true
  let sent: string[] = []
  await page.route('**/common/upload/put/*/*', (route) => {
    const part = /\/(\d+)\?/.exec(route.request().url())?.[1] ?? ''
    sent.push(part)
    return isBroken && part === '1' ? route.abort() : route.continue()
  })
  await send('长音.wav', 'audio/wav', wav(2_100))
  await see(form.getByRole('button', { name: '继续' }))
  isBroken = false
  sent = []
  await form.getByRole('button', { name: '继续' }).click()
  await see(form.getByText('文件已上传'))
  expect(sent).toEqual(['1', '2'])
  await save()
  await see(rowOf(page, '长音').getByRole('button', { name: '播放「长音」' }))

  await begin('授权文件')
  await send('合同.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n%%EOF'))
  await see(form.getByText('文件已上传'))
  await save()
  await see(rowOf(page, '合同'))
  await page.goto(`${world.server.url}/digital/asset?kind=audio`)
  await rowOf(page, '长音').getByRole('button', { name: '编辑' }).click()
  await form.getByLabel('授权方').fill('星河音乐')
  await form.getByLabel('授权文件').click()
  await page.locator('.ant-select-item-option').getByText('合同').click()
  await save()
  await form.waitFor({ state: 'detached' })

  const { list } = await world.admin.call(assetApi.list, {})
  const contract = list.find(({ name }) => name === '合同')
  expect(contract?.uses).toEqual({ total: 1, list: [expect.objectContaining({ name: '长音' })] })
  const film = list.find(({ name }) => name === '流光')
  expect(film?.cover[0]).toBe(film?.parts['poster']?.url)
  const refused = world.admin.call(assetApi.del, { asset_id: contract?.asset_id ?? '' })
  await expect(refused).rejects.toThrow('使用中：素材「长音」的授权')

  await page.goto(`${world.server.url}/digital/asset?kind=background`)
  await rowOf(page, '夜色').getByRole('button', { name: '更多操作 夜色' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await see(rowOf(page, '夜色'))
  expect(page.faults).toEqual([])
})

test('两个循环视频一起传：先到的那个的封面后到，不会丢掉另一个', async () => {
  const page = await world.open('/digital/asset?kind=actor')
  /** The first is held up. */
  const covers: Route[] = []
  await page.route('**/common/upload/pre_url/**', async (route) => {
    const isCover = route.request().url().includes('kind=picture')
    if (!isCover || covers.push(route) > 1) await route.continue()
  })
  let checked = 0
  page.on('response', (answer) => (checked += Number(answer.url().includes('/upload/complete'))))
  await page.getByRole('button', { name: '上传', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByText('循环视频').click()
  for (const part of ['静止循环', '说话循环']) {
    const sent = { name: `${part}.mp4`, mimeType: 'video/mp4', buffer: MP4 }
    await form.getByLabel(part, { exact: true }).setInputFiles(sent)
    await see(form.getByRole('button', { name: `更换${part}` }))
  }
  // Both films and the second cover
  await expect.poll(() => checked).toBe(3)
  await covers[0]?.continue()
  await expect.poll(() => checked).toBe(4)
  await form.getByLabel('名称').fill('循环二号')
  await form.getByRole('button', { name: '保存素材' }).click()
  await see(rowOf(page, '循环二号'))
  const { list } = await world.admin.call(assetApi.list, { keyword: '循环二号' })
  expect(Object.keys(list[0]?.parts ?? {})).toEqual(expect.arrayContaining(['idle', 'speak']))
  expect(page.faults).toEqual([])
})

test('传三维形象：封面由浏览器画好，一起存下', async () => {
  const page = await world.open('/digital/asset?kind=actor')
  await page.getByRole('button', { name: '上传', exact: true }).first().click()
  const form = page.getByRole('dialog')
  const file = fileURLToPath(new URL('../apps/stage/src/models/xiaobo.vrm', import.meta.url))
  await form.getByLabel('VRM模型', { exact: true }).setInputFiles(file)
  await see(form.getByRole('button', { name: '更换封面' }), 60_000)
  await form.getByLabel('名称').fill('小播二号')
  await form.getByRole('button', { name: '保存素材' }).click()
  const cover = rowOf(page, '小播二号').locator('img')
  await cover.waitFor()
  const width = await cover.evaluate(async (img: HTMLImageElement) => {
    await img.decode()
    return img.naturalWidth
  })
  expect(width).toBe(480)
  expect(page.faults).toEqual([])
})
