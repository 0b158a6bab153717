// What the wall and the table cost a console while rooms are on air: processor time, long tasks, frames, scrolling and the
// filter, beside a page at rest in the same run; with `heap`, what they hold over ten minutes. Needs `npm run build`.
// `npm run bench -- console-live [ROOMS/ON_AIR/MESSAGES_A_SECOND …] [heap [MINUTES]]`
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { launchBrowser } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '@kaibo/testkit/process.ts'
import { seedNight, type Size } from '@kaibo/testkit/build/night.build.ts'
import { Studio } from '@kaibo/testkit/studio.ts'
import { heldBy, madeIn } from './live/heap.ts'
import {
  busyOver,
  frameP99,
  longestWork,
  percentile,
  typing,
  watch,
  wheel,
  type Watched,
} from './live/watch.ts'

const SIZES = ['120/49/47', '500/200/200']
const AIM = { busy: 12, task: 50, frame: 20, overIdle: 3, scroll: 33, key: 100, heap: 5 }
/** The larger night may cost this much more. */
const LARGER = 1.5
const WATCHED_S = 60
const FRAMES_S = 20
const SETTLE_S = 5
const WARM_UP_MINUTES = 3

const given = process.argv.slice(2)
const heapAt = given.indexOf('heap')
const heapMinutes = heapAt < 0 ? 0 : Number(given[heapAt + 1] ?? 10)
const named = heapAt < 0 ? given : given.slice(0, heapAt)
const sizes = (named.length > 0 ? named : heapMinutes > 0 ? SIZES.slice(0, 1) : SIZES).map(sizeOf)

function sizeOf(text: string): Size {
  const [rooms = 0, onAir = 0, messages = 0] = text.split('/').map(Number)
  return { rooms, onAir, messages }
}

const views = {
  wall: { path: screens.digitalActor.path, shows: 'article' },
  table: { path: `${screens.digitalActor.path}?view=table`, shows: 'tbody [data-row-at]' },
}

interface Scene {
  browser: Browser
  server: ServerProcess
  token: string
  studio: Studio
}

/** What was started, the last first; also where this is ended from outside. */
const ends: (() => unknown)[] = []
async function endAll(): Promise<void> {
  for (const end of ends.splice(0)) await end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)))

for (const size of sizes) await night(size)

