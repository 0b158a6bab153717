import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { voiceServer, type VoiceServer } from '@kaibo/testkit/voice-server.ts'
import { createOutgoing } from '#platform/outgoing/outgoing.ts'
import { createOpenaiEngine } from './voice.openai.ts'
import { createPorts } from './voice.ports.ts'
import { VoiceBusy } from './voice.provider.ts'
import { serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'

let there: VoiceServer
let server: TestServer
let admin: Login

beforeEach(async () => {
  there = await voiceServer()
  server = await bootServer({ config: { localServices: [there.port] } })
  admin = await server.login('admin')
})
afterEach(async () => {
  await server.close()
  await there.close()
})

type Draft = Partial<InputOf<typeof voiceApi.saveServer>>

/** A voice on a server of its own. */
async function spoken(more: Draft = {}) {
  const row = await serverOf(server, { base_url: there.base_url, api_key: 'sk-1', ...more })
  const { data } = await server.call(
    voiceApi.add,
    voiceDraft({ server_ids: [row.server_id], engine_voice: 'nova', extra: '{"emotion":"happy"}' }),
    admin,
  )
  return { ...row, voice_id: data.voice_id }
}
const test1 = (voice_id: string, more: { port_id?: string } = {}) =>
  server.call(voiceApi.test, { voice_id, text: '欢迎来到直播间', ...more }, admin)
const ports = async (server_id: string) =>
  (await server.call(voiceApi.ports, { server_id }, admin)).data.list
const speak = (voice_id: string, room_id?: string) =>
  server.app.voice.ports.speak(
    { voice_id, text: '你好', ...(room_id !== undefined && { room_id }) },
    AbortSignal.timeout(10_000),
  )

test('a trial asks the server as it is set up, and says how long it took and how it sounds', async () => {
  const { voice_id, server_id } = await spoken()
  const { code, data } = await test1(voice_id)
  expect(code).toBe(0)
  expect(data).toMatchObject({ ms: 600, silent: false, clipped: false, port: { number: 1 } })
  expect(data.rms_db).toBeCloseTo(-15.3, 0)
  expect(data.first_ms).toBeLessThanOrEqual(data.total_ms)
  const asked = there.asked.at(-1)
  expect(asked?.headers.authorization).toBe('Bearer sk-1')
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    emotion: 'happy',
    model: 'tts-1',
    input: '欢迎来到直播间',
    voice: 'nova',
    response_format: 'wav',
    speed: 1,
  })
  const heard = await server.app.http.inject(data.url)
  expect(heard.headers['content-type']).toBe('audio/wav')
  expect(heard.rawPayload.toString('latin1', 0, 4)).toBe('RIFF')
  expect((await server.app.http.inject(`${data.url}x`)).statusCode).toBe(404)
  server.clock.set(server.clock.now() + 601_000)
  expect((await server.app.http.inject(data.url)).statusCode).toBe(404)
  expect(await ports(server_id)).toMatchObject([{ state: 'idle', queue: 0 }])
})

test.each([
  [{ does: 'lies' }, /不是有效的WAV/],
  [{ does: 'refuses', status: 500 }, /服务器应答500/],
  [{ does: 'refuses', status: 400 }, /服务器应答400/],
  [{ does: 'redirects', to: 'http://169.254.169.254/' }, /不跟随/],
] as const)('a server that %j is told in words, without what it answered', async (manner, said) => {
  there.manner = manner
  const { voice_id } = await spoken()
  const answer = await test1(voice_id)
  expect(answer).toMatchObject({ code: 1008, msg: expect.stringMatching(said) })
  expect(JSON.stringify(answer)).not.toMatch(/秘密|html/)
})

test('silence is told as such', async () => {
  there.manner = { does: 'silent' }
  const { voice_id } = await spoken()
  expect((await test1(voice_id)).data).toMatchObject({ silent: true, rms_db: -120 })
})

test('a port says one sentence at a time, however many want one', async () => {
  there.manner = { does: 'speaks', afterMs: 30 }
  const { voice_id, server_id } = await spoken({ ports: 2 })
  const made = await Promise.all(Array.from({ length: 8 }, () => speak(voice_id)))
  expect(made).toHaveLength(8)
  expect(there.mostAtOnce).toBe(2)
  const told = await server.call(
    voiceApi.statistic,
    { server_id, from: server.clock.now() - 3_600_000, to: server.clock.now() + 1 },
    admin,
  )
  expect(told.data.list.reduce((sum, { count }) => sum + count, 0)).toBe(8)
  expect(await server.db.query.selectFrom('voice_wait').selectAll().execute()).toEqual([])
})

