import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAKES_CLIPS, type ClipFrame } from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import { clipKey, EMBEDDED } from '@kaibo/voice/seed.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { ServerClock } from '#time/server-clock.ts'
import type { ScriptPlace } from '#talk/script-place.ts'
import type { Clip } from '#stage/around.ts'
import type { RoomVoice } from './room-voice.ts'
import { Voices } from './voices.ts'

const ORDER = { voice_id: 'v', seed: { ...EMBEDDED, voice: 'yue' }, volume: 0.5 }
const ABOUT = { ms: 100, marks: null }

let time: ManualTime
let folder: string
let http: Server
let origin: string
let asked: Extract<AgentFrame, { type: 'voice' }>[]
let voices: Voices
let voice: RoomVoice

beforeEach(async () => {
  time = new ManualTime()
  folder = await freshFolder()
  asked = []
  http = createServer((request, response) =>
    request.url === '/gone' ? response.writeHead(404).end() : response.end(`of ${request.url}`),
  )
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  await open()
})
afterEach(() => {
  voices.close()
  http.close()
})

async function open(): Promise<void> {
  voices = await Voices.open({
    folder,
    models: join(folder, 'models'),
    files: { get: () => Promise.reject(new Error('away')) },
    // No voice of its own
    file: '/nowhere',
    server: new URL(origin),
    send: (frame) => {
      if (frame.type === 'voice') asked.push(frame)
      return true
    },
    time,
    clock: new ServerClock(time),
    log: heardLog().log,
  })
  voices.server.up([MAKES_CLIPS])
  voice = voices.of('R1')
  voice.direct(ORDER)
}

/** The server answers what it was asked last. */
const answer = (
  texts: readonly string[],
  { at = 0, of = texts.length, fault = '', seed = ORDER.seed } = {},
) => {
  const pieces = texts.map((text) => ({
    ...ABOUT,
    text,
    hash: clipKey(seed, text),
    url: `/${text}`,
  }))
  const frame: ClipFrame = { type: 'clip', id: asked.at(-1)?.id ?? '', at, of, pieces }
  voices.server.heard(fault === '' ? frame : { ...frame, fault })
}
const say = (text: string, piece?: ScriptPlace) => voice.speak(text, piece).map(({ clip }) => clip)
const told = (clips: readonly Promise<Clip>[]) =>
  Promise.all(clips.map((clip) => clip.then(({ via }) => via).catch(() => 'none')))
const isAsked = (count: number) => expect.poll(() => asked.length).toBe(count)

test('a sentence is asked of the server once; then it is on the disk, also for the next process', async () => {
  const clips = say('一。二。')
  await isAsked(1)
  expect(asked).toMatchObject([{ room_code: 'R1', text: '一。二。', voice_id: 'v' }])
  expect(asked[0]).not.toHaveProperty('prepare')
  answer(['一。'], { of: 2 })
  expect(await clips[0]).toMatchObject({ via: 'server', ms: 100, text: '一。' })
  answer(['二。'], { at: 1, of: 2 })
  expect(await told(clips)).toEqual(['server', 'server'])
  voices.close()
  await open()
  voices.server.down()
  expect(await told(say('二。一。'))).toEqual(['server', 'server'])
  expect(asked).toHaveLength(1)
})

test('one that was prepared is not asked for again', async () => {
  void voice.prepare('一', { keep_until: time.now() + 60_000 })
  await isAsked(1)
  expect(asked[0]).toMatchObject({ prepare: true, keep_until: time.now() + 60_000 })
  const clips = say('一')
  answer(['一'])
  expect(await told(clips)).toEqual(['server'])
  expect(asked).toHaveLength(1)
})

test.each([
  ['refuses', () => answer([], { fault: 'not made' })],
  ['goes away', () => voices.server.down()],
  ['cuts it otherwise', () => answer(['一二'])],
  ['does not have it any more', () => answer(['gone'])],
] as const)('a server that %s leaves it to the PC', async (_, does) => {
  const clips = say('gone')
  await isAsked(1)
  does()
  expect(await told(clips)).toEqual(['none'])
})

test('a clip is not fetched from anywhere but the server', async () => {
  const clips = say('一')
  await isAsked(1)
  const pieces = [{ ...ABOUT, text: '一', hash: '0'.repeat(64), url: 'http://127.0.0.1:1/x' }]
  voices.server.heard({ type: 'clip', id: asked[0]?.id ?? '', at: 0, of: 1, pieces })
  expect(await told(clips)).toEqual(['none'])
})

test('after three misses the server is left alone for half a minute', async () => {
  for (const text of ['一', '二', '三']) {
    const clips = told(say(text))
    await expect.poll(() => asked.at(-1)?.text).toBe(text)
    await time.advance(2_500)
    expect(await clips).toEqual(['none'])
  }
  expect(await told(say('四'))).toEqual(['none'])
  expect(asked).toHaveLength(3)
  await time.advance(30_000)
  const clips = say('五')
  await isAsked(4)
  answer(['五'])
  expect(await told(clips)).toEqual(['server'])
})

test('what the server begins and does not end counts as one miss', async () => {
  const clips = say('一。二。三。')
  await isAsked(1)
  answer(['一。'], { of: 3 })
  expect(await clips[0]).toMatchObject({ via: 'server' })
  await time.advance(0)
  await time.advance(2_500)
  expect(await told(clips)).toEqual(['server', 'none', 'none'])
  expect(await told(say('四').slice(1))).toEqual([])
  await isAsked(2)
})

test('a server of before is not asked; another voice makes the same sentence anew', async () => {
  voices.server.up([])
  expect(voice.available).toBe(false)
  expect(await told(say('一'))).toEqual(['none'])
  expect(asked).toEqual([])
  voices.server.up([MAKES_CLIPS])
  expect(voice.available).toBe(true)
  expect(voice.volumeOf(undefined)).toBe(0.5)
  const clips = say('二')
  await isAsked(1)
  answer(['二'])
  await told(clips)
  voice.direct({ ...ORDER, seed: EMBEDDED })
  void say('二')
  await isAsked(2)
})

test('a line of the script is said by its own voice, as it is known here, any other by the room’s', async () => {
  const own = { voice_id: 'line', seed: { ...EMBEDDED, voice: 'wuu' }, volume: 0.8 }
  voice.direct({ ...ORDER, script: { hash: 's1', voices: [own], pieces: [[0, 'line']] } })
  const piece = { hash: 's1', at: 0 }
  expect([voice.volumeOf(piece), voice.volumeOf({ ...piece, at: 1 })]).toEqual([0.8, 0.5])
  const byRoom = say('一', { ...piece, hash: 's2' })
  await isAsked(1)
  answer(['一'])
  expect(await told(byRoom)).toEqual(['server'])
  const byLine = say('一', piece)
  await isAsked(2)
  expect(asked[1]).toMatchObject({ text: '一', voice_id: 'line' })
  answer(['一'], { seed: own.seed })
  expect(await told(byLine)).toEqual(['server'])
  voices.server.down()
  expect(await told([...say('一', piece), ...say('一')])).toEqual(['server', 'server'])
})

test('what another voice had to say is said by the right one the next time', async () => {
  const clips = say('一')
  await isAsked(1)
  answer(['一'], { seed: EMBEDDED })
  expect(await told(clips)).toEqual(['server'])
  void say('一')
  await isAsked(2)
})
