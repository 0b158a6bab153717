import { expect, test } from 'vitest'
import { clipKey, EMBEDDED } from './seed.ts'
import { faultOf, soundIn } from './sound.ts'

/** A WAV file of one channel of 16-bit samples. */
function wavOf(samples: readonly number[], declared = samples.length * 2): Buffer {
  const wav = Buffer.alloc(44 + samples.length * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + declared, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(1_000, 24)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(declared, 40)
  samples.forEach((sample, index) => wav.writeInt16LE(sample, 44 + index * 2))
  return wav
}

const tone = (peak: number) =>
  Array.from({ length: 1_000 }, (_, index) => Math.round(Math.sin(index) * peak))

test('a voice is heard', () => {
  const sound = soundIn(wavOf(tone(8_000)))
  expect(sound).toMatchObject({ ms: 1_000, clipped: 0 })
  expect(sound?.rms).toBeCloseTo(0.173, 2)
  expect(sound && faultOf(sound)).toBeUndefined()
})

test.each([
  ['silent', wavOf(tone(100))],
  ['silent', wavOf([])],
  ['clipped', wavOf([...tone(8_000), ...Array<number>(20).fill(-32_768)])],
])('%s', (fault, wav) => {
  const sound = soundIn(wav)
  expect(sound && faultOf(sound)).toBe(fault)
})

test('a stream that does not know its length is read to its end; what is no WAV is none', () => {
  expect(soundIn(wavOf(tone(8_000), 0xffff_ff00))?.ms).toBe(1_000)
  for (const bytes of [Buffer.from('ID3'), Buffer.from('RIFF0000WAVE'), wavOf([]).subarray(0, 30)])
    expect(soundIn(bytes)).toBeUndefined()
})

test('whatever changes the sound is another clip', () => {
  const key = clipKey(EMBEDDED, '好')
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  const others = [
    clipKey(EMBEDDED, '坏'),
    clipKey({ ...EMBEDDED, voice: 'yue' }, '好'),
    clipKey({ ...EMBEDDED, speed: 1.2 }, '好'),
    clipKey({ ...EMBEDDED, pitch: 1 }, '好'),
    clipKey({ ...EMBEDDED, model: 'x' }, '好'),
    clipKey({ ...EMBEDDED, lexicon: 'x' }, '好'),
  ]
  expect(new Set([key, ...others]).size).toBe(7)
  expect(clipKey({ ...EMBEDDED }, '好')).toBe(key)
})
