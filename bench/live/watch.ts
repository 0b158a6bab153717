import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openPage } from '@kaibo/testkit/browser.ts'
import { heapOf } from './heap.ts'

export interface Watched {
  page: Page
  devtools: CDPSession
}

export interface Busy {
  /** Of the main thread's processor time, in per cent of the time that passed. */
  share: number
  script: number
  style: number
  longTasks: number
  longestTaskMs: number
  /** Rooms that were said to have changed, and the messages that said it, a second. */
  changes: number
  messages: number
  heapMb: number
}

interface Noted {
  tasks: number[]
  messages: number
  changes: number
}

/** Runs in the page before anything else: notes long tasks, and what the live channel says. */
const NOTES = `{
  const noted = (window.noted = { tasks: [], messages: 0, changes: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.tasks.push(duration)
  }).observe({ type: 'longtask' })
  const Socket = window.WebSocket
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        if (!data.startsWith('{"type":"event"')) return
        noted.messages += 1
        noted.changes += data.split('"room_code":').length - 1
      })
    }
  }
}`

export async function watch(
  browser: Browser,
  url: string,
  { path, token, shows }: { path: string; token: string; shows: string },
): Promise<Watched> {
  const page = await openPage(browser, url)
  // A test's pages are still; a person's are not.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const stored = JSON.stringify(JSON.stringify({ value: token, until: null }))
  await page.addInitScript({ content: `localStorage.setItem('kaibo:token', ${stored});${NOTES}` })
  await page.goto(path)
  await page.locator(shows).first().waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools }
}

/** What the page does by itself, watched from outside. */
export async function busyOver({ page, devtools }: Watched, seconds: number): Promise<Busy> {
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    const noted = await page.evaluate<Noted>('window.noted')
    return { of, noted, at: performance.now() / 1000 }
  }
  const before = await read()
  await sleep(seconds * 1000)
  const after = await read()
  const took = after.at - before.at
  const share = (name: string) => ((after.of(name) - before.of(name)) / took) * 100
  const tasks = after.noted.tasks.slice(before.noted.tasks.length)
  const rate = (name: 'messages' | 'changes') => (after.noted[name] - before.noted[name]) / took
  return {
    share: share('TaskDuration'),
    script: share('ScriptDuration'),
    style: share('LayoutDuration') + share('RecalcStyleDuration'),
    longTasks: tasks.length,
    longestTaskMs: Math.max(0, ...tasks),
    changes: rate('changes'),
    messages: rate('messages'),
    heapMb: await heapOf(devtools),
  }
}

interface TraceEvent {
  name: string
  cat: string
  pid: number
  tid: number
  /** Processor time, in µs. */
  tdur?: number
  args?: { name?: string }
}

/**
 * The longest task of the main thread by processor time, in ms: on a machine that is busy with something else a task takes
 * longer than it works.
 */
export async function longestWork({ page }: Watched, seconds: number): Promise<number> {
  const browser = page.context().browser()
  if (!browser) return Number.NaN
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await sleep(seconds * 1000)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threads = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  )
  const mains = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`))
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  )
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
}

/** The 99th percentile of the time between two frames while `meanwhile` goes on, in ms. */
export async function frameP99({ page }: Watched, meanwhile: () => Promise<void>): Promise<number> {
  await page.evaluate(`{
    const gaps = (window.gaps = [])
    let last = performance.now()
    const frame = (now) => {
      gaps.push(now - last)
      last = now
      window.counting = requestAnimationFrame(frame)
    }
    window.counting = requestAnimationFrame(frame)
  }`)
  await meanwhile()
  const gaps = await page.evaluate<number[]>(`(cancelAnimationFrame(window.counting), window.gaps)`)
  return percentile(gaps.slice(1), 0.99)
}

const STEP_PX = 240
const STEP_MS = 40
const STEPS_A_WAY = 50

/** The wheel down and up again, over the rows. */
export async function wheel({ page }: Watched): Promise<void> {
  await page.mouse.move(800, 700)
  for (const by of [STEP_PX, -STEP_PX])
    for (let step = 0; step < STEPS_A_WAY; step++) {
      await page.mouse.wheel(0, by)
      await sleep(STEP_MS)
    }
}

export interface Typed {
  ms: number
  /** The list waits for this key before it narrows. */
  sent: boolean
}

const GIVE_UP_MS = 1_500
/** Of names alone: letters and digits may be found in codes too. */
const KEYWORD = '海边'
const ROUNDS = 4

/** From a key press in the filter to the painted frame in which every row that shows has what was typed in its name. */
export async function typing({ page }: Watched): Promise<Typed[]> {
  const box = page.getByPlaceholder('名称、编号或账号')
  const typed: Typed[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await box.click()
    for (const key of KEYWORD) {
      await noteNext(page)
      await page.keyboard.insertText(key)
      let ms = await noted(page)
      if (ms === undefined) {
        await noteNext(page)
        await page.keyboard.press('Enter')
        ms = await noted(page)
        typed.push({ ms: ms ?? Number.NaN, sent: true })
      } else typed.push({ ms, sent: false })
    }
    await box.fill('')
    await page.keyboard.press('Enter')
    await sleep(700)
  }
  return typed
}

/** Runs in the page. As text: what a build adds to a function is not known there. */
const noteNext = (page: Page) =>
  page.evaluate(`{
    window.typedMs = undefined
    const isNarrowed = () => {
      const value = document.querySelector('[role=search] input').value
      const names = [...document.querySelectorAll('main [data-row-at]')]
        .filter((one) => one.checkVisibility())
        .map((one) => (one.querySelector('h3, th') ?? one).textContent)
      return names.length > 0 && value !== '' && names.every((name) => name.includes(value))
    }
    let isBegun = false
    const begin = ({ timeStamp }) => {
      if (isBegun) return
      isBegun = true
      const look = () => {
        if (isNarrowed()) setTimeout(() => (window.typedMs = performance.now() - timeStamp))
        else if (performance.now() - timeStamp < ${GIVE_UP_MS}) requestAnimationFrame(look)
        else window.typedMs = null
      }
      requestAnimationFrame(look)
    }
    for (const kind of ['input', 'keydown']) addEventListener(kind, begin, { once: true, capture: true })
  }`)

async function noted(page: Page): Promise<number | undefined> {
  await page.waitForFunction(() => (globalThis as { typedMs?: unknown }).typedMs !== undefined)
  return (await page.evaluate<number | null>('window.typedMs')) ?? undefined
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
