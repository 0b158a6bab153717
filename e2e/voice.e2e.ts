import { afterAll, beforeAll, expect, test } from 'vitest'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { gone, see, until } from '@kaibo/testkit/browser.ts'
import { modelArchive } from '@kaibo/testkit/model-archive.ts'
import { voiceServer, type VoiceServer } from '@kaibo/testkit/voice-server.ts'
import { rowOf } from './people.ts'
import { createWorld, type World } from './world.ts'

let there: VoiceServer
let world: World
beforeAll(async () => {
  there = await voiceServer()
  world = await createWorld({ KAIBO_LOCAL_SERVICES: String(there.port) })
})
afterAll(async () => {
  await world.dispose()
  await there.close()
})

test('管理员接上一台语音服务器，加一个音色，试听：出声、静音、乱答、跳转、密钥失效各说各的', async () => {
  const page = await world.open('/voice')
  await see(rowOf(page, '内置语音').getByText('正常'))
  await page.getByRole('button', { name: '新增语音服务器' }).first().click()
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('接口地址') })
  const save = form.getByRole('button', { name: '保存语音服务器' })
  await form.getByLabel('名称').fill('配音一号')
  await form.getByLabel('接口地址').fill('ftp://voice.example')
  await form.getByLabel('模型').fill('tts-1')
  await save.click()
  await see(form.getByText('地址须以http://或https://开头'))
  await form.getByLabel('接口地址').fill(there.base_url)
  await form.getByLabel('接口密钥').fill('sk-e2e')
  await form.getByLabel('端口数').fill('2')
  await save.click()
  await see(rowOf(page, '配音一号').getByText('正常'))
  const ports = page.getByRole('region', { name: '端口', exact: true })
  await see(ports.getByRole('heading', { name: '配音一号' }))

  await page.goto(`${world.server.url}/voicemodel`)
  await page.getByRole('button', { name: '新增音色' }).first().click()
  const voice = page.getByRole('dialog').filter({ has: page.getByLabel('引擎音色') })
  await voice.getByLabel('名称').fill('甜美女声')
  await voice.getByLabel('语音服务器').click()
  await page.locator('.ant-select-item-option').getByText('配音一号').click()
  await page.keyboard.press('Escape')
  await voice.getByLabel('引擎音色').fill('nova')
  await voice.getByRole('button', { name: '保存音色' }).click()
  await see(rowOf(page, '甜美女声').getByText('永久有效'))

  await rowOf(page, '甜美女声').getByRole('button', { name: '试听' }).click()
  const trial = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '合成' }) })
  const speak = trial.getByRole('button', { name: '合成' })
  await speak.click()
  await see(trial.getByText('声音正常'))
  await see(trial.getByText(/配音一号 \d 号端口/))
  expect(await trial.locator('audio').getAttribute('src')).toMatch(/^\/common\/voice\/test\//)
  expect(JSON.parse(there.asked.at(-1)?.body ?? '')).toMatchObject({ voice: 'nova' })

  there.manner = { does: 'silent' }
  await speak.click()
  await see(trial.getByText('没有声音：服务器返回的是静音'))
  there.manner = { does: 'lies' }
  await speak.click()
  await see(trial.getByText('试听失败：返回的不是有效的WAV'))
  there.manner = { does: 'redirects', to: 'http://169.254.169.254/' }
  await speak.click()
  await see(trial.getByText('试听失败：应答转到别的地址，不跟随'))
  there.manner = { does: 'refuses', status: 401 }
  await speak.click()
  await see(trial.getByText('试听失败：接口密钥无效（401）'))
  await page.keyboard.press('Escape')

  await page.goto(`${world.server.url}/voice`)
  await see(rowOf(page, '配音一号').getByText('故障'))
  await ports
    .getByRole('button', { name: /1 号端口 故障/ })
    .first()
    .click()
  const port = page.getByRole('dialog').filter({ hasText: '配音一号 1 号端口' })
  await see(port.getByText('接口密钥无效（401）'))
  await see(port.getByText('没有直播间绑定'))
})

