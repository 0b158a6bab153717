import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LOOKS } from './avatar/looks.ts'
import { portraitOf } from './avatar/portrait.ts'
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

test.each(LOOKS)('the picture of $file is what the script makes', async (look) => {
  const png = portraitOf(look)
  expect(isSame(png, committed(`models/${look.file}.png`))).toBe(true)
  expect(png.length).toBeLessThan(200_000)
  // Others read what our own packing wrote
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 480, height: 640, channels: 4 })
  const opaque = data.filter((value, index) => index % 4 === 3 && value === 255).length
  expect(opaque / (480 * 640)).toBeGreaterThan(0.25)
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
