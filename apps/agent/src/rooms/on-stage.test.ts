import { beforeEach, expect, test } from 'vitest'
import type { PlayedFile } from '@kaibo/contract/agent/insert.schema.ts'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { EMPTY_CATALOGUE, type BundleAsset } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Decision } from '@kaibo/rules/decision.ts'
import type { Effect } from '@kaibo/rules/effects.ts'
import { readJson } from '#disk/json-file.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { TestPage } from '#stage/page.fixture.ts'
import { RoomStage } from '#stage/room-stage.ts'
import { Anchor } from '#talk/anchor.ts'
import { ManualTime } from '#time/manual-time.ts'
import { OnStage } from './on-stage.ts'
import type { PlayFiles } from './play-files.ts'
import { Teller } from './teller.ts'

let time: ManualTime
let stage: RoomStage
let anchor: Anchor
let onStage: OnStage
let spooled: SpoolItem[]
let folder: string
/** What of a file is asked for: to be answered by a test. */
let arrive: (url: string) => void
let fail: (error: Error) => void
let isHere: boolean
let wanted: Record<string, readonly string[]>

const files: PlayFiles = {
  get: (_owner, _play, fetching) => {
    if (isHere) return Promise.resolve('/asset/film.mp4')
    fetching?.()
    return new Promise((resolve, reject) => {
      arrive = resolve
      fail = reject
    })
  },
  want: (owner, plays) => void (wanted[owner] = plays.map(({ asset_id }) => asset_id)),
  release: (owner) => void delete wanted[owner],
}

const nothing = () => {}
/** Subtitles only. */
const voice = {
  available: false,
  volumeOf: () => 1,
  direct: nothing,
  prepare: async () => {},
  speak: () => [],
}
const spool = (item: SpoolItem) => void spooled.push(item)

async function open(): Promise<void> {
  const { log } = heardLog()
  const around = { time, log, voice, scene: { layers: [] }, assets: {} }
  const shown = { room_name: '一号房', run_id: 'run-1', isOpen: true, isMuted: false }
  stage = new RoomStage(shown, { ...around, changed: nothing, pictured: nothing })
  const clock = { now: () => time.now() }
  const over = (id: string) => onStage.over(id)
  const teller = new Teller({ log, clock, spool, over, folder, time }, () => ({
    room_code: 'R',
    run_id: 'run-1',
  }))
  anchor = new Anchor(time, teller.speech, stage)
  const stages = { stageOf: () => stage }
  onStage = new OnStage({ folder, time, log, stages, files }, 'R', anchor, teller)
  await onStage.begin()
}

beforeEach(async () => {
  time = new ManualTime()
  spooled = []
  wanted = {}
  isHere = true
  folder = await freshFolder()
  await open()
})

const film: PlayedFile = { asset_id: 'a1', kind: 'video', file: null, volume: 80 }
const insert = (id: string, position: 'now' | 'sentence' | 'tail' = 'sentence') =>
  onStage.insert({ id, text: '片头', position, play: film })
const settled = () => time.advance(0)
const states = (id = 'i1') =>
  spooled.flatMap((item) => (item.type === 'insert' && item.insert_id === id ? [item.state] : []))
const why = () =>
  spooled.flatMap((item) =>
    (item.type === 'insert' || item.type === 'effect') && item.why !== undefined ? [item.why] : [],
  )
const spoken = () =>
  spooled.flatMap((item) => (item.type === 'speech' ? [`${item.state} ${item.text}`] : []))
const say = (text: string) =>
  anchor.say({ text, priority: 50, ttl_ms: 30_000, event_id: null, node: null, cause: '' })

const page = (id = 'one') => new TestPage(stage, time, id)

test('a file is played by the page that viewers see, and ends as it says', async () => {
  const program = page()
  insert('i1')
  await settled()
  expect(program.last('play')).toEqual({
    type: 'play',
    insert_id: 'i1',
    url: '/asset/film.mp4',
    kind: 'video',
    volume: 80,
  })
  program.answers('i1', 'began', 9_000)
  program.answers('i1', 'ended', 9_000)
  expect(states()).toEqual(['queued', 'playing', 'done'])
  expect(spooled).toContainEqual(expect.objectContaining({ state: 'playing', ms: 9_000 }))
})

test('now: the sentence is broken off, and said again after the file', async () => {
  const program = page()
  say('谢谢大家')
  await settled()
  const { speech_id = '' } = program.last('say') ?? {}
  program.answers(speech_id, 'began')
  insert('i1', 'now')
  await settled()
  expect(program.told.slice(-2).map(({ type }) => type)).toEqual(['hush', 'play'])
  program.answers('i1', 'began')
  program.answers('i1', 'ended')
  await settled()
  expect(program.told.at(-1)).toMatchObject({ type: 'say', text: '谢谢大家' })
  program.answers(speech_id, 'ended')
  expect(spoken().filter((one) => one.startsWith('spoken'))).toEqual(['spoken 谢谢大家'])
})