test('also of several servers a port says one sentence at a time', async () => {
  there.manner = { does: 'speaks', afterMs: 30 }
  const { voice_id } = await spoken({ ports: 2 })
  const outgoing = createOutgoing({ localPorts: [there.port], ownPorts: () => [] })
  const openai = createOpenaiEngine(outgoing, server.platform.seal, async () => undefined)
  const other = createPorts(server.platform, { openai })
  const wanted = { voice_id, text: '你好' }
  const both = [server.app.voice.ports, other]
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      both.map((one) => one.speak(wanted, AbortSignal.timeout(10_000))),
    ).flat(),
  )
  expect(made).toHaveLength(12)
  expect(there.mostAtOnce).toBe(2)
  await other.close()
  outgoing.close()
})

test('a port whose holder died is free again', async () => {
  const { voice_id, server_id } = await spoken()
  await server.db.query
    .updateTable('voice_port')
    .set({ state: 'busy', job: 'of the dead', job_until: 1 })
    .where('server_id', '=', server_id)
    .execute()
  expect((await speak(voice_id)).type).toBe('audio/wav')
})

test('a room keeps its port; where that is busy for two seconds it borrows another', async () => {
  const { voice_id, server_id } = await spoken({ ports: 2 })
  const one = await buildOnAir(server.platform, { org_id: 'org-1' })
  const two = await buildOnAir(server.platform, { org_id: 'org-2' })
  const first = await speak(voice_id, one.room.id)
  const second = await speak(voice_id, two.room.id)
  expect(second.port_id).not.toBe(first.port_id)
  expect((await speak(voice_id, one.room.id)).port_id).toBe(first.port_id)
  await server.db.query
    .updateTable('voice_port')
    .set({ state: 'busy', job: 'long', job_until: Date.now() + 60_000 })
    .where('port_id', '=', first.port_id)
    .execute()
  const began = Date.now()
  expect((await speak(voice_id, one.room.id)).port_id).toBe(second.port_id)
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_900)
  const [hour] = (
    await server.call(
      voiceApi.statistic,
      { server_id, from: server.clock.now() - 3_600_000, to: server.clock.now() + 1 },
      admin,
    )
  ).data.list.filter(({ port_id }) => port_id === second.port_id)
  expect(hour).toMatchObject({ count: 2, borrowed: 1 })
})

test('a key that is refused takes a port down at once, the other one speaks; a probe brings it back', async () => {
  const { voice_id, server_id } = await spoken({ ports: 1 })
  there.manner = { does: 'refuses', status: 401 }
  expect(await test1(voice_id)).toMatchObject({ code: 1008, msg: expect.stringMatching(/401/) })
  expect(await ports(server_id)).toMatchObject([
    { state: 'down', errors: 1, why: expect.stringMatching(/密钥无效/) },
  ])
  const { data } = await server.call(voiceApi.servers, {}, admin)
  expect(data.list.find((row) => row.server_id === server_id)?.state).toBe('down')
  expect(await test1(voice_id)).toMatchObject({
    code: 1008,
    msg: expect.stringMatching(/都有故障/),
  })
  there.manner = { does: 'speaks' }
  server.clock.set(server.clock.now() + 31_000)
  await server.app.jobs.look()
  expect(await ports(server_id)).toMatchObject([{ state: 'idle' }])
  expect((await test1(voice_id)).code).toBe(0)
})

test('a server that nobody has asked for five minutes is tried before a room needs it', async () => {
  const { server_id } = await spoken({ ports: 2 })
  there.manner = { does: 'refuses', status: 401 }
  await server.app.jobs.look()
  expect(there.asked).toEqual([])
  server.clock.set(server.clock.now() + 301_000)
  await server.db.query.deleteFrom('job_lease').execute()
  await server.app.jobs.look()
  expect(there.asked).toHaveLength(1)
  expect(await ports(server_id)).toMatchObject([
    { state: 'down', why: expect.stringMatching(/密钥无效/) },
    { state: 'down' },
  ])
  there.manner = { does: 'speaks' }
  server.clock.set(server.clock.now() + 31_000)
  await server.db.query.deleteFrom('job_lease').execute()
  await server.app.jobs.look()
  expect(await ports(server_id)).toMatchObject([{ state: 'idle' }, { state: 'idle' }])
})

test('five failures within a minute take a port down; with another port nobody notices one', async () => {
  const { voice_id, server_id } = await spoken({ ports: 1 })
  there.manner = { does: 'lies' }
  for (let time = 0; time < 4; time++) await test1(voice_id)
  expect(await ports(server_id)).toMatchObject([{ state: 'idle', errors: 4 }])
  server.clock.set(server.clock.now() + 61_000)
  await test1(voice_id)
  expect(await ports(server_id)).toMatchObject([{ state: 'idle' }])
  for (let time = 0; time < 4; time++) await test1(voice_id)
  expect(await ports(server_id)).toMatchObject([{ state: 'down' }])
})

