import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programOf } from '@kaibo/testkit/program.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { systemTime } from '#time/time.ts'
import type { StageVoice } from '#stage/around.ts'
import { ServerClock } from '#time/server-clock.ts'
import { Voices } from './voices.ts'

const program = programOf(new URL('../../../speaker/src/main.ts', import.meta.url))
const SENTENCE = '谢谢山茶同学的十个棒棒糖，红队加十点力气'
const HEADER = 44

let folder: string
let voices: Voices
let voice: StageVoice

async function open(file: string): Promise<void> {
  const clock = new ServerClock(systemTime)
  const away = { server: new URL('http://127.0.0.1:1'), send: () => false }
  voices = await Voices.open({
    folder,
    models: join(folder, 'models'),
    files: { get: () => Promise.reject(new Error('away')) },
    file,
    ...away,
    time: systemTime,
    clock,
    log: heardLog().log,
  })
  voice = voices.of('R1')
}
const clipsOf = (text: string) => Promise.all(voice.speak(text).map(({ clip }) => clip))

beforeEach(async () => {
  folder = await freshFolder()
  await open(program.file)
})
afterEach(() => voices.close())

const samplesOf = async (path: string): Promise<number[]> => {
  const wav = await readFile(path)
  const samples: number[] = []
  for (let at = HEADER; at + 1 < wav.length; at += 2) samples.push(wav.readInt16LE(at) / 32_768)
  return samples
}

const rmsOf = (samples: readonly number[]) =>
  Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length)

describe('the voice that is installed', () => {
  test('a sentence is heard, with a pause at its comma, and knows when each word begins', async () => {
    const [clip, ...more] = await clipsOf(SENTENCE)
    if (!clip) throw new Error('no clip')
    expect(more).toEqual([])
    expect(clip.text).toBe(SENTENCE)
    expect(clip.ms).toBeGreaterThan(3_000)
    expect(clip.ms).toBeLessThan(8_000)
    const samples = await samplesOf(String(clip.sound))
    const rms = rmsOf(samples)
    expect(rms).toBeGreaterThan(0.03)
    expect(rms).toBeLessThan(0.3)
    const words = clip.marks?.words ?? []
    const places = words.map(([, at]) => at)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    const comma = words.find(([, at]) => at > SENTENCE.indexOf('，'))
    const before = Math.round((((comma?.[0] ?? 0) - 120) / 1_000) * 22_050)
    expect(rmsOf(samples.slice(before, before + 1_100))).toBeLessThan(0.01)
  })

  test.each([
    '<b>阿强</b>&amp;<audio src="x"/>',
    '谢谢 https://example.com/a?b=<c> 的 ¥12',
    '"]}\n{"id":1}',
    '👍🏻 好',
  ])('%j does no harm', async (text) => {
    const clips = await clipsOf(text)
    expect(clips.map((clip) => clip.text).join('')).toBe(text)
    for (const { marks, text: piece } of clips)
      for (const [, at] of marks?.words ?? []) expect(at).toBeLessThan(piece.length)
  })

  test('what was said is on the disk for the next process, and a file that was damaged is made anew', async () => {
    const [first] = await clipsOf('欢迎')
    voices.close()
    await open('/nowhere')
    expect(voice.available).toBe(false)
    const [again] = await clipsOf('欢迎')
    expect(again).toEqual(first)
    await expect(clipsOf('别的')).rejects.toThrow('语音程序不可用')
    await writeFile(String(first?.sound), 'RIFF')
    await expect(clipsOf('欢迎')).rejects.toThrow('语音程序不可用')
    await open(program.file)
    const [made] = await clipsOf('欢迎')
    expect(made).toEqual(first)
    expect((await readFile(String(made?.sound))).length).toBeGreaterThan(HEADER)
  })

  test('asked for at once by two it is made once', async () => {
    const [[one], [two]] = await Promise.all([clipsOf('同一句'), clipsOf('同一句')])
    expect(one).toEqual(two)
  })

  test('of nothing to say there are no clips', async () => {
    expect(await clipsOf('👍👍')).toEqual([])
    expect((await clipsOf('好。👍')).map(({ text }) => text)).toEqual(['好。👍'])
  })
})
