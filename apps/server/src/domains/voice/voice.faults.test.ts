import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClipFrame } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'
import { voiceServer, type Manner, type VoiceServer } from '@kaibo/testkit/voice-server.ts'

let first: VoiceServer
let second: VoiceServer
let server: TestServer
let onAir: OnAir

/** A room whose voice is on one server, and what steps in for it on another. */
beforeEach(async () => {
  first = await voiceServer()
  second = await voiceServer()
  server = await bootServer({ config: { localServices: [first.port, second.port] } })
  const admin = await server.login('admin')
  const voiceAt = async ({ base_url }: VoiceServer) => {
    const { server_id } = await serverOf(server, { base_url })
    const draft = voiceDraft({ server_ids: [server_id] })
    return (await server.call(voiceApi.add, draft, admin)).data.voice_id
  }
  const [voice_id, fallback_id] = [await voiceAt(first), await voiceAt(second)]
  onAir = await buildOnAir(server.platform)
  const voice = { voice_id, fallback_id, speed: 1, pitch: 0, volume: 1 }
  await server.db.query
    .insertInto('room_part')
    .values({
      room_id: onAir.room.id,
      part: 'anchor',
      value_json: JSON.stringify({ voice }),
      live_json: null,
      version: 1,
      updated_at: 0,
      updated_by: null,
    })
    .execute()
})
afterEach(async () => {
  await server.close()
  await first.close()
  await second.close()
})

async function ask(text: string): Promise<ClipFrame[]> {
  const frames: ClipFrame[] = []
  const { room_code } = onAir.room
  const asked = { type: 'voice', id: text, room_code, text } as const
  await server.app.voice.speech.speak(onAir.pc.id, asked, (frame) => void frames.push(frame))
  return frames
}

test.each<[what: string, manner: Manner]>([
  ['says what is no sound', { does: 'lies' }],
  ['announces more than it sends', { does: 'breaks' }],
  ['sends silence', { does: 'silent' }],
  ['sends a sound that never ends', { does: 'lasts' }],
  ['sends without end', { does: 'floods', bytes: 40_000_000 }],
  ['redirects inward', { does: 'redirects', to: 'http://169.254.169.254/' }],
  ['refuses its key', { does: 'refuses', status: 401 }],
  ['limits requests', { does: 'refuses', status: 429 }],
  ['breaks', { does: 'refuses', status: 500 }],
])('a server that %s: the room is heard by what steps in for its voice', async (_, manner) => {
  first.manner = manner
  expect(await ask('你好')).toMatchObject([{ of: 1, pieces: [{ text: '你好', ms: 600 }] }])
  expect(first.asked.length).toBeGreaterThan(0)
  expect(second.asked).toHaveLength(1)
})

test('where both fail the PC is told so, and speaks by itself; the next sentence may be heard again', async () => {
  first.manner = { does: 'lies' }
  second.manner = { does: 'silent' }
  expect(await ask('你好')).toMatchObject([{ pieces: [], fault: 'not made' }])
  second.manner = { does: 'speaks' }
  expect(await ask('你好')).toMatchObject([{ pieces: [{ text: '你好' }] }])
})
