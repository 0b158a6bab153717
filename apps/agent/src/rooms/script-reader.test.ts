import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { AirOrder } from '@kaibo/contract/agent/air.schema.ts'
import { SCRIPT_FORMAT, type ScriptPiece } from '@kaibo/contract/agent/script.schema.ts'
import { durationOf } from '@kaibo/rules/duration.ts'
import { WORDS_FORMAT } from '@kaibo/contract/talk/word-pack.schema.ts'
import { desiredRoom } from './desired.fixture.ts'
import type { Room } from './room.ts'
import { Stage } from './stage.fixture.ts'

let stage: Stage
beforeEach(async () => {
  stage = await Stage.open()
})

const talk = (text: string): ScriptPiece => ({ kind: 'talk', text })

/** Keeps a pack as the server sends it; answers its hash. */
async function keep(pack: object): Promise<string> {
  const body = JSON.stringify(pack)
  const hash = createHash('sha256').update(body).digest('base64url')
  await stage.packs.want([hash])
  await stage.packs.take({ type: 'part', hash, index: 0, of: 1, body })
  return hash
}
const script = (pieces: readonly ScriptPiece[], loop = false) =>
  keep({ script: SCRIPT_FORMAT, loop, pieces })
const speaking = (hash: string | undefined, more: object = {}) =>
  desiredRoom(
    { config_hash: `h-${hash}`, ...more },
    { rules: [], ...(hash && { script: { hash } }) },
  )
const run = async (pieces: readonly ScriptPiece[], loop = false): Promise<Room> =>
  stage.run(speaking(await script(pieces, loop)))
const said = () => stage.spoken()
const pass = (text: string) => stage.time.advance(durationOf(text))

test('one piece after another, half a second of silence between them, and then no more', async () => {
  await run([talk('大家好'), talk('今天讲茶')])
  expect(said()).toEqual([])
  await stage.time.advance(500)
  expect(said()).toEqual(['大家好'])
  await pass('大家好')
  await stage.time.advance(499)
  expect(said()).toHaveLength(1)
  await stage.time.advance(1)
  expect(said()).toEqual(['大家好', '今天讲茶'])
  await stage.time.advance(600_000)
  expect(said()).toHaveLength(2)
})

test('the server is told which script it is, by its hash, once it is there', async () => {
  const hash = await script([talk('大家好')])
  const room = await stage.run(speaking(undefined))
  expect(room.report().packs).toMatchObject({ plan: null })
  await room.update(speaking(hash))
  expect(room.report().packs).toMatchObject({ plan: hash })
})

test('looped it begins again; a pause is silent for as long as it says', async () => {
  await run([talk('一'), { kind: 'wait', text: '', seconds: 10 }], true)
  await stage.time.advance(500)
  await pass('一')
  await stage.time.advance(500 + 9_999)
  expect(said()).toEqual(['一'])
  await stage.time.advance(1)
  expect(said()).toEqual(['一', '一'])
})

test('what is cut in now breaks it off; the sentence is said again, and the script goes on', async () => {
  const room = await run([talk('一句很长很长的话'), talk('后来')])
  await stage.time.advance(600)
  const spoken = () =>
    stage.spooled.flatMap((item) =>
      item.type === 'speech' && item.state === 'speaking' ? [item.text] : [],
    )
  room.onStage.insert({ id: 'i1', text: '插一句', position: 'now' })
  await stage.time.advance(60_000)
  expect(spoken().at(-1) ?? said().at(-1)).toBe('后来')
  expect(said()).toContain('插一句')
})

test('killed, the next process goes on at the piece that was not said yet', async () => {
  const long = '二'.repeat(100)
  const hash = await script([talk('一'), talk(long), talk('三')])
  await stage.run(speaking(hash))
  await stage.time.advance(500)
  await pass('一')
  // What it remembers is written within two seconds; nothing stops it in order
  await stage.time.advance(3_000)
  const file = join(stage.folder, 'ABCD2345.json')
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('"at":2'))
  expect(said()).toEqual(['一', long])
  const next = await Stage.open(stage.folder)
  await next.packs.want([hash])
  await next.run(speaking(hash))
  await next.time.advance(500)
  expect(next.spoken()).toEqual(['三'])
})