async function night(size: Size): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
  ends.unshift(() => rmSync(dataDir, { recursive: true, force: true }))
  try {
    const airs = await seedNight(dataDir, size)
    const server = await startServer({ KAIBO_DATA_DIR: dataDir, KAIBO_LOG_LEVEL: 'error' })
    ends.unshift(() => server.dispose())
    const studio = await Studio.connect(server.url, airs)
    ends.unshift(() => studio.close())
    const browser = await launchBrowser()
    ends.unshift(() => browser.close())
    const { token } = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
    const { rooms, onAir, messages } = size
    console.log(
      `${rooms} rooms, ${onAir} on air, ${messages} messages/s; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    )
    const scene = { browser, server, token, studio }
    await (heapMinutes > 0 ? holds(scene, size) : costs(scene, size))
  } finally {
    await endAll()
  }
}

async function costs({ browser, server, token, studio }: Scene, size: Size): Promise<void> {
  const more = size.rooms > 120 ? LARGER : 1
  const rest = await watch(browser, server.url, {
    path: screens.account.path,
    token,
    shows: 'tbody [data-row-at]',
  })
  await sleep(SETTLE_S * 1000)
  const resting = await busyOver(rest, FRAMES_S)
  const restFrame = await frameP99(rest, () => sleep(FRAMES_S * 1000))
  await rest.page.context().close()
  console.log(`idle page: busy ${resting.share.toFixed(1)} %, frame p99 ${restFrame.toFixed(1)} ms`)

  studio.speak(size.messages)
  for (const [name, view] of Object.entries(views)) {
    const began = performance.now()
    const watched = await watch(browser, server.url, { ...view, token })
    const tell = teller(name)
    tell('first room after', performance.now() - began, 'ms, without a cold cache')
    await sleep(SETTLE_S * 1000)
    const busy = await busyOver(watched, WATCHED_S)
    tell('heard a second', busy.changes, `rooms changed, in ${busy.messages.toFixed(1)} messages`)
    tell(
      'busy',
      busy.share,
      `% (script ${busy.script.toFixed(1)}, style and layout ${busy.style.toFixed(1)})`,
      AIM.busy * more,
    )
    tell(`tasks over ${AIM.task} ms`, busy.longTasks, `in ${WATCHED_S} s`, 0)
    tell('longest task', busy.longestTaskMs, 'ms', AIM.task * more)
    const work = await longestWork(watched, FRAMES_S)
    tell('longest task by its own work', work, 'ms of processor time', AIM.task * more)
    const frame = await frameP99(watched, () => sleep(FRAMES_S * 1000))
    tell('frame p99', frame, 'ms', Math.max(AIM.frame, restFrame + AIM.overIdle) * more)
    const scroll = await frameP99(watched, () => wheel(watched))
    tell('scroll frame p99', scroll, 'ms', AIM.scroll * more)
    await keys(watched, more, tell)
    tell('heap after GC', busy.heapMb, 'MB')
    await watched.page.context().close()
  }
  studio.pause()
}

async function keys(watched: Watched, more: number, tell: Tell): Promise<void> {
  const typed = await typing(watched)
  const how = typed.some(({ sent }) => sent) ? 'ms (after Enter)' : 'ms'
  const worst = Math.max(...typed.map(({ ms }) => ms))
  const half = percentile(
    typed.map(({ ms }) => ms),
    0.5,
  )
  tell('key press to result, half of them', half, how)
  tell('key press to result, the slowest', worst, how, AIM.key * more)
}

/**
 * Whether what a page holds grows: once a minute after a collection, beside what it held when it was warm. In the first minutes
 * the browser compiles what runs often, the longer the less of the processor it gets, and that is in the heap too: what the
 * program itself made is told apart from it.
 */
async function holds({ browser, server, token, studio }: Scene, size: Size): Promise<void> {
  studio.speak(size.messages)
  for (const [name, view] of Object.entries(views)) {
    const { page, devtools } = await watch(browser, server.url, { ...view, token })
    const tell = teller(name)
    const minutes = async (count: number) => {
      const held: number[] = []
      for (let minute = 0; minute < count; minute++) {
        await sleep(60_000)
        held.push(await heldBy(devtools))
      }
      return held
    }
    const first = await minutes(WARM_UP_MINUTES)
    const warm = first.at(-1) ?? Number.NaN
    const made = await madeIn(devtools)
    const later = await minutes(heapMinutes)
    const off = (than: number) => Math.max(...later.map((mb) => (Math.abs(mb - than) / than) * 100))
    tell('heap after GC, warming up', warm, `MB in the end: ${listOf(first)}`)
    tell('heap after GC, off its first minute', off(first[0] ?? Number.NaN), '% at most')
    tell('heap after GC, off what it was warm', off(warm), `% at most: ${listOf(later)}`)
    const middle = (Math.min(...later) + Math.max(...later)) / 2
    tell('heap after GC, off its middle', off(middle), `% either way`, AIM.heap)
    const end = await madeIn(devtools)
    const grown = (Math.abs(end - made) / made) * 100
    tell('of that, made by the program', grown, `% off its ${made.toFixed(2)} MB`, AIM.heap)
    await page.context().close()
  }
}

function listOf(held: readonly number[]): string {
  return held.map((mb) => mb.toFixed(1)).join(' ')
}

type Tell = ReturnType<typeof teller>

/** One line a figure, with its aim; a figure beyond its aim is the program's exit code too. */
function teller(name: string) {
  return (what: string, value: number, unit: string, aim?: number) => {
    const isMet = aim === undefined || value <= aim
    const mark = aim === undefined ? '' : ` — aim ≤ ${aim.toFixed(0)}: ${isMet ? 'met' : 'NOT MET'}`
    console.log(`${name}: ${what} ${value.toFixed(1)} ${unit}${mark}`)
    if (!isMet) process.exitCode = 1
  }
}
