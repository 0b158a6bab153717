import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAKES_CLIPS, type ClipFrame } from '@kaibo/contract/agent/clip-frames.schema.ts'
import { HAS_STAGES } from '@kaibo/contract/agent/frames.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { clipKey, EMBEDDED } from '@kaibo/voice/seed.ts'
import { soundIn } from '@kaibo/voice/sound.ts'

const program = programOf(new URL('../../../../speaker/src/main.ts', import.meta.url))

let server: TestServer
let url: string
let pc: Awaited<ReturnType<typeof buildPc>>
let room: Room
let agent: TestAgent

const connect = async ({ id, private_key } = pc) =>
  connectAgent(url, { pc_id: id, private_key, ts: server.clock.now() })

beforeAll(async () => {
  server = await bootServer({ config: { speakerFile: program.file } })
  url = await server.listen()
  pc = await buildPc(server.platform)
  room = await buildRoom(server.platform, { pc_id: pc.id })
  agent = await connect()
  // The program takes a while to start, on a busy machine longer than a frame is waited for.
  const { ports } = server.app.voice
  const port_ids = ['builtin:embedded-1', 'builtin:embedded-2']
  const warm = { voice_id: 'builtin:embedded', text: '好' }
  for (const port_id of port_ids)
    await ports.speak({ ...warm, port_id }, AbortSignal.timeout(30_000))
})
afterAll(() => server.close())

/** All frames that answer a sentence. */
async function ask(id: string, text: string, more = {}, by = agent): Promise<ClipFrame[]> {
  by.send({ type: 'voice', id, room_code: room.room_code, text, ...more })
  const frames: ClipFrame[] = []
  for (;;) {
    const frame = await by.next('clip', (one) => one.id === id)
    frames.push(frame)
    if (frame.fault !== undefined || frame.at + frame.pieces.length >= frame.of) return frames
  }
}

test('a PC that asks for clips is told how its rooms sound; one of before is not', async () => {
  const old = await buildPc(server.platform)
  await buildRoom(server.platform, { pc_id: old.id })
  const before = await connect(old)
  const { rooms } = await before.hello({ capabilities: [HAS_STAGES] })
  expect(rooms[0]?.stage).not.toHaveProperty('voice')
  before.kill()
  const welcome = await agent.hello({ capabilities: [HAS_STAGES, MAKES_CLIPS] })
  expect(welcome.capabilities).toContain(MAKES_CLIPS)
  expect(welcome.rooms[0]?.stage?.voice).toEqual({
    voice_id: 'builtin:embedded',
    seed: EMBEDDED,
    volume: 1,
  })
})

test('each piece comes as it is made, by an address that gives its sound for some minutes', async () => {
  const frames = await ask('one', '谢谢阿强！欢迎大家。')
  expect(frames.map(({ at, of }) => [at, of])).toEqual([
    [0, 2],
    [1, 2],
  ])
  const pieces = frames.flatMap((frame) => frame.pieces)
  expect(pieces.map(({ text }) => text)).toEqual(['谢谢阿强！', '欢迎大家。'])
  const [first] = pieces
  expect(first?.hash).toBe(clipKey(EMBEDDED, '谢谢阿强！'))
  const heard = await fetch(`${url}${first?.url}`)
  expect(heard.headers.get('content-type')).toBe('audio/wav')
  expect(soundIn(Buffer.from(await heard.arrayBuffer()))?.ms).toBe(first?.ms)
  const forged = `${first?.url.slice(0, -4)}AAAA`
  expect((await fetch(`${url}${forged}`)).status).toBe(404)
  server.clock.advance(601_000)
  expect((await fetch(`${url}${first?.url}`)).status).toBe(404)
})

test('what was made before is not made again', async () => {
  const [before] = await ask('two', '再来一次')
  const rows = await server.db.query.selectFrom('voice_clip').selectAll().execute()
  const [again] = await ask('three', '再来一次', { prepare: true })
  expect(again?.pieces[0]?.hash).toBe(before?.pieces[0]?.hash)
  expect(await server.db.query.selectFrom('voice_clip').selectAll().execute()).toEqual(rows)
})

test('of nothing to say there are no pieces; a room of another PC, or none, is refused', async () => {
  expect(await ask('empty', '👍👍')).toMatchObject([{ of: 0, pieces: [] }])
  const other = await buildRoom(server.platform)
  expect(await ask('other', '好', { room_code: other.room_code })).toMatchObject([
    { fault: 'no such room', pieces: [] },
  ])
  expect(await ask('none', '好', { room_code: 'R-0' })).toMatchObject([{ fault: 'no such room' }])
})

test('what a room chose is how it sounds; a voice of another organisation, or none, is not heard', async () => {
  const voices = [
    { voice_id: 'own', org_id: room.org_id, enabled: 1 },
    { voice_id: 'off', org_id: null, enabled: 0 },
    { voice_id: 'foreign', org_id: 'other', enabled: 1 },
  ] as const
  await server.db.query
    .insertInto('voice')
    .values(
      voices.map((voice) => ({
        ...voice,
        name: voice.voice_id,
        provider: 'embedded' as const,
        engine_voice: 'cmn',
        lang: 'zh-CN',
        gender: 'neutral' as const,
        params_json: JSON.stringify({ speed: 1.2, pitch: 1, volume: 0.5 }),
        licence_json: null,
        expire_at: null,
        builtin: 0 as const,
        version: 1,
        created_at: 0,
        updated_at: 0,
      })),
    )
    .execute()
  await server.db.query
    .insertInto('voice_on_server')
    .values(voices.map(({ voice_id }) => ({ voice_id, server_id: 'builtin:embedded' })))
    .execute()
  const [named] = await ask('named', '好', { voice_id: 'own' })
  expect(named?.pieces[0]?.hash).toBe(clipKey({ ...EMBEDDED, speed: 1.2, pitch: 1 }, '好'))
  for (const voice_id of ['off', 'foreign', 'nowhere']) {
    const [own] = await ask(voice_id, '好', { voice_id })
    expect(own?.pieces[0]?.hash).toBe(clipKey(EMBEDDED, '好'))
  }
})

test('without the voice a sentence is refused at once, and other frames go on', async () => {
  const bare = await bootServer()
  const address = await bare.listen()
  const other = await buildPc(bare.platform)
  const dumb = await buildRoom(bare.platform, { pc_id: other.id })
  const { id: pc_id, private_key } = other
  const silent = await connectAgent(address, { pc_id, private_key, ts: bare.clock.now() })
  await silent.hello()
  expect(await ask('x', '好', { room_code: dumb.room_code }, silent)).toMatchObject([
    { fault: 'not made' },
  ])
  await bare.close()
})