test('another run begins at the first piece', async () => {
  const hash = await script([talk('一'), talk('二')])
  const first = await stage.run(speaking(hash))
  await stage.time.advance(600)
  await first.stop('now')
  await stage.run(speaking(hash, { run_id: 'run-2' }))
  await stage.time.advance(500)
  expect(said()).toEqual(['一', '一'])
})

test('another script begins at its first piece; none says nothing more', async () => {
  const room = await run([talk('一'), talk('二')], true)
  await stage.time.advance(600)
  await room.update(speaking(await script([talk('甲'), talk('乙')])))
  await stage.time.advance(5_000)
  expect(said()).toEqual(['一', '甲', '乙'])
  await room.update(speaking(undefined))
  await stage.time.advance(60_000)
  expect(said()).toHaveLength(3)
})

test.each(['paused', 'takeover'] as const)('%s, it is silent; let go, it goes on', async (air) => {
  const room = await run([talk('一'), talk('二')])
  await stage.time.advance(600)
  room.direct(speaking(undefined, { air: AirOrder.parse(air) }))
  await stage.time.advance(60_000)
  expect(said()).toEqual(['一'])
  room.direct(speaking(undefined, { air: 'open' }))
  await stage.time.advance(500)
  expect(said()).toEqual(['一', '二'])
})

test('a piece that may not be said is left out, told once, and those after it are said', async () => {
  const blocked = { word: '禁词', level: 'block' }
  const words = await keep({ format: WORDS_FORMAT, words: [blocked], allow: [] })
  const hash = await script([talk('有禁词'), talk('好')], true)
  const config = { rules: [], script: { hash }, words: { hash: words } }
  await stage.run(desiredRoom({}, config))
  await stage.time.advance(30_000)
  expect(new Set(said())).toEqual(new Set(['好']))
  const notes = stage.spooled.flatMap((item) => (item.type === 'log' ? [item.text] : []))
  expect(notes).toEqual(['脚本第1段没有播出：含有敏感词'])
})

test('a file has its turn; without a stage that is said, and it does not hurry on', async () => {
  const asked: string[] = []
  stage.files = {
    get: async (owner, { asset_id }) => {
      asked.push(`${owner} ${asset_id}`)
      return '/asset/a.mp3'
    },
    want: () => {},
    release: () => {},
  }
  const play = { asset_id: 'a1', kind: 'audio', file: null, volume: 100 } as const
  await run([{ kind: 'audio', text: '鼓掌', play }], true)
  await stage.time.advance(21_000)
  expect(asked.every((one) => one === 'script:ABCD2345 a1')).toBe(true)
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.length).toBeLessThan(6)
  const notes = stage.spooled.flatMap((item) => (item.type === 'log' ? [item.text] : []))
  expect(notes).toEqual(['脚本第1段没有播出：没有画面连接，无法插播'])
})

test('each line is made ahead and said as the piece that it is', async () => {
  const hash = await script([talk('一'), talk('二')])
  const heard: unknown[] = []
  stage.mouth = {
    prepare: async (text, how) => void heard.push(['ahead', text, how?.piece]),
    say({ text, piece }, told) {
      heard.push(['said', text, piece])
      told.spoken()
      return stage.time.after(1_000, () => told.over())
    },
  }
  await stage.run(speaking(hash))
  await stage.time.advance(500)
  await stage.time.advance(1_500)
  expect(heard).toEqual([
    ['said', '一', { hash, at: 0 }],
    ['ahead', '二', { hash, at: 1 }],
    ['said', '二', { hash, at: 1 }],
  ])
})