test('a sentence that is too old by then is not said again', async () => {
  const program = page()
  say('谢谢大家')
  await settled()
  insert('i1', 'now')
  await settled()
  program.answers('i1', 'began', 40_000)
  await time.advance(40_000)
  program.answers('i1', 'ended', 40_000)
  await settled()
  expect(spoken()).toContain('expired 谢谢大家')
})

test('it is fetched first: nobody is silent meanwhile', async () => {
  isHere = false
  const program = page()
  say('谢谢大家')
  await settled()
  insert('i1', 'now')
  await settled()
  expect(states()).toEqual(['queued', 'fetching'])
  expect(program.last('hush')).toBeUndefined()
  arrive('/asset/film.mp4')
  await settled()
  expect(program.last('play')).toBeDefined()
})

test('one that cannot be fetched fails in words, and its place on the disk is given up', async () => {
  isHere = false
  insert('i1')
  await settled()
  fail(new Error('素材已被删除'))
  await settled()
  expect([states(), why()]).toEqual([['queued', 'fetching', 'failed'], ['素材已被删除']])
  expect(wanted).toEqual({})
})

test('taken back while it is fetched, waits or plays: nothing more is told of it', async () => {
  isHere = false
  insert('i1')
  await settled()
  expect(onStage.withdraw('i1')).toBe(true)
  arrive('/asset/film.mp4')
  await settled()
  isHere = true
  const program = page()
  expect(program.last('play')).toBeUndefined()
  insert('i2')
  insert('i3')
  await settled()
  program.answers('i2', 'began')
  expect(onStage.withdraw('i3')).toBe(true)
  expect(onStage.withdraw('i2')).toBe(true)
  expect(program.last('stop')).toEqual({ type: 'stop', insert_id: 'i2' })
  expect([states('i1').at(-1), states('i2').at(-1), states('i3').at(-1)]).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ])
  expect(onStage.withdraw('i2')).toBe(false)
})

test('a file that the page cannot play says why, and the next has its turn', async () => {
  const program = page()
  insert('i1')
  await settled()
  say('谢谢大家')
  program.answers('i1', 'failed')
  await settled()
  expect(why()).toEqual(['视频文件损坏，或格式无法播放'])
  expect(program.last('say')).toMatchObject({ text: '谢谢大家' })
})

test.each([
  ['does not begin', '画面没有开始播放', 0],
  ['does not end', '画面没有播放完', 1_000],
])('a page that %s in time has not played it', async (_, said, ms) => {
  const program = page()
  insert('i1')
  await settled()
  if (ms > 0) program.answers('i1', 'began', ms)
  await time.advance(ms + 5_000)
  expect([states().at(-1), why()]).toEqual(['failed', [said]])
  expect(program.last('stop')).toBeDefined()
})

test('nobody sees it: it fails in words', async () => {
  insert('i1')
  await settled()
  await time.advance(5_000)
  expect(why()).toEqual(['没有画面连接，无法插播'])
})

test('the page is closed: another one plays it from the beginning; with none it is told to be lost', async () => {
  const [first, second] = [page('one'), page('two')]
  insert('i1')
  await settled()
  second.answers('i1', 'began')
  second.leaves()
  expect(first.last('play')).toBeDefined()
  first.answers('i1', 'began')
  first.leaves()
  await time.advance(5_000)
  expect(states()).toEqual(['queued', 'playing', 'failed'])
  expect(why()).toEqual(['画面断开，没有播完'])
})

test('asked for twice, as after a lost answer, it plays once', async () => {
  const program = page()
  insert('i1')
  insert('i1')
  await settled()
  program.answers('i1', 'began')
  program.answers('i1', 'ended')
  await settled()
  expect(program.told.filter(({ type }) => type === 'play')).toHaveLength(1)
})

test('killed while it plays: told to be lost when the program is there again, once', async () => {
  page()
  insert('i1')
  insert('i2')
  await settled()
  await expect.poll(() => readKept()).toHaveLength(2)
  spooled = []
  await open()
  expect([states('i1'), states('i2')]).toEqual([['failed'], ['failed']])
  expect(new Set(why())).toEqual(new Set(['客户端重新启动，没有播完']))
  await expect.poll(() => readKept()).toEqual([])
  spooled = []
  await open()
  expect(spooled).toEqual([])
})

const readKept = () => readJson(`${folder}/R.inserts.json`)

