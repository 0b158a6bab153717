import { afterEach, expect, test } from 'vitest'
import { programOf } from '@kaibo/testkit/program.ts'
import { systemTime } from '@kaibo/voice/system-time.ts'
import { createEmbeddedEngine } from './voice.embedded.ts'
import { EngineFault, type Order } from './voice.engine.ts'
import { heardIn } from './voice.sound.ts'

const program = programOf(new URL('../../../../speaker/src/main.ts', import.meta.url))
const log = { warn() {}, error() {} }
const never = () => new AbortController().signal

let engine: ReturnType<typeof createEmbeddedEngine>
const open = (file: string) => (engine = createEmbeddedEngine({ file, time: systemTime, log }))
afterEach(() => engine.close())

const voice = {
  voice_id: 'builtin:embedded',
  engine_voice: 'cmn',
  lang: 'zh-CN',
  speed: 1,
  pitch: 0,
  volume: 1,
  extra: '',
  ref_id: null,
  ref_text: '',
}
const server: Order['server'] = {
  server_id: 'builtin:embedded',
  name: '内置语音',
  provider: 'embedded',
  base_url: '',
  model: '',
  format: 'wav',
  publish_url: '',
  api_key_sealed: null,
  ports: 2,
  swap: 0,
  builtin: 1,
  enabled: 1,
  is_demo: 0,
  created_at: 0,
  updated_at: 0,
  updated_by: null,
  version: 1,
}
const order = (port_id: string, more: Partial<typeof voice> = {}): Order => ({
  text: '谢谢大家的支持',
  voice: { ...voice, ...more },
  server,
  port_id,
})

test('it is heard, and faster where that is wanted; two ports speak at once', async () => {
  open(program.file)
  const [even, fast] = await Promise.all([
    engine.speak(order('1'), never()),
    engine.speak(order('2', { speed: 1.5 }), never()),
  ])
  expect(heardIn(even.bytes)).toMatchObject({ ms: even.ms, silent: false, clipped: false })
  expect(even.marks?.words.length).toBeGreaterThan(2)
  expect(even.first_ms).toBeGreaterThan(0)
  expect(fast.ms).toBeLessThan(even.ms * 0.8)
})

test('without the program the port says so', async () => {
  open('/nowhere')
  await expect(engine.speak(order('1'), never())).rejects.toThrow(EngineFault)
})
