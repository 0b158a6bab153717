import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText, timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { see, until } from '@kaibo/testkit/browser.ts'
import { startAgent, type AgentProcess } from '@kaibo/testkit/process.ts'
import { createWorld, type Room, type World } from './world.ts'

const MINUTE_MS = 60_000
const LONG_MS = 90_000
/** Plans are due at full minutes; one that is nearer than this may be due before the rooms are ready. */
const SOONEST_MS = 15_000
const PIECE = '大家好，今天按计划开播'
const AGENT = ['--source', 'auto']

let world: World
let due = 0
/** On air, and to stop by itself in the minute in which the others are to start. */
let ending: Room
let ready: Room
/** Its PC has never been there. */
let away: Awaited<ReturnType<World['idleRoom']>>
let late: AgentProcess | undefined
beforeAll(async () => {
  world = await createWorld()
  ending = await world.room({ name: '到点停的间', agent: AGENT })
  ready = await world.room({ name: '按计划的间', agent: AGENT })
  away = await world.idleRoom('电脑没开的间')
  await world.admin.call(roomApi.start, { room_code: ending.code })
})
afterAll(async () => {
  await late?.dispose()
  await world.dispose()
})

const info = ({ code }: Pick<Room, 'code'>) => world.admin.call(roomApi.info, { room_code: code })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const momentsOf = async ({ code }: Pick<Room, 'code'>, kind: 'speech' | 'state') =>
  (await world.admin.call(roomApi.consoleLogs, { room_code: code, kind, page_size: 100 })).list
const tagsOf = async (room: Pick<Room, 'code'>) =>
  (await momentsOf(room, 'state')).map(({ tag }) => tag)

/** Two rooms are to start, and one to stop, in the same minute. */
async function planAll(): Promise<void> {
  due = Math.ceil((Date.now() + SOONEST_MS) / MINUTE_MS) * MINUTE_MS
  const { day, minutes } = wallAt(DEFAULT_ZONE, due)
  const start = timeText(minutes)
  const at = timeText(wallAt(DEFAULT_ZONE, due + 30 * MINUTE_MS).minutes)
  const plan = {
    name: '晚间场',
    date: dayText(day),
    start,
    stop: { mode: 2 as const, at },
    segments: [{ kind: 'talk' as const, text: PIECE }],
  }
  for (const { code } of [ready, away])
    await world.admin.call(planApi.add, { ...plan, room_code: code })
  await world.admin.call(roomApi.stopRule, {
    room_code: ending.code,
    stop: { mode: 2, at: start },
  })
}
const firingOf = async ({ code }: Pick<Room, 'code'>) => {
  const asked = { room_code: code, from: due - MINUTE_MS, to: due + MINUTE_MS }
  return (await world.admin.call(planApi.list, asked)).firings[0]
}
const spoken = async (room: Pick<Room, 'code'>) =>
  (await momentsOf(room, 'speech')).filter(({ tag, text }) => tag === 'spoken' && text === PIECE)

test(
  '到点前后服务器各被杀一次：只开一场；服务器不在时照样按时停播；PC没开的转待处理并说明原因，开播后计划照说',
  async () => {
    await planAll()
    await pause(due - 1_000 - Date.now())
    await world.server.kill()
    // Long enough for the PC to have ended its run, and the plans are due with no server there.
    await pause(due + 3_000 - Date.now())
    await world.server.restart()
    await until(
      'a server has taken the firing',
      async () => (await tagsOf(ready)).includes('preflight'),
      LONG_MS,
    )
    await world.server.kill()
    await world.server.restart()

    // Killed before it had begun, the claim is another's after a minute.
    const isLiving = async () => (await info(ready)).state === 'living'
    await until('it is on air', isLiving, 2 * LONG_MS)
    expect(await firingOf(ready)).toMatchObject({
      outcome: 'started',
      run_id: (await info(ready)).run?.run_id,
    })
    expect((await tagsOf(ready)).filter((tag) => tag === 'starting')).toHaveLength(1)
    await until('the script is spoken', async () => (await spoken(ready)).length === 1, LONG_MS)

    await until('it has ended', async () => (await info(ending)).state === 'ended', LONG_MS)
    const causes = (await momentsOf(ending, 'state')).map(({ text }) => text)
    expect(causes.join()).toContain('停播条件')

    await until(
      'it waits for a person',
      async () => (await info(away)).state === 'needs_attention',
      2 * LONG_MS,
    )
    expect((await info(away)).last_error).toMatch(/晚间场.*从未连接/)
    const page = await world.open(`/digital/room/${away.code}`)
    await see(page.getByText('待处理').first())
    await see(page.getByText(/计划「晚间场」未能开播/).first())
    late = startAgent({ server: world.server.url, key: away.key, args: AGENT })
    await until(
      'its PC is there',
      async () => (await info(away)).pc?.presence === 'online',
      LONG_MS,
    )
    await page.getByRole('button', { name: '开播', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '开播', exact: true }).click()
    await until('the plan is spoken', async () => (await spoken(away)).length === 1, LONG_MS)
    expect((await firingOf(away))?.outcome).toBe('started')
    expect(await tagsOf(ready)).not.toContain('ended')
  },
  5 * LONG_MS,
)
