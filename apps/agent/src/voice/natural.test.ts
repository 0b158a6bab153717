import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import { modelArchive } from '@kaibo/testkit/model-archive.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { meloDouble } from '@kaibo/testkit/voice-double.ts'
import { clipKey, EMBEDDED, NATURAL } from '@kaibo/voice/seed.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ServerClock } from '#time/server-clock.ts'
import { systemTime } from '#time/time.ts'
import { addModel, BadVoiceCommand } from './add-model.ts'
import type { RoomVoice } from './room-voice.ts'
import { Voices } from './voices.ts'

const SPEAKER = new URL('../../../speaker/src/main.ts', import.meta.url)
const program = programOf(SPEAKER, './natural.ts', './unpack.ts')
const ARCHIVE = modelArchive()
const SHA256 = createHash('sha256').update(ARCHIVE).digest('hex')
const FILE: PackedFile = {
  asset_id: 'm',
  sha256: SHA256,
  bytes: ARCHIVE.length,
  type: 'application/x-bzip2',
}
const SEED = { ...EMBEDDED, provider: NATURAL, model: SHA256, voice: '0' }

let folder: string
let archive: string
let fetched: string[]
let voices: Voices
let voice: RoomVoice

beforeEach(async () => {
  folder = await freshFolder()
  archive = join(folder, 'model.tar.bz2')
  await writeFile(archive, ARCHIVE)
  fetched = []
})
afterEach(() => voices?.close())

async function open(): Promise<void> {
  voices = await Voices.open({
    folder,
    models: join(folder, 'models'),
    file: program.file,
    files: {
      get: async ({ sha256 }) => {
        fetched.push(sha256)
        return archive
      },
    },
    server: new URL('http://127.0.0.1:1'),
    send: () => false,
    time: systemTime,
    clock: new ServerClock(systemTime),
    log: heardLog().log,
  })
  voice = voices.of('R1')
}
const pathOf = async (text: string) => {
  const [clip] = await Promise.all(voice.speak(text).map((part) => part.clip))
  return String(clip?.sound)
}
const said: string[] = []
const command = (args: string[], yes = true) =>
  addModel(
    [...args, '--data', folder, '--speaker', program.file],
    { env: {}, main: '/nowhere/main.js' },
    { say: (line) => void said.push(line), confirm: async () => yes },
  )

test('added at the PC: its licence is shown, it is heard, and rooms speak by it', async () => {
  expect(await command(['add', archive])).toBe(true)
  expect(said.join('\n')).toMatch(/MIT License[^]*已添加，首音\d+毫秒/)
  await open()
  await voices.own.naturals.tried
  expect(await pathOf('谢谢大家')).toContain(clipKey(SEED, '谢谢大家'))
  expect(await command(['add', archive])).toBe(true)
  expect(said.at(-1)).toBe('这个模型已经添加过')
})

test('one whose licence is not confirmed, or that is no model, is not there', async () => {
  expect(await command(['add', archive], false)).toBe(false)
  await writeFile(archive, modelArchive({ ...meloDouble(), 'model.onnx': 'none' }))
  expect(await command(['add', archive])).toBe(false)
  expect(said.at(-1)).toMatch(/没有添加：模型读不出来/)
  await writeFile(archive, 'no archive')
  expect(await command(['add', archive])).toBe(false)
  expect(said.at(-1)).toMatch(/没有添加：压缩包已损坏/)
  expect(await readdir(join(folder, 'models'))).toEqual([])
  await expect(command(['add'])).rejects.toThrow(BadVoiceCommand)
  await expect(command(['add', join(folder, 'none')])).rejects.toThrow('读不到文件')
})

test('the model of the room’s voice comes from the server, and says the same clip', async () => {
  await open()
  voice.direct({ voice_id: 'v', seed: SEED, model: FILE, volume: 1 })
  await expect.poll(() => voices.own.naturals.choose(''), { timeout: 10_000 }).toBe(SHA256)
  expect(await pathOf('你好')).toContain(clipKey(SEED, '你好'))
  voice.direct({ voice_id: 'w', seed: SEED, model: FILE, volume: 1 })
  expect(fetched).toEqual([SHA256])
})

test('a model that cannot be used, or a text that it cannot say, leaves the plain voice', async () => {
  const broken = join(folder, 'models', 'a'.repeat(64))
  await mkdir(broken, { recursive: true })
  await writeFile(join(broken, 'tokens.txt'), '')
  await open()
  await voices.own.naturals.tried
  expect(await pathOf('你好')).toContain(clipKey(EMBEDDED, '你好'))
  await command(['add', archive])
  voices.own.naturals.look()
  await voices.own.naturals.tried
  expect(await pathOf('你好世界')).toContain(clipKey(SEED, '你好世界'))
  expect(await pathOf('龘')).toContain(clipKey(EMBEDDED, '龘'))
})
