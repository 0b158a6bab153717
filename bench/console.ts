// What a cold browser asks for before the login page and before the wall, and how soon the first picture is there, beside
// a console that loads everything at once and uncompressed. Needs `npm run build`.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { launchBrowser, openPage } from '@kaibo/testkit/browser.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import type { Browser, Page, Request } from 'playwright-core'

const ASSETS = fileURLToPath(new URL('../apps/console/dist/assets/', import.meta.url))
const AIM_KB = { login: 90, wall: 330 }
const LOADS = 5
const CPU_SLOWDOWN = 4
/** What has no business in either page, by words that stay in minified code. */
const HEAVY = { chart: /zrender/, editor: /prosemirror|codemirror|monaco/i, '3-D': /WebGLRenderer/ }

const everything = readdirSync(ASSETS)
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(ASSETS + name).length }))
const naiveBytes = everything.reduce((sum, { bytes }) => sum + bytes, 0)

interface Visit {
  path: string
  /** The stored token; without it every page is the login page. */
  token?: string
  /** The page stands when this is there. */
  shows: string
}

/** A browser that has never been here. */
async function arrive(browser: Browser, url: string, visit: Visit, prepare?: Prepare) {
  const page = await openPage(browser, url)
  const stored = JSON.stringify(JSON.stringify({ value: visit.token, until: null }))
  if (visit.token)
    await page.addInitScript({ content: `localStorage.setItem('kaibo:token', ${stored})` })
  await prepare?.(page)
  const asked: Request[] = []
  page.on('requestfinished', (request) => asked.push(request))
  await page.goto(visit.path)
  await page.locator(visit.shows).first().waitFor()
  return { page, asked }
}
type Prepare = (page: Page) => Promise<unknown>

async function weigh(browser: Browser, url: string, visit: Visit) {
  const { page, asked } = await arrive(browser, url, visit)
  // Before the login page begins, at rest, to fetch what follows it; the wall may still be fetching.
  if (visit.token) await page.waitForLoadState('networkidle')
  const files = asked.filter((request) => ['script', 'stylesheet'].includes(request.resourceType()))
  const sizes = await Promise.all(files.map((file) => file.sizes()))
  const texts = await Promise.all(files.map(async (file) => (await file.response())?.text() ?? ''))
  await page.context().close()
  return {
    files: files.length,
    kB: sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000,
    heavy: Object.entries(HEAVY)
      .filter(([, mark]) => texts.some((text) => mark.test(text)))
      .map(([name]) => name),
  }
}

/** First contentful paint in ms on a slow machine, median. */
async function firstPaint(browser: Browser, url: string, visit: Visit, also?: Prepare) {
  const times: number[] = []
  for (let load = 0; load < LOADS; load++) {
    const { page } = await arrive(browser, url, visit, async (page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
      await also?.(page)
    })
    times.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      ),
    )
    await page.context().close()
  }
  return times.toSorted((a, b) => a - b)[LOADS >> 1] ?? Number.NaN
}

/** The naive console: every chunk is evaluated before the one that starts the page. */
const eager: Prepare = (page) =>
  page.route(
    (url) => url.pathname.startsWith('/login') || url.pathname.startsWith('/digital'),
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? ''
      const entry = /src="\/assets\/([^"]+)"/.exec(html)?.[1]
      const tags = everything
        .filter(({ name }) => name.endsWith('.js') && name !== entry)
        .map(({ name }) => `<script type="module" nonce="${nonce}" src="/assets/${name}"></script>`)
      const body = html.replace('<script type="module"', `${tags.join('')}<script type="module"`)
      await route.fulfill({ response: answer, body })
    },
  )

async function logIn(url: string): Promise<string> {
  const response = await fetch(url + authApi.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

const server = await startServer()
const browser = await launchBrowser()
try {
  const token = await logIn(server.url)
  const visits: Record<keyof typeof AIM_KB, Visit> = {
    login: { path: screens.login.path, shows: 'form' },
    wall: { path: screens.digitalActor.path, token, shows: 'main h1' },
  }
  console.log(`baseline, everything at once, uncompressed: ${(naiveBytes / 1000).toFixed(0)} kB`)
  for (const [name, visit] of Object.entries(visits) as [keyof typeof AIM_KB, Visit][]) {
    const { files, kB, heavy } = await weigh(browser, server.url, visit)
    const aim = AIM_KB[name]
    console.log(
      `${name}: ${kB.toFixed(1)} kB of JS and CSS in ${files} files, ${(kB / aim).toFixed(2)} of the aim of ${aim} kB, ` +
        `${((kB * 1000) / naiveBytes).toFixed(3)} of the baseline; ${heavy.join(', ') || 'no chart, editor or 3-D code'}`,
    )
    const own = await firstPaint(browser, server.url, visit)
    const naive = await firstPaint(browser, server.url, visit, eager)
    console.log(
      `${name}: first contentful paint ${own.toFixed(0)} ms at 1/${CPU_SLOWDOWN} speed, ` +
        `${(own / naive).toFixed(2)} of the baseline's ${naive.toFixed(0)} ms (median of ${LOADS})`,
    )
    if (kB > aim || heavy.length > 0) process.exitCode = 1
  }
} finally {
  await browser.close()
  await server.dispose()
}
