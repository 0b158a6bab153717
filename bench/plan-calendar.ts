// The calendar of all rooms with seven hundred blocks: the main thread's work for each step of a drag.
import { cpus, loadavg } from 'node:os'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { launchBrowser } from '@kaibo/testkit/browser.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import { ADMIN_PASSWORD, startServer } from '@kaibo/testkit/process.ts'
import { percentile, watch } from './live/watch.ts'

const ROOMS = 100
const STEPS = 60
const AIM_MS = 16

const server = await startServer({ KAIBO_LOG_LEVEL: 'error' })
const browser = await launchBrowser()
try {
  const client = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  let room_code = ''
  for (let n = 0; n < ROOMS; n++) {
    const { account } = await client.call(liveAccountApi.add, {
      platform: 'other',
      nickname: `账号 ${n}`,
    })
    const { account_id } = account
    room_code = (await client.call(roomApi.create, { name: `直播间 ${n}`, account_id })).room_code
    await client.call(planApi.add, {
      room_code,
      name: `晚间场 ${n}`,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      start: '12:00',
      stop: { mode: 2, at: '14:00' },
    })
  }
  // The next week: nothing of it is over.
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const { page } = await watch(browser, server.url, {
    path: `/digital/plan/${room_code}?show=all&week=${week}`,
    token: client.token,
    shows: '[data-axis=along]',
  })
  const blocks = await page.locator('[data-axis=along]').count()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const drawn = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  const held = page.locator('[data-axis=along]').first()
  await held.scrollIntoViewIfNeeded()
  const box = await held.boundingBox()
  if (!box) throw new Error('nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const steps = async () => {
    const took: number[] = []
    for (let step = 1; step <= STEPS; step++) {
      await drawn()
      const before = await work()
      // A quarter of an hour each, there and back.
      const there = Math.min(step, STEPS - step)
      await page.mouse.move(x + there * 12, y)
      await drawn()
      took.push((await work()) - before)
    }
    return took
  }
  await page.mouse.move(x, y)
  const free = await steps()
  await page.mouse.move(x, y)
  await page.mouse.down()
  const took = await steps()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const of = (share: number) => percentile(took, share).toFixed(1)
  const without = percentile(free, 0.5).toFixed(1)
  console.log(
    `${blocks} blocks, a step of a drag: median ${of(0.5)} ms, p95 ${of(0.95)} ms (aim ${AIM_MS} ms), of a pointer that holds nothing ${without} ms; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  await browser.close()
  await server.dispose()
}
