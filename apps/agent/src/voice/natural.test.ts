import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import { modelArchive } from '@kaibo/testkit/model-archive.ts'
import { programOf } from '@kaibo/testkit/program.ts'
import { meloDouble } from '@kaibo/testkit/voice-double.ts'
import { NO_ENGINE } from '@kaibo/voice/engine.ts'
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
let heard: ReturnType<typeof heardLog>
let voices: Voices
let voice: RoomVoice

beforeEach(async () => {
  folder = await freshFolder()
  archive = join(folder, 'model.tar.bz2')
  await writeFile(archive, ARCHIVE)
  fetched = []
  heard = heardLog()
})
afterEach(() => voices?.close())

async function open(file = program.file): Promise<void> {
  voices = await Voices.open({
    folder,
    models: join(folder, 'models'),
    file,
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
    log: heard.log,
  })
  voice = voices.of('R1')
}
const pathOf = async (text: string) => {
  const [clip] = await Promise.all(voice.speak(text).map((part) => part.clip))
  return String(clip?.sound)
}
const said: string[] = []
const command = (args: string[], yes = true, file = program.file) =>
  addModel(
    [...args, '--data', folder, '--speaker', file],
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

const missingLines = () => heard.lines.filter((line) => line.includes(NO_ENGINE.zh))

test('without its engine the line that installs it is said; once that was run, the model is used', async () => {
  const bare = join(folder, 'kaibo-speaker')
  await cp(dirname(program.file), bare, { recursive: true })
  await writeFile(join(bare, 'package.json'), '{"type":"module"}')
  const file = join(bare, 'main.js')
  expect(await command(['add', archive], true, file)).toBe(false)
  expect(said.at(-1)).toBe(`没有添加：${NO_ENGINE.zh}`)
  expect(NO_ENGINE.zh).toContain('npm install --prefix kaibo-speaker sherpa-onnx-node@')

  await open(file)
  voice.direct({ voice_id: 'v', seed: SEED, model: FILE, volume: 1 })
  await expect.poll(() => missingLines().length).toBe(1)
  voices.own.naturals.look()
  await voices.own.naturals.tried
  expect(missingLines()).toHaveLength(1)
  await symlink(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(bare, 'node_modules'),
  )
  voices.own.naturals.look()
  await voices.own.naturals.tried
  expect(voices.own.naturals.choose('')).toBe(SHA256)
})

/** The process that runs a program of these tests. */
async function pidOf(program_name: string): Promise<number> {
  const file = join(dirname(program.file), program_name)
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(file)) return Number(pid)
  }
  throw new Error(`${program_name} does not run`)
}

test.skipIf(!existsSync('/proc/self/cmdline'))(
  'killed while it speaks: the sentence is said by the plain voice, and later ones by the model again',
  async () => {
    await command(['add', archive])
    await open()
    await voices.own.naturals.tried
    expect(await pathOf('你好')).toContain(clipKey(SEED, '你好'))
    const pid = await pidOf('natural.js')
    process.kill(pid, 'SIGSTOP')
    const saying = [pathOf('谢谢大家'), pathOf('早上')]
    process.kill(pid, 'SIGKILL')
    expect(await Promise.all(saying)).toEqual([
      expect.stringContaining(clipKey(EMBEDDED, '谢谢大家')),
      expect.stringContaining(clipKey(EMBEDDED, '早上')),
    ])
    let count = 0
    const next = async () => {
      const text = '一二三'.repeat(++count)
      return (await pathOf(text)).includes(clipKey(SEED, text))
    }
    await expect.poll(next, { timeout: 10_000, interval: 200 }).toBe(true)
  },
)
