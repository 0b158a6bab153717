import type { Browser } from 'playwright-core'
import { openPage } from '@kaibo/testkit/browser.ts'

const LOADS = 3
const CPU_SLOWDOWN = 4

export interface Seen {
  /** To the first frame that shows it, in ms. */
  ready: number
  /** In script until then and for a second more, in ms. */
  script: number
}

export interface Screen {
  url: string
  path: string
  shows: string
  token?: string
}

/** A cold load on a machine that is four times slower: medians. */
export async function firstSeconds(browser: Browser, screen: Screen): Promise<Seen> {
  const all: Seen[] = []
  for (let load = 0; load < LOADS; load++) all.push(await once(browser, screen))
  return { ready: median(all.map(({ ready }) => ready)), script: median(all.map((a) => a.script)) }
}

async function once(browser: Browser, { url, path, shows, token }: Screen): Promise<Seen> {
  const page = await openPage(browser, url)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Performance.enable')
  const stored = JSON.stringify(JSON.stringify({ value: token, until: null }))
  const login = token ? `localStorage.setItem('kaibo:token', ${stored});` : ''
  await page.addInitScript({ content: login + noteFirst(shows) })
  await page.goto(path)
  const ready = await page.waitForFunction(() => (globalThis as { seenAt?: number }).seenAt)
  await page.waitForTimeout(1_000)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN
  const seen = { ready: (await ready.jsonValue()) ?? Number.NaN, script: script * 1_000 }
  await page.context().close()
  return seen
}

/** Runs in the page. */
const noteFirst = (selector: string) => `
  const look = () => {
    const shown = document.querySelector(${JSON.stringify(selector)})
    if (shown && shown.getBoundingClientRect().height > 0) window.seenAt = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
