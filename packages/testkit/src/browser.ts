import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'

const LOOKS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** What Playwright turns off. Chromium takes the last list that it is given, so ours repeats it. */
const OFF_IN_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Pages of Chromium's own that every window loads beside ours, a quarter of what opening one takes. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
const FLAGS = [
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...ADDRESS_BAR_PAGES].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const WAIT_MS = 15_000
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `CHROMIUM_PATH`, or the first browser found where systems put it. */
export function launchBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH
  return path
    ? chromium.launch({ executablePath: path, args: FLAGS })
    : LOOKS.reduce<Promise<Browser>>(
        (found, executablePath) =>
          found.catch(() => chromium.launch({ executablePath, args: FLAGS })),
        Promise.reject(new Error('no browser')),
      )
}

/** With the uncaught errors in it. */
export type ConsolePage = Page & { faults: string[] }

export interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  /** A screen that is touched. */
  touch?: boolean
}

/** A page that speaks like an operator: Chinese, Shanghai time, no motion. Uncaught errors in it are collected. */
export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme: options.dark ? 'dark' : 'light',
    hasTouch: options.touch ?? false,
    acceptDownloads: true,
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return Object.assign(page, { faults })
}

/** Waits until the locator is visible; fails with what the page showed instead. */
export async function see(locator: Locator, timeout = WAIT_MS): Promise<void> {
  await locator
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'visible', timeout })
    .catch(async (error: Error) => {
      const body = await locator
        .page()
        .locator('body')
        .innerText()
        .catch(() => '')
      throw new Error(`${error.message}\n--- the page showed ---\n${body.slice(0, 2_000)}`)
    })
}

export const gone = (locator: Locator) => locator.first().waitFor({ state: 'hidden' })

/** Waits until a condition holds, asking every 100 ms. */
export async function until(what: string, holds: () => Promise<boolean>, timeout = WAIT_MS) {
  const deadline = Date.now() + timeout
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${timeout} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Logs in through the form. Where the form is not what a test is about, `enter` of e2e/enter.ts takes less time. */
export async function login(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** The serious accessibility faults of what is on screen, by rule and place. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Added as the page's own script would be refused by the CSP; evaluating its text is not.
  await page.evaluate(AXE)
  // The rest of the result is most of it, and nobody reads it.
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      resultTypes: ['violations'],
    }).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    )
}
