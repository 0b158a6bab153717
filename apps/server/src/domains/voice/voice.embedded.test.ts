import { afterEach, expect, test } from 'vitest'
import { programOf } from '@kaibo/testkit/program.ts'
import { EMBEDDED } from '@kaibo/voice/seed.ts'
import { faultOf, soundIn } from '@kaibo/voice/sound.ts'
import { systemTime } from '@kaibo/voice/system-time.ts'
import { embeddedVoice } from './voice.embedded.ts'
import { VoiceBusy, type VoiceProvider } from './voice.provider.ts'

const program = programOf(new URL('../../../../speaker/src/main.ts', import.meta.url))
const log = { warn() {}, error() {} }
const never = () => new AbortController().signal
const voice = { voice_id: 'builtin:embedded', seed: EMBEDDED }

let provider: VoiceProvider
const open = (file: string) => (provider = embeddedVoice({ file, time: systemTime, log }))
afterEach(() => provider.close())

test('it is heard, and faster where that is wanted', async () => {
  open(program.file)
  const seed = { ...EMBEDDED, speed: 1.5 }
  const [even, fast] = await Promise.all([
    provider.synthesize('谢谢大家的支持', voice, never()),
    provider.synthesize('谢谢大家的支持', { ...voice, seed }, never()),
  ])
  const sound = soundIn(even.wav)
  expect(sound?.ms).toBe(even.ms)
  expect(sound && faultOf(sound)).toBeUndefined()
  expect(even.marks?.words.length).toBeGreaterThan(2)
  expect(even.first_ms).toBeGreaterThan(0)
  expect(fast.ms).toBeLessThan(even.ms * 0.8)
})

test('where too many wait the next is refused at once; without the program all are', async () => {
  open(program.file)
  const asked = Array.from({ length: 16 }, (_, index) =>
    provider.synthesize(`${index}`, voice, never()),
  )
  await expect(provider.synthesize('多', voice, never())).rejects.toThrow(VoiceBusy)
  await Promise.all(asked)
  provider.close()
  open('/nowhere')
  expect(provider.available).toBe(false)
  await expect(provider.synthesize('一', voice, never())).rejects.toThrow('not there')
})
