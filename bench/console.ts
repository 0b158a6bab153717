// What a cold browser asks for before the login page, the wall and the accounts, how soon the first picture is there and how
// soon an account can be edited, beside a console that loads everything at once and uncompressed; and how soon each screen
// shows its first content beside the floor: a page of antd's table and a router, built and measured in the same run; and how
// soon a screen that was visited before shows again.
// Needs `npm run build`.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { launchBrowser, openPage } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import type { Browser, Page, Request } from 'playwright-core'
import { betweenScreens } from './floor/between-screens.ts'
import { firstSeconds } from './floor/first-seconds.ts'
import { serveFloor } from './floor/serve.ts'

const ASSETS = fileURLToPath(new URL('../apps/console/dist/assets/', import.meta.url))
/** The accounts are to hold the wall's. */
const AIM_KB = { login: 90, wall: 400, account: 400 }
/** To the first content, and in script, on a slow machine. */
const AIM_MS = { content: 1_500, login: 350, script: 1_100, again: 100 }
/** A full first page of them. */
const ACCOUNTS = 20
const LOADS = 5
const FIRST_ROW = '[data-row-at="0"]'
const CPU_SLOWDOWN = 4
/** What has no business in either page, by words that stay in minified code. */
const HEAVY = { editor: /prosemirror|codemirror|monaco/i, '3-D': /WebGLRenderer/ }

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
  /** It is of use when this, pressed as soon as it is there, opens a dialog. */
  answers?: string
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

interface Times {
  paint: number
  use: number
}

/** From the start of the navigation, in ms on a slow machine, medians: to the first contentful paint, and to its use. */
async function speed(browser: Browser, url: string, visit: Visit, also?: Prepare): Promise<Times> {
  const all: Times[] = []
  for (let load = 0; load < LOADS; load++) {
    const { page } = await arrive(browser, url, visit, async (page) => {
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
      if (visit.answers) await page.addInitScript({ content: pressAtOnce(visit.answers) })
      await also?.(page)
    })
    const used = await (visit.answers
      ? page.waitForFunction(() => (globalThis as { usedAt?: number }).usedAt)
      : undefined)
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    all.push({ paint, use: (await used?.jsonValue()) ?? Number.NaN })
    await page.context().close()
  }
  return { paint: median(all.map(({ paint }) => paint)), use: median(all.map(({ use }) => use)) }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Runs in the page, frame by frame. As text: what a build adds to a function is not known there. */
const pressAtOnce = (selector: string) => `{
  let pressed = false
  const look = () => {
    if (document.querySelector('[role=dialog]')) return (window.usedAt = performance.now())
    const button = pressed ? null : document.querySelector(${JSON.stringify(selector)})
    button?.click()
    pressed ||= button !== null
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

const paths: readonly string[] = [screens.login, screens.digitalActor, screens.account].map(
  ({ path }) => path,
)

/** The naive console: every chunk is evaluated before the one that starts the page. */
const eager: Prepare = (page) =>
  page.route(
    (url) => paths.includes(url.pathname),
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

// The demonstration has rooms and income to show.
const server = await startServer({ KAIBO_DEMO: '1' })
const browser = await launchBrowser()
try {
  const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  for (let n = 1; n < ACCOUNTS; n++)
    await admin.call(accountApi.add, {
      username: `person${n}`,
      nickname: `人员${n}`,
      password: 'three bridges 26',
      group_ids: ['operator'],
    })
  const visits: Record<keyof typeof AIM_KB, Visit> = {
    login: { path: screens.login.path, shows: 'form' },
    wall: { path: screens.digitalActor.path, token: admin.token, shows: 'main h1' },
    account: {
      path: screens.account.path,
      token: admin.token,
      shows: 'main h1',
      answers: '[data-row-at="0"] td:last-child button',
    },
  }
  console.log(`baseline, everything at once, uncompressed: ${(naiveBytes / 1000).toFixed(0)} kB`)
  for (const [name, visit] of Object.entries(visits) as [keyof typeof AIM_KB, Visit][]) {
    const { files, kB, heavy } = await weigh(browser, server.url, visit)
    const aim = AIM_KB[name]
    console.log(
      `${name}: ${kB.toFixed(1)} kB of JS and CSS in ${files} files, ` +
        `${(kB / aim).toFixed(2)} of the aim of ${aim} kB, ` +
        `${((kB * 1000) / naiveBytes).toFixed(3)} of the baseline; ${heavy.join(', ') || 'no editor or 3-D code'}`,
    )
    const own = await speed(browser, server.url, visit)
    const naive = await speed(browser, server.url, visit, eager)
    const compared = (part: keyof Times) =>
      `${own[part].toFixed(0)} ms at 1/${CPU_SLOWDOWN} speed, ` +
      `${(own[part] / naive[part]).toFixed(2)} of the baseline's ${naive[part].toFixed(0)} ms (median of ${LOADS})`
    console.log(`${name}: first contentful paint ${compared('paint')}`)
    if (visit.answers) console.log(`${name}: the first row's first act answers ${compared('use')}`)
    if (kB > aim || heavy.length > 0) process.exitCode = 1
  }
  const floor = await serveFloor()
  const screensShown = {
    floor: { url: floor.url, path: '/', shows: '.ant-table-row' },
    wall: {
      url: server.url,
      path: screens.digitalActor.path,
      shows: 'article',
      token: admin.token,
    },
    account: { url: server.url, path: screens.account.path, shows: FIRST_ROW, token: admin.token },
    income: { url: server.url, path: screens.income.path, shows: FIRST_ROW, token: admin.token },
    login: { url: server.url, path: screens.login.path, shows: 'form' },
  }
  for (const [name, screen] of Object.entries(screensShown)) {
    const { ready, script } = await firstSeconds(browser, screen)
    const aim = name === 'login' ? AIM_MS.login : AIM_MS.content
    console.log(
      `${name}: first content after ${ready.toFixed(0)} ms (aim ${aim}), ` +
        `script ${script.toFixed(0)} ms (aim ${AIM_MS.script}), at 1/${CPU_SLOWDOWN} speed`,
    )
  }
  floor.close()
  const { wall, account, income } = screensShown
  const rowsOf = (label: string) => `table[aria-label="${label}"] ${FIRST_ROW}`
  const again = await betweenScreens(browser, {
    wall,
    account: { ...account, shows: rowsOf('账号') },
    income: { ...income, shows: rowsOf('直播收入') },
  })
  for (const [name, ms] of Object.entries(again))
    console.log(
      `${name}: shows again after ${ms.toFixed(0)} ms (aim ${AIM_MS.again}), at 1/${CPU_SLOWDOWN} speed`,
    )
} finally {
  await browser.close()
  await server.dispose()
}
