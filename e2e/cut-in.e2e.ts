import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { see, until, type ConsolePage } from '@kaibo/testkit/browser.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { createWorld, type Room, type World } from './world.ts'

const NAME = '会插播的间'
let world: World
let room: Room
beforeAll(async () => {
  world = await createWorld()
  room = await world.room({ name: NAME, agent: ['--source', 'auto'] })
  await world.admin.call(roomApi.start, { room_code: room.code })
})
afterAll(() => world.dispose())

const link = async () =>
  (await world.admin.call(stageApi.view, { room_code: room.code })).stage?.url ?? ''

/** The moments of the timeline that hold this, the oldest first. */
async function moments(part: string, kind: 'speech' | 'command') {
  const asked = { room_code: room.code, kind, page_size: 100 } as const
  const { list } = await world.admin.call(roomApi.consoleLogs, asked)
  return list.filter(({ text }) => text.includes(part)).sort((a, b) => a.at - b.at)
}
const lines = async (...of: Parameters<typeof moments>): Promise<string[]> =>
  (await moments(...of)).map(({ tag, text }) => `${tag} ${text}`)

async function choose(page: ConsolePage, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
}

/** Long enough that it is still being said when somebody has chosen what to play, on a slow machine too. */
const LINE =
  '这句话要说很久很久，久到有人在中间插播一段声音，然后它会从头再说一遍，一个字也不会少，' +
  '听的人会发现主播又回到了开头，把刚才没有说完的这一句话慢慢地再讲一次，直到最后一个字为止'

/** A page that is heard. */
async function openStage(): Promise<ConsolePage> {
  const stage = await world.page({ width: 540, height: 960 })
  await stage.goto(await link())
  await stage.getByRole('button', { name: '点击开始播放' }).click()
  return stage
}

test('一句话说到一半插播声音：声音先播完，这句话从头再说；播完的都列在页面上', async () => {
  await until('the PC has said where its stage is', async () => (await link()) !== '', 30_000)
  const stage = await openStage()

  const page = await world.open(`/digital/room/${room.code}`)
  await see(page.getByRole('region', { name: '画面' }).getByText('浏览器播出中'))
  const say = page.getByRole('region', { name: '立即说' })
  await say.getByLabel('输入一句话，回车播出').fill(LINE)
  await say.getByRole('button', { name: '说', exact: true }).click()
  await until('it is heard', async () =>
    (await lines(LINE, 'speech')).some((line) => line.startsWith('speaking')),
  )

  const cutIn = say.getByRole('group', { name: '插播' })
  await choose(page, '插播什么', '号角')
  await choose(page, '什么时候播', '立即')
  await cutIn.getByRole('button', { name: '插播', exact: true }).click()
  await see(say.getByText('声音 「号角」'))
  await until('the sound has been played', async () =>
    (await lines('「号角」', 'command')).some((line) => line.startsWith('done')),
  )
  await until(
    'the sentence was said again',
    async () => (await lines(LINE, 'speech')).some((line) => line.startsWith('spoken')),
    60_000,
  )
  // Each state of a sentence stands once; the whole of it was said after the sound.
  const told = await moments(LINE, 'speech')
  expect(told.map(({ tag }) => tag)).toEqual(['queued', 'speaking', 'spoken'])
  const [played] = (await moments('「号角」', 'command')).filter(({ tag }) => tag === 'done')
  expect(told.at(-1)?.at).toBeGreaterThan(played?.at ?? Infinity)
  await see(say.getByText('已播完', { exact: true }).nth(1))
  expect([page.faults, stage.faults]).toEqual([[], []])
})

/** Thanks for gifts, and claps. */
const clapping = RuleSet.parse({
  id: 'clap',
  name: '鼓掌',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '鼓掌',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: [
      {
        id: 'big',
        type: 'son',
        name: '收礼鼓掌',
        enabled: 1,
        actions: [
          {
            kind: 'say',
            templates: [{ text: '掌声送给{{ev.user.name}}', weight: 1 }],
            no_repeat: 0,
          },
          { kind: 'playAsset', asset_id: 'builtin:applause', volume: 60 },
        ],
      },
    ],
  },
})

test('规则在收礼时播放掌声，时间轴写明播完了', async () => {
  const stage = await openStage()
  const { rule_id, version } = await world.admin.call(talkApi.add, { name: '鼓掌', kind: 'talk' })
  const saved = await world.admin.call(talkApi.save, { rule_id, version, set: { ...clapping } })
  await world.admin.call(talkApi.publish, { rule_id, version: saved.row.version, note: '' })
  const list = [{ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] }]
  await world.admin.call(talkApi.bindTalk, { room_code: room.code, version: 1, list })

  const rule = await world.open(`/talk/rule/${rule_id}`)
  await rule.getByRole('treeitem', { name: /收礼鼓掌/ }).click()
  await see(rule.getByRole('group', { name: '播放素材' }).getByText('掌声 · 音效'))
  await rule.close()

  // The PC may still run by its former rules: now and then another gift
  let tries = 0
  await until(
    'the applause was played',
    async () => {
      if (tries++ % 20 === 0)
        await pushEvents(world.server.url, {
          ...room.push,
          room_code: room.code,
          events: [
            {
              source: 'partner',
              event_id: `g${tries}`,
              room_code: room.code,
              kind: 'gift',
              at: Date.now(),
              user: { open_id: 'u', nickname: '阿豪' },
              gift: {
                id: 'g',
                name: '花',
                count: 1,
                raw_unit: '分',
                raw_value: 5_000,
                fen: 5_000,
                paid: true,
              },
            },
          ],
        })
      return (await lines('「掌声」', 'command')).some((line) =>
        line.startsWith('done 播放素材「掌声」已播完'),
      )
    },
    40_000,
  )
  expect(stage.faults).toEqual([])
})
