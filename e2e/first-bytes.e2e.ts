import { afterAll, beforeAll, expect, test } from 'vitest'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { see } from '@kaibo/testkit/browser.ts'
import { createWorld, type World } from './world.ts'

/** As sent, scripts and style sheets together. `npm run bench -- console` says which files they are. */
const MOST_KB = 400

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.dispose())

test.each([
  ['墙', screens.digitalActor.path],
  ['账号', screens.account.path],
  ['收入', screens.income.path],
])('%s的首屏：脚本和样式不超过 400 kB', async (_, path) => {
  const page = await world.open(path)
  await see(page.locator('main h1'))
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/[^/]+\.(js|css)$/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  )
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(MOST_KB * 1000)
})
