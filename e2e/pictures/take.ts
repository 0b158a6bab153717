import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openPage, type ConsolePage } from '@kaibo/testkit/browser.ts'

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const QUALITY = 20
const HEIGHTS: Readonly<Record<number, number>> = { 1440: 900, 1920: 1080, 390: 844 }

/** Takes a picture of what a page shows, as `name-width[-dark].jpg`. */
export type Take = (name: string) => Promise<unknown>

/** A browser of each width, light and dark where both are asked for, one after the other. */
export async function inEachLook(
  browser: Browser,
  url: string,
  { widths, themes }: { widths: readonly number[]; themes: readonly ('light' | 'dark')[] },
  show: (page: ConsolePage, take: Take) => Promise<void>,
): Promise<void> {
  for (const width of widths)
    for (const theme of themes) {
      const dark = theme === 'dark'
      const page = await openPage(browser, url, { width, height: HEIGHTS[width] ?? 900, dark })
      await show(page, (name) =>
        page.screenshot({
          path: join(FOLDER, `${name}-${width}${dark ? '-dark' : ''}.jpg`),
          type: 'jpeg',
          quality: QUALITY,
        }),
      )
      await page.context().close()
    }
}

/** Waits for what loads after the first rows, such as a chart. */
export const settled = (page: ConsolePage) =>
  page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
