import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText, timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see, until } from '@kaibo/testkit/browser.ts'
import { createWorld, type Room, type World } from './world.ts'

const MINUTE_MS = 60_000
const LONG_MS = 90_000
/** Plans are due at full minutes; one that is nearer than this may be due before it is saved. */
const SOONEST_MS = 10_000
/** So long a plan lasts, in minutes. */
const LASTS = 2
const PIECE = '大家好，今天按计划开播'

let world: World
let ready: Room
let away: Room
beforeAll(async () => {
  world = await createWorld()
  const agent = ['--source', 'auto']
  ready = await world.room({ name: '按计划的间', agent })
  away = await world.room({ name: '电脑没开的间', agent })
  await away.agent.kill()
})
afterAll(() => world.dispose())

const info = ({ code }: Room) => world.admin.call(roomApi.info, { room_code: code })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const momentsOf = async ({ code }: Room, kind: 'speech' | 'state') =>
  (await world.admin.call(roomApi.consoleLogs, { room_code: code, kind, page_size: 100 })).list

/** Plans both rooms for the same minute; answers when that is. */
async function planBoth(): Promise<number> {
  const due = Math.ceil((Date.now() + SOONEST_MS) / MINUTE_MS) * MINUTE_MS
  const { day, minutes } = wallAt(DEFAULT_ZONE, due)
  const plan = {
    date: dayText(day),
    start: timeText(minutes),
    segments: [{ kind: 'talk', text: PIECE } as const],
  }
  for (const [{ code }, lasts] of [
    [ready, LASTS],
    [away, 30],
  ] as const) {
    const at = timeText(wallAt(DEFAULT_ZONE, due + lasts * MINUTE_MS).minutes)
    await world.admin.call(planApi.add, {
      ...plan,
      room_code: code,
      name: '晚间场',
      stop: { mode: 2, at },
    })
  }
  return due
}
const firingOf = async ({ code }: Room, due: number) => {
  const asked = { room_code: code, from: due - MINUTE_MS, to: due + MINUTE_MS }
  return (await world.admin.call(planApi.list, asked)).firings[0]
}
const spoken = async (room: Room) =>
  (await momentsOf(room, 'speech')).filter(({ tag, text }) => tag === 'spoken' && text === PIECE)

test(
  '到点那一秒服务器被杀：只开一场；服务器不在时照样按时停播；PC没开的转待处理并说明原因，开播后计划照说',
  async () => {
    const due = await planBoth()
    await pause(due + 300 - Date.now())
    await world.server.kill()
    await world.server.restart()
    await until('it is on air', async () => (await info(ready)).state === 'living', LONG_MS)
    expect(await firingOf(ready, due)).toMatchObject({
      outcome: 'started',
      run_id: (await info(ready)).run?.run_id,
    })
    const starts = (await momentsOf(ready, 'state')).filter(({ tag }) => tag === 'starting')
    expect(starts).toHaveLength(1)
    await until('the script is spoken', async () => (await spoken(ready)).length === 1, LONG_MS)

    // A server that has just started gives PCs a minute and a half to connect again.
    await until(
      'it waits for a person',
      async () => (await info(away)).state === 'needs_attention',
      2 * LONG_MS,
    )
    expect((await info(away)).last_error).toMatch(/晚间场.*离线/)
    const page = await world.open(`/digital/room/${away.code}`)
    await see(page.getByText('待处理').first())
    await see(page.getByText(/计划「晚间场」未能开播/).first())
    away.agent.restart()
    await until('its PC is back', async () => (await info(away)).pc?.presence === 'online', LONG_MS)
    await page.getByRole('button', { name: '开播', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '开播', exact: true }).click()
    await until('the plan is spoken', async () => (await spoken(away)).length === 1, LONG_MS)
    expect((await firingOf(away, due))?.outcome).toBe('started')

    await world.server.kill()
    await pause(due + LASTS * MINUTE_MS + 5_000 - Date.now())
    await world.server.restart()
    await until('it has ended', async () => (await info(ready)).state === 'ended', LONG_MS)
    // Whoever is heard first when the server is back, the PC or the server's own clock: it was planned
    const causes = (await momentsOf(ready, 'state')).map(({ text }) => text)
    expect(causes.join()).toMatch(/停播条件|计划停播/)
    expect((await info(away)).state).toBe('living')
  },
  6 * LONG_MS,
)