test('what was asked wrongly is no fault of the port, and is not asked of another', async () => {
  const { voice_id, server_id } = await spoken({ ports: 2 })
  there.manner = { does: 'refuses', status: 400 }
  const before = there.asked.length
  await expect(speak(voice_id)).rejects.toThrow('400')
  expect(there.asked.length - before).toBe(1)
  // However often: a name that a voice cannot say does not silence it for everybody
  for (let time = 0; time < 6; time++) await expect(speak(voice_id)).rejects.toThrow('400')
  expect((await ports(server_id)).map(({ state }) => state)).toEqual(['idle', 'idle'])
  const asked = there.asked.length
  there.manner = { does: 'refuses', status: 500 }
  await expect(speak(voice_id)).rejects.toThrow('500')
  expect(there.asked.length - asked).toBe(2)
  expect((await ports(server_id)).map(({ state }) => state)).toEqual(['idle', 'idle'])
})

test('where a port holds one voice, another is put in only when no room on air needs the first', async () => {
  const { voice_id, server_id } = await spoken({ swap: 1 })
  const other = await server.call(
    voiceApi.add,
    voiceDraft({ server_ids: [server_id], engine_voice: 'echo' }),
    admin,
  )
  const { room } = await buildOnAir(server.platform, { org_id: 'org-1' })
  await speak(voice_id, room.id)
  expect(await ports(server_id)).toMatchObject([{ voice: { id: voice_id } }])
  const wanted = { voice_id: other.data.voice_id, text: '好' }
  await expect(server.app.voice.ports.speak(wanted, AbortSignal.timeout(1_500))).rejects.toThrow()
  expect(await ports(server_id)).toMatchObject([{ voice: { id: voice_id } }])
  await server.db.query
    .updateTable('room')
    .set({ desired_run: 0 })
    .where('id', '=', room.id)
    .execute()
  await server.app.voice.ports.speak(wanted, AbortSignal.timeout(5_000))
  expect(await ports(server_id)).toMatchObject([{ voice: { id: other.data.voice_id } }])
})

test('rooms are moved: the next sentence comes from the new port', async () => {
  const { voice_id, server_id } = await spoken({ ports: 2 })
  const { room } = await buildOnAir(server.platform, { org_id: 'org-1' })
  const change = (input: InputOf<typeof voiceApi.change>) =>
    server.call(voiceApi.change, input, admin)
  const { room_code } = room
  expect((await change({ room_codes: [room_code] })).data.list).toMatchObject([
    { ok: false, msg: expect.stringMatching(/没有绑定端口/) },
  ])
  const { port_id: from } = await speak(voice_id, room.id)
  const to = (await ports(server_id)).find(({ port_id }) => port_id !== from)?.port_id ?? ''
  expect((await change({ room_codes: [room_code], port_id: to })).data.list).toMatchObject([
    { ok: true, port: { port_id: to } },
  ])
  expect((await speak(voice_id, room.id)).port_id).toBe(to)
  expect((await change({ from_port_id: to })).data.list).toMatchObject([{ ok: true }])
  expect((await speak(voice_id, room.id)).port_id).toBe(from)
  const elsewhere = { room_codes: [room_code], port_id: 'builtin:embedded-1' }
  expect((await change(elsewhere)).data.list).toMatchObject([
    { ok: false, msg: '目标端口没有此音色' },
  ])
  expect(await change({})).toMatchObject({ code: 1001 })
  expect(await change({ room_codes: ['NOSUCH22'] })).toMatchObject({ code: 1005 })
})

test('an expired voice is not tried, nor one without a server', async () => {
  const { voice_id, server_id, version } = await spoken()
  const { data } = await server.call(voiceApi.list, { voice_id }, admin)
  const licence = { holder: '某人', expire_at: server.clock.now() - 1 }
  await server.call(
    voiceApi.edit,
    { voice_id, version: data.list[0]?.version ?? 0, licence },
    admin,
  )
  expect(await test1(voice_id)).toMatchObject({
    code: 1006,
    msg: expect.stringMatching(/授权已过期/),
  })
  expect(await test1('builtin:embedded')).toMatchObject({ code: 1008 })
  await server.call(
    voiceApi.saveServer,
    {
      id: server_id,
      version,
      name: '停用',
      provider: 'openai',
      base_url: there.base_url,
      model: 'x',
      enabled: 0,
    },
    admin,
  )
  const off = await server.call(voiceApi.servers, { server_id }, admin)
  expect(off.data.list[0]?.state).toBe('off')
})

test('where far too many wait the next is refused at once', async () => {
  there.manner = { does: 'hangs' }
  const { voice_id } = await spoken()
  const gone = new AbortController()
  const wanted = { voice_id, text: '好' }
  const waiting = Array.from({ length: 9 }, () =>
    server.app.voice.ports.speak(wanted, gone.signal).catch(() => undefined),
  )
  await expect
    .poll(async () => (await server.db.query.selectFrom('voice_wait').selectAll().execute()).length)
    .toBe(8)
  await expect(server.app.voice.ports.speak(wanted, gone.signal)).rejects.toThrow(VoiceBusy)
  gone.abort()
  await Promise.all(waiting)
})
