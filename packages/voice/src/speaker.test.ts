import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ENGINE_LINE } from './engine.ts'
import { mannerOf } from './manner.ts'
import { EngineMissing, Speaker, type SpeakerTime } from './speaker.ts'

const AS_IT_IS = { speed: 1, pitch: 0 }
const ANSWERS = `
  process.stdin.on('data', (line) => {
    const { id, ...wanted } = JSON.parse(line)
    console.error(JSON.stringify(wanted))
    console.log(JSON.stringify({ id, ok: true, wav: '', ms: 5, phonemes: [], words: [] }))
  })`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibo-speaker-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A clock that stands still until it is moved. */
function clock() {
  let now = 0
  const timers = new Set<{ at: number; run: () => void }>()
  const time: SpeakerTime = {
    elapsed: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const advance = (ms: number) => {
    now += ms
    for (const timer of timers)
      if (timer.at <= now) {
        timers.delete(timer)
        timer.run()
      }
  }
  return { time, advance }
}

/** A program of this code in the place of the one that speaks. */
async function program(code: string) {
  const file = join(folder, 'program.mjs')
  await writeFile(file, code)
  const { time, advance } = clock()
  const lines: string[] = []
  const log = { warn: (about: object) => void lines.push(JSON.stringify(about)), error() {} }
  return { advance, lines, speaker: new Speaker({ file, time, log }) }
}

test('one that ends is refused, what waits as well, and later it is started again', async () => {
  const flag = join(folder, 'ran')
  const { advance, speaker } = await program(`
    import { existsSync, writeFileSync } from 'node:fs'
    if (!existsSync(${JSON.stringify(flag)})) { writeFileSync(${JSON.stringify(flag)}, ''); process.exit(1) }
    ${ANSWERS}`)
  const both = [speaker.say('一', AS_IT_IS), speaker.say('二', AS_IT_IS)]
  for (const one of both) await expect(one).rejects.toThrow('语音程序退出')
  expect(existsSync(flag)).toBe(true)
  expect(speaker.available).toBe(false)
  advance(500)
  expect(speaker.available).toBe(true)
  expect(await speaker.say('三', AS_IT_IS)).toMatchObject({ ms: 5 })
  speaker.close()
})

test.each([
  ['hangs', 'setInterval(() => {}, 1000)'],
  ['says nonsense', `process.stdin.on('data', () => console.log('{"id":1,"ok":"maybe"}\\nhello'))`],
])('one that %s is killed after ten seconds', async (_, code) => {
  const { advance, speaker } = await program(code)
  const refused = expect(speaker.say('一', AS_IT_IS)).rejects.toThrow('语音程序退出')
  advance(10_000)
  await refused
  speaker.close()
})

test('it is told how to speak, and nothing of what its starter keeps secret', async () => {
  process.env['KAIBO_TEST_SECRET'] = 'secret'
  const { lines, speaker } = await program(
    `console.error(Object.keys(process.env).join()); ${ANSWERS}`,
  )
  await speaker.say('快', mannerOf({ speed: 1.5, pitch: -20 }))
  delete process.env['KAIBO_TEST_SECRET']
  await expect.poll(() => lines.length).toBe(2)
  expect(lines.join()).not.toContain('KAIBO_TEST_SECRET')
  expect(lines[1]).toContain(String.raw`\"rate\":240,\"pitch\":0`)
  speaker.close()
})

test('what is not wanted any more is not begun', async () => {
  const { lines, speaker } = await program(ANSWERS)
  const ended = new AbortController()
  const first = speaker.say('一', AS_IT_IS)
  const second = speaker.say('二', AS_IT_IS, ended.signal)
  expect(speaker.load).toBe(2)
  ended.abort()
  await expect(second).rejects.toThrow('不再需要')
  await first
  await speaker.say('三', AS_IT_IS)
  await expect.poll(() => lines.length).toBe(2)
  expect(lines.join()).not.toContain('二')
  speaker.close()
})

test('after ten idle minutes it rests, and is started anew for the next', async () => {
  const { advance, lines, speaker } = await program(`console.error('begun'); ${ANSWERS}`)
  await speaker.say('一', AS_IT_IS)
  advance(600_000)
  await speaker.say('二', AS_IT_IS)
  await expect.poll(() => lines.filter((line) => line.includes('begun')).length).toBe(2)
  speaker.close()
})

test('one that lacks its engine says so, and is started again at once: somebody may have installed it', async () => {
  const flag = join(folder, 'installed')
  const { speaker } = await program(`
    import { existsSync } from 'node:fs'
    if (!existsSync(${JSON.stringify(flag)}))
      process.stdout.write('{"ready":false,"why":"engine"}\\n', () => process.exit(1))
    else {${ANSWERS}}`)
  for (const text of ['一', '二'])
    await expect(speaker.say(text, AS_IT_IS)).rejects.toThrow(EngineMissing)
  await writeFile(flag, '')
  expect(await speaker.say('三', AS_IT_IS)).toMatchObject({ ms: 5 })
  speaker.close()
})

test('the line that installs the engine has the version that the program is made for', async () => {
  const file = new URL('../../../apps/speaker/package.json', import.meta.url)
  const { optionalDependencies } = JSON.parse(await readFile(file, 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  expect(ENGINE_LINE).toContain(`sherpa-onnx-node@${optionalDependencies['sherpa-onnx-node']}`)
})