test('a film without speech is not silence', async () => {
  const program = page()
  insert('i1')
  await settled()
  program.answers('i1', 'began', 300_000)
  for (let at = 0; at < 200_000; at += 15_000) {
    program.state()
    await time.advance(15_000)
  }
  expect(stage.report('', null).trouble).toBeNull()
})

const asset = (asset_id: string, plays: BundleAsset['plays']): BundleAsset => ({
  asset_id,
  name: asset_id === 's1' ? '掌声' : '片头',
  plays,
  file: null,
})
const assets = [asset('s1', 'audio'), asset('f1', 'video'), asset('p1', null)]

function decide(effect: Effect, of: Partial<Decision> = {}): void {
  const catalogue = { ...EMPTY_CATALOGUE, assets }
  onStage.use({ format: 2, catalogue, sets: [], answers: [], idle_s: 20 })
  const node = { set_id: 's', node_id: 'n', node_name: '大礼物', event_id: 'e1', event_key: 'gift' }
  const rest = { priority: 60, ttl_ms: 10_000, effects: [effect] }
  onStage.carryOut({ ...node, ...rest, ...of } as Decision)
}

const effects = () =>
  spooled.flatMap((item) => (item.type === 'effect' ? [`${item.state} ${item.name}`] : []))

test('a rule plays a sound over what is said; its files are fetched before', async () => {
  const program = page()
  decide({ effect_id: 7, kind: 'playAsset', asset_id: 's1', volume: 50 })
  await settled()
  expect(wanted).toEqual({ 'rules:R': ['s1', 'f1'] })
  const sound = program.last('sound')
  expect(sound).toMatchObject({ url: '/asset/film.mp4', volume: 50 })
  program.answers(sound?.sound_id ?? '', 'ended')
  expect(effects()).toEqual(['done 掌声'])
  expect(spooled).toContainEqual(
    expect.objectContaining({ type: 'effect', effect_id: 7, cause: '大礼物', event_id: 'e1' }),
  )
})

test('a rule cuts a file in, which has its turn', async () => {
  const program = page()
  say('谢谢大家')
  await settled()
  decide({ effect_id: 8, kind: 'cutIn', asset_id: 'f1', position: 'sentence' })
  await settled()
  expect(program.last('play')).toBeUndefined()
  const { speech_id = '' } = program.last('say') ?? {}
  program.answers(speech_id, 'ended')
  await settled()
  const { insert_id = '' } = program.last('play') ?? {}
  program.answers(insert_id, 'began')
  program.answers(insert_id, 'ended')
  expect(effects()).toEqual(['queued 片头', 'playing 片头', 'done 片头'])
})

test("while a person has taken over, a rule's file waits", async () => {
  const program = page()
  anchor.direct('takeover')
  decide({ effect_id: 9, kind: 'cutIn', asset_id: 'f1', position: 'now' })
  await settled()
  expect(program.last('play')).toBeUndefined()
  anchor.direct('open')
  await settled()
  expect(program.last('play')).toBeDefined()
})

test('a rule hides layers: each page is told, also one that comes later; a new run begins anew', async () => {
  const program = page()
  decide({ effect_id: 10, kind: 'scene', show: [], hide: ['sticker'], ms: 0 })
  expect(effects()).toEqual(['done -sticker'])
  expect(program.last('layers')).toEqual({ type: 'layers', show: [], hide: ['sticker'], ms: 0 })
  expect(page('two').last('layers')).toMatchObject({ hide: ['sticker'] })
  const move = [{ layer: 'sticker', x: 40, y: 90 }]
  decide({ effect_id: 11, kind: 'scene', show: [], hide: [], move, ms: 0 })
  expect(effects().at(-1)).toBe('done →sticker 40,90')
  expect(program.last('layers')).toMatchObject({ move })
  stage.direct({ room_name: '一号房', run_id: 'run-2', isOpen: true, isMuted: false })
  expect(program.last('layers')).toMatchObject({ clear: true })
  expect(page('three').last('layers')).toBeUndefined()
})

test.each([
  [{ effect_id: 1, kind: 'playAsset', asset_id: 's1', volume: 50 }, '没有画面连接，无法插播'],
  [{ effect_id: 2, kind: 'scene', show: [], hide: ['x'], ms: 0 }, '没有画面连接，无法插播'],
  [{ effect_id: 3, kind: 'playAsset', asset_id: 'p1', volume: 50 }, '素材不存在，或不是声音或视频'],
  [
    { effect_id: 4, kind: 'cutIn', asset_id: 'gone', position: 'now' },
    '素材不存在，或不是声音或视频',
  ],
] as [Effect, string][])('an effect that cannot be says why: %j', async (effect, said) => {
  decide(effect)
  await settled()
  expect(why()).toEqual([said])
})
