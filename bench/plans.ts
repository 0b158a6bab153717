// Plans: a week of a hundred rooms beside a bare handler that runs the same statements, and how long saving one takes beside 300.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeText } from '@kaibo/contract/kernel/zone.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { bootServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { compare, ROUNDS } from './lists/compare.ts'
import { plan } from './lists/plan.ts'
import { planned } from './lists/planned.ts'
import { percentile } from './live/watch.ts'

const WEEK_MS = 7 * 86_400_000
const BESIDE = 300
const TIMES = 60

await saving()
await listing()

async function listing(): Promise<void> {
  const from = Date.now()
  const LISTS = {
    'a week of 100 rooms': `/admin/v1/live/room/plan/list?from=${from}&to=${from + WEEK_MS}`,
  }
  const folder = mkdtempSync(join(tmpdir(), 'kaibo-bench-'))
  const made = await plan(folder, Object.values(LISTS), planned)
  console.log(`median of ${ROUNDS} interleaved rounds; load ${loadavg()[0]?.toFixed(1)}`)
  await compare(folder, LISTS, made)
  rmSync(folder, { recursive: true })
}

/** Of one PC that rooms share: each plan is compared with all others. */
async function saving(): Promise<void> {
  const server = await bootServer()
  const admin = await server.login('admin')
  const pc = await buildPc(server.platform)
  const save = async (room_code: string, minutes: number) => {
    const weekdays = [1 + (minutes % 7)]
    const start = Math.floor(minutes / 7) * 15
    const draft = planDraft(room_code, {
      weekdays,
      start: timeText(start),
      stop: { mode: 2, at: timeText(start + 15) },
    })
    const began = performance.now()
    const { code, msg } = await server.call(planApi.add, draft, admin)
    if (code !== 0) throw new Error(msg)
    return performance.now() - began
  }
  let room_code = ''
  for (let n = 0; n < BESIDE; n++) {
    if (n % 40 === 0) room_code = (await buildRoom(server.platform, { pc_id: pc.id })).room_code
    await save(room_code, n)
    // Nobody saves more than their share a second.
    server.clock.advance(1_000)
  }
  const took: number[] = []
  for (let n = 0; n < TIMES; n++) {
    if (n % 40 === 0) room_code = (await buildRoom(server.platform, { pc_id: pc.id })).room_code
    took.push(await save(room_code, BESIDE + n))
    server.clock.advance(1_000)
  }
  const of = (share: number) => percentile(took, share).toFixed(1)
  console.log(
    `saving a plan beside ${BESIDE} to ${BESIDE + TIMES}: p50 ${of(0.5)} ms, p95 ${of(0.95)} ms (aim 50 ms); load ${loadavg()[0]?.toFixed(1)}`,
  )
  await server.close()
}