test('管理员添加自然语音：先看授权，解开、试说一次后才能用；直播间用它说话', async () => {
  const page = await world.open('/voicemodel')
  await page.getByRole('button', { name: '添加自然语音' }).click()
  const form = page.getByRole('dialog', { name: '添加自然语音' })
  await see(form.getByText('vits-melo-tts-zh_en.tar.bz2'))
  await form.getByLabel('模型文件', { exact: true }).setInputFiles({
    name: 'vits-melo-tts-zh_en.tar.bz2',
    mimeType: 'application/octet-stream',
    buffer: modelArchive(),
  })
  await see(form.getByText(/这个模型按MIT授权发布/))
  await form.getByLabel('名称').fill('自然女声')
  await form.getByLabel('授权方').fill('MyShell.ai')
  await form.getByRole('button', { name: '保存自然语音' }).click()
  const licence = page.getByRole('dialog', { name: '「自然女声」的模型授权' })
  await see(licence.getByRole('region', { name: 'LICENSE' }).getByText('MIT License'))
  const accept = licence.getByRole('button', { name: '接受授权并启用' })
  expect(await accept.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')

  // Whoever closed it goes on where its resource is
  await page.goto(`${world.server.url}/voice`)
  const resources = page.getByRole('region', { name: '语音资源' })
  await see(resources.getByText(/自然女声 待确认授权/))
  await resources.getByRole('button', { name: '确认授权' }).click()
  await licence.getByLabel('我已阅读模型的授权').check()
  await accept.click()
  await licence.waitFor({ state: 'hidden' })
  await see(resources.getByText(/自然女声 已发布/))
  await page.reload()
  await see(rowOf(page, '自然女声').getByText('正常'))
  await page.goto(`${world.server.url}/voicemodel`)
  await rowOf(page, '自然女声').getByRole('button', { name: '试听' }).click()
  const trial = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '合成' }) })
  await trial.getByRole('button', { name: '合成' }).click()
  await see(trial.getByText('声音正常'))
})

test('计划的一行台词选了自己的音色：这一行用它出声，别的行用直播间的', async () => {
  there.manner = { does: 'speaks' }
  const { admin } = world
  const { server_id } = await admin.call(voiceApi.saveServer, {
    name: '配音二号',
    provider: 'openai',
    base_url: there.base_url,
    api_key: 'sk-e2e',
    model: 'tts-1',
    ports: 2,
  })
  const voiceOf = (name: string, engine_voice: string) =>
    admin.call(voiceApi.add, { name, server_ids: [server_id], engine_voice })
  const [{ voice_id }] = [await voiceOf('主持', 'alloy'), await voiceOf('旁白', 'onyx')]
  const { code: room_code } = await world.room({
    name: '有旁白的间',
    agent: ['--source', 'auto'],
  })
  const { version, value } = await admin.call(stageApi.anchor, { room_code })
  const voice = { ...value.voice, voice_id }
  await admin.call(stageApi.saveAnchor, { room_code, version, apply: 'now', ...value, voice })

  const page = await world.open(`/digital/plan/${room_code}`)
  await page.getByRole('button', { name: '新增计划' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('读信')
  const lines = ['今天读一封观众的来信', '这一句归旁白来念']
  for (const [at, text] of lines.entries()) {
    await form.getByRole('button', { name: '添加一段' }).click()
    await form
      .getByRole('group', { name: `第${at + 1}段` })
      .getByLabel('内容')
      .fill(text)
  }
  await form.getByRole('group', { name: '第2段' }).getByLabel('音色').click()
  await page.locator('.ant-select-item-option').getByText('旁白').click()
  // Until somebody hears them
  await form.getByLabel('循环', { exact: true }).click()
  await page.locator('.ant-select-item-option').getByText('循环', { exact: true }).click()
  await form.getByRole('button', { name: '保存计划' }).click()
  await gone(form)

  const span = { from: Date.now(), to: Date.now() + 86_400_000 }
  const [plan] = (await admin.call(planApi.list, { room_code, ...span })).list
  await admin.call(roomApi.start, { room_code, plan_id: plan?.id ?? '' })
  const stage = async () => (await admin.call(stageApi.view, { room_code })).stage
  await until(
    'the PC has said where its stage is',
    async () => Boolean((await stage())?.url),
    30_000,
  )
  const viewer = await world.page({ width: 540, height: 960 })
  await viewer.goto((await stage())?.url ?? '')
  await viewer.getByRole('button', { name: '点击开始播放' }).click()
  const moments = async () =>
    (await admin.call(roomApi.consoleLogs, { room_code, kind: 'speech', page_size: 100 })).list
  await until(
    'both lines are heard',
    async () => {
      const heard = (await moments()).filter(
        ({ played }) => played?.heard && played.via === 'server',
      )
      return lines.every((line) => heard.some(({ text }) => text.includes(line)))
    },
    60_000,
  )
  const asked = there.asked.map(({ body }) => JSON.parse(body) as { input: string; voice: string })
  const voicesOf = (line: string) =>
    new Set(asked.filter(({ input }) => input === line).map((one) => one.voice))
  expect(lines.map((line) => [...voicesOf(line)])).toEqual([['alloy'], ['onyx']])
  expect([page.faults, viewer.faults]).toEqual([[], []])
})
