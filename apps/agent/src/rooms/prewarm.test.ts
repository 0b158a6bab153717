import { beforeEach, expect, test } from 'vitest'
import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import {
  SCRIPT_FORMAT,
  type Script,
  type ScriptPiece,
} from '@kaibo/contract/agent/script.schema.ts'
import { EMBEDDED } from '@kaibo/voice/seed.ts'
import { heardLog } from '#spool/spool.fixture.ts'
import type { Ahead, Mouth } from '#talk/mouth.ts'
import { ManualTime } from '#time/manual-time.ts'
import { ServerClock } from '#time/server-clock.ts'
import { desiredRoom } from './desired.fixture.ts'
import { Prewarm } from './prewarm.ts'

const DAY_MS = 86_400_000
const play = { asset_id: 'a1', kind: 'audio', file: null, volume: 100 } as const
const SOUND = { voice_id: 'own', seed: EMBEDDED, volume: 1 }
const time = new ManualTime()

let scripts: Map<string, Script>
let wanted: Record<string, string[]>
let asked: [text: string, ahead: Ahead | undefined][]
let made: (() => void)[]
let prewarm: Prewarm

beforeEach(() => {
  scripts = new Map()
  wanted = {}
  asked = []
  made = []
  const mouth: Mouth = {
    prepare: (text, ahead) => {
      asked.push([text, ahead])
      return new Promise((resolve) => void made.push(resolve))
    },
    say: () => () => {},
  }
  prewarm = new Prewarm({
    packs: { script: (hash) => scripts.get(hash) },
    clock: new ServerClock(time),
    log: heardLog().log,
    stages: { mouthOf: () => mouth },
    files: {
      get: () => Promise.reject(new Error('nothing is played')),
      want: (owner, plays) => void (wanted[owner] = plays.map(({ asset_id }) => asset_id)),
      release: (owner) => void delete wanted[owner],
    },
  })
})

const has = (hash: string, ...pieces: ScriptPiece[]) =>
  scripts.set(hash, { script: SCRIPT_FORMAT, loop: false, pieces })
const idle = (hash?: string) =>
  desiredRoom({ run: false, run_id: null }, hash === undefined ? {} : { script: { hash } })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
async function oneIsMade(): Promise<void> {
  made.shift()?.()
  await settled()
}

test('what a plan says is made one sentence after another and kept for a day, what it plays is fetched', async () => {
  const rooms = [idle('s1')]
  prewarm.consider(rooms)
  expect(wanted).toEqual({})
  const wait: ScriptPiece = { kind: 'wait', text: '', seconds: 3 }
  has(
    's1',
    { kind: 'talk', text: '一' },
    wait,
    { kind: 'audio', text: '鼓掌', play },
    { kind: 'talk', text: '二' },
  )
  prewarm.consider(rooms)
  prewarm.consider(rooms)
  await settled()
  expect(wanted).toEqual({ 'script:ABCD2345': ['a1'] })
  expect(asked).toMatchObject([['一', { keep_until: time.now() + DAY_MS }]])
  await oneIsMade()
  expect(asked.map(([text]) => text)).toEqual(['一', '二'])
  await oneIsMade()
  expect(asked).toHaveLength(2)
})

test('a plan that was taken back is made no further, and its files may go', async () => {
  has(
    's1',
    { kind: 'talk', text: '一' },
    { kind: 'talk', text: '二' },
    { kind: 'audio', text: '', play },
  )
  prewarm.consider([idle('s1')])
  await settled()
  prewarm.consider([idle()])
  await oneIsMade()
  expect(asked.map(([text]) => text)).toEqual(['一'])
  expect(wanted).toEqual({})
})

test('another script is made in its place', async () => {
  has('s1', { kind: 'talk', text: '一' }, { kind: 'talk', text: '二' })
  has('s2', { kind: 'talk', text: '甲' })
  prewarm.consider([idle('s1')])
  await settled()
  prewarm.consider([idle('s2')])
  await oneIsMade()
  await oneIsMade()
  expect(asked.map(([text]) => text)).toEqual(['一', '甲'])
})

/** Its second line is said by this voice. */
const sayingBy = (voice_id: string): DesiredRoom => ({
  ...idle('s1'),
  stage: {
    token: 't'.repeat(20),
    voice: { ...SOUND, script: { hash: 's1', voices: [], pieces: [[1, voice_id]] } },
  },
})

test('each line is made as the piece that it is, and all anew when another voice says one', async () => {
  has('s1', { kind: 'talk', text: '一' }, { kind: 'talk', text: '二' })
  for (const voice_id of ['v1', 'v2']) {
    asked = []
    prewarm.consider([sayingBy(voice_id)])
    await settled()
    await oneIsMade()
    await oneIsMade()
    expect(asked.map(([text, ahead]) => [text, ahead?.piece])).toEqual([
      ['一', { hash: 's1', at: 0 }],
      ['二', { hash: 's1', at: 1 }],
    ])
  }
})
