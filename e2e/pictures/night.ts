import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { login, see } from '@kaibo/testkit/browser.ts'
import { seedNight, type Size } from '@kaibo/testkit/build/night.build.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import { Studio } from '@kaibo/testkit/studio.ts'
import { inEachLook, settled } from './take.ts'

/** So that each room has said something. */
const HEARD_MS = 8_000
/** At this size the table and a room are taken too. */
const MOST = 120

/** The wall with so many rooms; with the most of them also the table, a room's page and the search. */
export async function takeNight(browser: Browser, size: Size): Promise<void> {
  const { rooms, messages } = size
  const dataDir = mkdtempSync(join(tmpdir(), 'kaibo-pictures-'))
  const airs = await seedNight(dataDir, size)
  const server = await startServer({ KAIBO_DATA_DIR: dataDir, KAIBO_LOG_LEVEL: 'error' })
  const studio = await Studio.connect(server.url, airs)
  try {
    studio.speak(messages)
    await new Promise((resolve) => setTimeout(resolve, HEARD_MS))
    await inEachLook(browser, server.url, [1440, 1920, 390], async (page, take) => {
      await page.goto('/login')
      await login(page, 'admin', ADMIN_PASSWORD)
      const mine = page.getByRole('button', { name: '是我' })
      await mine.click({ timeout: 3_000 }).catch(() => undefined)
      await page.goto('/digital/actor')
      await see(page.getByText('直播中'))
      await settled(page)
      await take(`wall-${rooms}`)
      if (rooms < MOST) return
      await page.goto('/digital/actor?view=table')
      await see(page.getByText('直播中'))
      await settled(page)
      await take('rooms')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: '搜索' }).fill('hbdsd')
      await see(page.getByRole('option'))
      await take('search')
      await page.goto(`/digital/room/${airs[1]?.room_code}`)
      await see(page.getByText('直播中'))
      await settled(page)
      await take('room')
    })
  } finally {
    studio.close()
    await server.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
