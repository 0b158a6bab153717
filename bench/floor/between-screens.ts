import type { Browser, Page } from 'playwright-core'
import { openPage } from '@kaibo/testkit/browser.ts'
import type { Screen } from './first-seconds.ts'

const ROUNDS = 5
const CPU_SLOWDOWN = 4

/**
 * From a press on a tab to the painted frame that shows the screen's content, in ms, on a machine that is four times slower:
 * medians, by screen. Every screen was visited before.
 */
export async function betweenScreens(
  browser: Browser,
  screens: Readonly<Record<string, Screen>>,
): Promise<Record<string, number>> {
  const all = Object.entries(screens)
  const [first] = all
  if (!first) return {}
  const [, { url, path, token }] = first
  const page = await openPage(browser, url)
  const stored = JSON.stringify(JSON.stringify({ value: token, until: null }))
  await page.addInitScript({ content: `localStorage.setItem('kaibo:token', ${stored})` })
  await page.goto(path)
  const menu = page.getByRole('navigation', { name: '菜单' })
  for (const [, screen] of all) {
    await menu.locator(`a[href="${screen.path}"]`).click()
    await page.locator(`main ${screen.shows}`).filter({ visible: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, screen] of all) {
      // What the page before began has ended.
      await page.waitForTimeout(1_000)
      times.set(name, [...(times.get(name) ?? []), await change(page, screen)])
    }
  await page.context().close()
  return Object.fromEntries([...times].map(([name, values]) => [name, median(values)]))
}

/** Runs in the page, as text. */
const change = (page: Page, { path, shows }: Screen): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const link = document.querySelector(${JSON.stringify(`a[aria-keyshortcuts="Delete"][href^="${path}"]`)})
    const began = performance.now()
    link.click()
    const look = () => {
      const shown = [...document.querySelectorAll(${JSON.stringify(`main ${shows}`)})]
      const isThere = location.pathname === ${JSON.stringify(path)} &&
        shown.some((one) => one.getBoundingClientRect().height > 0)
      if (isThere) setTimeout(() => resolve(performance.now() - began))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
