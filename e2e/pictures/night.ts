import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { THUMB_SIZE } from '@kaibo/contract/stage/thumb.schema.ts'
import { login, openPage, see } from '@kaibo/testkit/browser.ts'
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
    const stages = await stagesOf(browser, server.url, airs[0]?.room_code ?? '')
    await new Promise((resolve) => setTimeout(resolve, HEARD_MS))
    const looks = { widths: [1440, 1920, 390], themes: ['light', 'dark'] } as const
    await inEachLook(browser, server.url, looks, async (page, take) => {
      await page.goto('/login')
      await login(page, 'admin', ADMIN_PASSWORD)
      const mine = page.getByRole('button', { name: '是我' })
      await mine.click({ timeout: 3_000 }).catch(() => undefined)
      // One that is older than a minute shows no more.
      await studio.show(stages)
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

/** In which colours the one scene is shown, so that no two rooms beside each other look alike. */
const TURNS = [0, 20, -25, 10, -12, 30]

/** What a room's scene looks like, as a page of it would send it on. */
async function stagesOf(browser: Browser, url: string, room_code: string): Promise<Buffer[]> {
  const page = await openPage(browser, url)
  await page.goto('/login')
  await login(page, 'admin', ADMIN_PASSWORD)
  await page.goto(`/digital/edit/${room_code}`)
  await see(page.getByText('在画布或列表中选择一个图层'))
  await settled(page)
  const drawn = await page.evaluate(
    ({ turns, width, height }) =>
      turns.map((turn) => {
        const small = Object.assign(document.createElement('canvas'), { width, height })
        const stage = document.querySelector<HTMLCanvasElement>('main canvas')
        const context = small.getContext('2d')
        if (!context || !stage) throw new Error('no stage')
        context.filter = `hue-rotate(${turn}deg)`
        context.drawImage(stage, 0, 0, width, height)
        return small.toDataURL('image/jpeg', 0.7)
      }),
    { turns: TURNS, ...THUMB_SIZE },
  )
  await page.context().close()
  return drawn.map((address) => Buffer.from(address.split(',')[1] ?? '', 'base64'))
}
