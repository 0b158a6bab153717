// The stage's page: how much is sent for it, what a frame of twelve layers costs without a GPU, and its memory over half-second lines.
// A line takes as long as it sounds, so 100 of them take a minute or two; `npm run bench -- stage-page 600` is the whole figure.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { LocalServer } from '@kaibo/agent/local/local-server.ts'
import { desiredRoom } from '@kaibo/agent/rooms/desired.fixture.ts'
import type { StageVoice } from '@kaibo/agent/stage/around.ts'
import { stageFiles } from '@kaibo/agent/stage/builtin.ts'
import { StageDesk } from '@kaibo/agent/stage/stage-desk.ts'
import { systemTime } from '@kaibo/agent/time/time.ts'
import type { Layer } from '@kaibo/contract/stage/scene.schema.ts'
import { toneWav } from '@kaibo/testkit/voice-server.ts'
import { launchBrowser, openPage, until } from '@kaibo/testkit/browser.ts'

const LINES = Number(process.argv[2] ?? 100)
const LINE_MS = 500
const LAYERS = 12
const TOKEN = 'a-token-of-this-room'

/** As the build puts it into the agent. */
const bundler = new URL('../scripts/bundle.mjs', import.meta.url).href
const { scriptOf } = (await import(bundler)) as { scriptOf: (file: string) => Promise<string> }
const main = fileURLToPath(new URL('../apps/stage/src/page/main.ts', import.meta.url))
const files = { ...stageFiles.files, 'stage.js': await scriptOf(main) }

let sum = 0
for (const [name, text] of Object.entries(files)) {
  if (!/\.(html|css|js|svg)$/.test(name) || name.includes('avatar')) continue
  sum += brotliCompressSync(text).length
}
console.log(`the page with its pictures, brotli: ${(sum / 1_000).toFixed(1)} kB (at most 60)`)

const folder = await mkdtemp(join(tmpdir(), 'kaibo-bench-stage-'))
const clip = join(folder, 'half-a-second.wav')
await writeFile(clip, toneWav(LINE_MS))
const voice: StageVoice = {
  available: true,
  volumeOf: () => 1,
  direct: () => {},
  prepare: async () => {},
  speak: (text) => [
    {
      text,
      clip: Promise.resolve({ text, sound: clip, ms: LINE_MS, marks: null, via: 'server' }),
    },
  ],
}
const log = { debug() {}, info() {}, warn() {}, error() {} }
const server = await LocalServer.open('auto', null, log)
if (!server) throw new Error('no port')
const desk = new StageDesk({
  recorded: async () => null,
  server,
  fault: null,
  show: { ...stageFiles, files, scene: { ...stageFiles.scene, layers: twelve() } },
  packs: { scene: () => undefined },
  files: { path: async () => undefined, want: () => {}, isComing: () => false },
  voiceOf: () => voice,
  time: systemTime,
  log,
  changed: () => {},
  pictured: () => {},
})
desk.know([{ ...desiredRoom({ room_code: 'R1' }), stage: { token: TOKEN } }])

const browser = await launchBrowser()
const page = await openPage(browser, server.origin, { width: 540, height: 960 })
await page.addInitScript(() => {
  const costs: number[] = []
  Object.assign(window, { costs })
  const ask = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (draw) =>
    ask((at) => {
      const began = performance.now()
      draw(at)
      costs.push(performance.now() - began)
    })
})
await page.goto(`${server.origin}/stage/R1/#${TOKEN}`)
await page.getByRole('button', { name: '点击开始播放' }).click()
await until('it is the program', async () => desk.report('R1')?.program?.audio === 'ok')

const devtools = await page.context().newCDPSession(page)
/** After all that can go is gone, in MB. */
async function memory() {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
const say = (index: number) =>
  new Promise<string>((resolve) => {
    let end = 'silent'
    desk.mouthOf('R1')?.say(sentenceOf(index), {
      speaking: () => {},
      spoken: (played) => (end = played?.heard ? 'heard' : 'unheard'),
      failed: (why) => (end = why),
      over: () => resolve(end),
    })
  })

const ends = new Map<string, number>()
const marks = new Map<number, number>()
for (let index = 1; index <= LINES; index++) {
  const end = await say(index)
  ends.set(end, (ends.get(end) ?? 0) + 1)
  if (index === Math.round(LINES / 6) || index === LINES) marks.set(index, await memory())
}
const costs = await page.evaluate(() => (window as unknown as { costs: number[] }).costs)
const at = (share: number) =>
  (costs.toSorted((a, b) => a - b)[Math.floor(costs.length * share)] ?? NaN).toFixed(2)
console.log(
  `${LAYERS} layers: script ${at(0.5)} ms a frame, p95 ${at(0.95)} (at most 4), of ${costs.length} frames`,
)
console.log(`${LINES} lines: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}`)
const [[early, before] = [0, NaN], [late, after] = [0, NaN]] = [...marks]
const change = ((after / before - 1) * 100).toFixed(1)
console.log(
  `heap after ${early} lines ${before.toFixed(2)} MB, after ${late} ${after.toFixed(2)} MB: ${change} % (at most ±5)`,
)

desk.close()
await browser.close()
await server.close()
await rm(folder, { recursive: true })

/** The default scene, and texts over it until it has twelve layers. */
function twelve(): Layer[] {
  const { layers } = stageFiles.scene
  const more = Array.from({ length: Math.max(0, LAYERS - layers.length) }, (_, index) =>
    textLayer(index),
  )
  return [...layers.slice(0, -1), ...more, ...layers.slice(-1)]
}

function textLayer(index: number): Layer {
  return {
    id: `text-${index}`,
    kind: 'text',
    x: 40,
    y: 200 + index * 90,
    w: 1_000,
    h: 80,
    rotate: index,
    opacity: 0.9,
    locked: false,
    hidden: false,
    text: `第${index}行字，写在画面上`,
    size: 48,
    colour: '#ffffff',
    outline: '#000000',
    align: 'left',
  }
}

function sentenceOf(index: number) {
  const text = `第${index}句话，谢谢大家`
  const own = { event_id: null, node: null, cause: '', insert_id: null }
  const waits = { since: 0, expires_at: Infinity, isHeld: false, isNext: false }
  return { speech_id: `line-${index}`, text, priority: 50, ...own, ...waits }
}
