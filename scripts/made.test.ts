import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LOOKS } from './avatar/looks.ts'
import { vrmOf } from './avatar/vrm.ts'
import { SOUNDS } from './sound/sounds.ts'
import { RATE, wavOf } from './sound/synth.ts'

const committed = (path: string) =>
  readFileSync(new URL(`../apps/stage/src/${path}`, import.meta.url))
/** Not `toEqual`: a difference of a megabyte would be printed. */
const isSame = (a: Buffer, b: Buffer) => a.equals(b)

test.each(LOOKS)('$file is what the script makes', (look) => {
  expect(isSame(vrmOf(look), committed(`models/${look.file}.vrm`))).toBe(true)
})

test.each(LOOKS)('$file has what avatars need, and nothing outside itself', (look) => {
  const file = vrmOf(look)
  const json = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString()) as {
    images: { uri?: string }[]
    buffers: { uri?: string }[]
    accessors: { count: number }[]
    extensions: { VRMC_vrm: { humanoid: { humanBones: object }; expressions: { preset: object } } }
  }
  const { humanoid, expressions } = json.extensions.VRMC_vrm
  expect(Object.keys(humanoid.humanBones)).toEqual(
    expect.arrayContaining(['hips', 'head', 'leftThumbMetacarpal', 'rightLittleIntermediate']),
  )
  expect(Object.keys(expressions.preset)).toEqual(
    expect.arrayContaining(['aa', 'ih', 'ou', 'ee', 'oh', 'blink', 'happy', 'lookLeft']),
  )
  expect([...json.images, ...json.buffers].filter(({ uri }) => uri !== undefined)).toEqual([])
  expect(file.length).toBeLessThan(1_000_000)
})

test.each(SOUNDS)('$file is what the script makes, short and not clipped', ({ file, ...of }) => {
  const wav = wavOf(of.wave, of.seconds)
  expect(isSame(wav, committed(`sounds/${file}.wav`))).toBe(true)
  expect(wav.length).toBe(44 + 2 * Math.round(of.seconds * RATE))
  const samples = Array.from({ length: (wav.length - 44) / 2 }, (_, i) =>
    wav.readInt16LE(44 + i * 2),
  )
  const rms = Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length) / 32_768
  expect(rms).toBeGreaterThan(0.02)
  expect(samples.some((one) => Math.abs(one) > 30_000)).toBe(false)
})

test('eight sounds', () => expect(SOUNDS).toHaveLength(8))
