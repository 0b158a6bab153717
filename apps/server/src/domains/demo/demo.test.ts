import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import type { Tables } from '#migrations/tables.ts'
import { loadDemo } from './demo.load.ts'
import { removeDemo } from './demo.remove.ts'

const DAY_MS = 86_400_000
let server: TestServer
afterEach(() => server.close())

/** Rows by table, of every table that a demonstration writes to. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = [
    'org',
    'live_account',
    'pc',
    'pc_enrol_code',
    'spool',
    'room',
    'run',
    'run_viewer',
    'run_giver',
    'gift_event',
    'ledger_entry',
    'account_day',
    'room_day',
    'income_part',
    'room_minute',
    'room_event',
    'room_moment',
    'trigger_log',
    'command',
  ] as const satisfies (keyof Tables)[]
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { n } = await server.db.query
      .selectFrom(table)
      .select((count) => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = n
  }
  return counts
}

test('an empty database gets three rooms with a week of history whose sums agree', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const admin = await server.login('admin')
  const { list } = (await server.call(roomApi.list, { sort_by: 'name' }, admin)).data
  expect(list).toHaveLength(3)
  for (const room of list) {
    expect(room).toMatchObject({ is_demo: 1, state: 'ended', org: { name: '演示公会' } })
    expect(room.pc?.name).toBe('演示PC')
    expect(room.run?.gift_fen).toBeGreaterThan(0)
    expect(room.sentence?.text).toContain('谢谢')
    const { room_code } = room
    const { replies } = (await server.call(talkApi.part, { room_code, part: 'reply' }, admin)).data
    expect(replies).toHaveLength(60)
    // As they are, somebody may save them.
    const kept = await server.call(
      talkApi.saveReplies,
      { room_code, version: 1, list: [...(replies ?? [])] },
      admin,
    )
    expect(kept.code).toBe(0)
  }
  const playing = list.find(({ name }) => name.includes('小鹿'))
  const { body } = await server.db.query
    .selectFrom('room')
    .innerJoin('pack', 'pack.hash', 'room.bundle_hash')
    .select('pack.body')
    .where('room.room_code', '=', playing?.room_code ?? '')
    .executeTakeFirstOrThrow()
  const bundle = Bundle.parse(JSON.parse(body))
  expect(bundle.game).toMatchObject({
    name: '拔河',
    launch: { kind: 'builtin', package: 'tug-war' },
  })
  expect(bundle.sets.map(({ set }) => set.name)).toContain('拔河话术')
  expect(bundle.catalogue.events.map(({ key }) => key)).toContain('game.near_win')
  const accounts = await server.call(liveAccountApi.list, {}, admin)
  expect(accounts.data.list.map((account) => account.is_demo)).toEqual([1, 1, 1])
  expect((await server.call(authApi.info, {}, admin)).data.demo).toBe(true)

  const income = await server.call(incomeApi.live, { page_size: 100 }, admin)
  expect(income.data.total).toBeGreaterThan(10)
  expect(income.data.list.every((run) => run.is_demo === 1)).toBe(true)
  // Nobody watches a rehearsal
  expect(income.data.list.filter((run) => Number(run.viewers) === 0)).toHaveLength(3)
  expect(income.data.sum.gift_fen).toBeGreaterThan(10_000)
  expect(await reconcile(server.db)).toEqual([])
})

test('its week has plans: what came of the last evenings, one that its checks held back, one that was moved', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const admin = await server.login('admin')
  const now = server.clock.now()
  const span = { from: now - 8 * DAY_MS, to: now + 7 * DAY_MS }
  const { list, firings } = (await server.call(planApi.list, span, admin)).data
  expect(list.map(({ name }) => name).sort()).toEqual([
    '午间加场',
    '周五加场（避开晚间场）',
    '晚间场',
    '晚间场',
    '晚间场',
  ])
  const started = firings.filter(({ outcome }) => outcome === 'started')
  const runs = await server.db.query
    .selectFrom('run')
    .selectAll()
    .where('mode', '=', RoomMode.live)
    .execute()
  expect(new Set(started.map(({ run_id }) => run_id))).toEqual(
    new Set(runs.map(({ run_id }) => run_id)),
  )
  const [blocked] = firings.filter(({ outcome }) => outcome === 'blocked')
  expect(blocked?.detail).toContain('PC在线（从未连接）')
  expect(firings.filter(({ status }) => status === 0).length).toBeGreaterThan(20)
  const extra = list.find(({ name }) => name.startsWith('周五'))
  expect([extra?.start, extra?.stop.at]).toEqual(['21:00', '23:00'])
})

test('each room has rehearsed before its last evening: what its stage recorded plays, and counts nowhere', async () => {
  server = await bootServer()
  const url = await server.listen()
  await server.app.demo.load()
  const admin = await server.login('admin')
  const { list } = (await server.call(roomApi.list, {}, admin)).data
  for (const { room_code, run } of list) {
    const { data } = await server.call(roomApi.recordings, { room_code }, admin)
    const [film] = data.list
    expect(data.list).toHaveLength(1)
    expect(film?.started_at).toBeLessThan(run?.started_at ?? 0)
    expect(film?.ms).toBeGreaterThan(10_000)
    expect(film?.bytes).toBeLessThan(300_000)
    const answer = await fetch(`${url}${film?.url}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(Number(answer.headers.get('content-length')))
    expect(bytes.subarray(0, 400).includes('V_VP8')).toBe(true)
    const logs = await server.call(roomApi.consoleLogs, { room_code, run_id: film?.run_id }, admin)
    expect(logs.data.list.map(({ text }) => text).join()).toContain('晚上好，欢迎来到直播间')
  }
  const pieces = await server.db.query.selectFrom('recording_piece').selectAll().execute()
  // It can be sought in
  for (const { cues_json } of pieces) expect(JSON.parse(cues_json)).toHaveLength(4)
  expect(await reconcile(server.db)).toEqual([])
})

test('a second start loads nothing again', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const before = await rowCounts()
  await server.app.demo.load()
  expect(await rowCounts()).toEqual(before)
})

test.runIf(process.env['KAIBO_TEST_DB'] === 'pg')(
  'of two servers that start at once one loads it, and the other finds it whole',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaibo-demo-'))
    const file = join(folder, 'kaibo.db')
    server = await bootServer({ file })
    const other = await bootServer({ file })
    const [first] = await Promise.all([
      server.app.demo.load().then(rowCounts),
      sleep(100).then(() => other.app.demo.load()),
    ])
    await other.close()
    rmSync(folder, { recursive: true })
    expect(await rowCounts()).toEqual(first)
    expect(first).toMatchObject({ live_account: 3, pc: 1, room: 3 })
    expect(await reconcile(server.db)).toEqual([])
  },
)

test('an interrupted load starts over', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const whole = await rowCounts()
  await server.close()

  server = await bootServer()
  const { rooms, ingest } = server.app
  const interrupted = loadDemo(server.platform, {
    createRoom: (actor, draft) => rooms.create(actor, draft),
    answerWith: async () => {},
    addSets: async () => ({ usual: '', large: '', node: '' }),
    addGame: async () => {},
    savePlan: async () => ({ id: '', room_id: '' }),
    whyBlocked: async () => undefined,
    putRecording: async () => {},
    storeSpool: async (pc_id, spool_id, first_seq, items) => {
      if (first_seq > 1) throw new Error('the power went')
      return ingest.storeSpool(pc_id, spool_id, first_seq, items)
    },
  })
  await expect(interrupted).rejects.toThrow('the power went')
  expect(await rowCounts()).not.toEqual(whole)
  await server.app.demo.load()
  expect(await rowCounts()).toEqual(whole)
  expect(await reconcile(server.db)).toEqual([])
})

test.each(['a room', 'a live account'])('where %s is, nothing is loaded', async (what) => {
  server = await bootServer()
  if (what === 'a room') await buildRoom(server.platform, { deleted_at: 1 })
  else await buildLiveAccount(server.platform)
  const before = await rowCounts()
  await server.app.demo.load()
  expect(await rowCounts()).toEqual(before)
})

test('it is removed completely; real records keep their sums, and it is not loaded again', async () => {
  server = await bootServer()
  const empty = await rowCounts()
  await server.app.demo.load()
  expect(Object.values(await rowCounts())).not.toEqual(Object.values(empty))
  const real = await buildOnAir(server.platform)
  const { accepted } = await server.app.ingest.push(real.account.account_id, real.room.room_code, [
    giftEvent(real.room.room_code),
  ])
  expect(accepted).toBe(1)
  const withDemo = await rowCounts()

  const removed = await removeDemo(server.db)
  const left = await rowCounts()
  expect(removed).toEqual({
    rooms: 3,
    runs: (withDemo['run'] ?? 0) - 1,
    gift_events: (withDemo['gift_event'] ?? 0) - 1,
  })
  expect(left).toMatchObject({ org: empty['org'], live_account: 1, pc: 1, room: 1, run: 1 })
  expect(left).toMatchObject({ gift_event: 1, ledger_entry: 1, account_day: 1, room_day: 1 })
  expect(left).toMatchObject({ room_minute: 1, run_viewer: 1, spool: 0, room_moment: 0 })
  expect(await reconcile(server.db)).toEqual([])
  const run = await server.db.query.selectFrom('run').selectAll().executeTakeFirstOrThrow()
  expect(run.gift_fen).toBe(1_000)

  await server.app.demo.load()
  expect(await rowCounts()).toEqual(left)
  expect(await removeDemo(server.db)).toEqual({ rooms: 0, runs: 0, gift_events: 0 })
})

test('removed before any real record exists, it is not loaded again either', async () => {
  server = await bootServer()
  const empty = await rowCounts()
  await server.app.demo.load()
  await removeDemo(server.db)
  await server.app.demo.load()
  expect(await rowCounts()).toEqual(empty)
})

test('real records cannot be attached to the demonstration', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const admin = await server.login('admin')
  const { id } = await demoOrg()
  const refused = await server.call(
    liveAccountApi.add,
    { platform: 'other', nickname: '正式', org_id: id },
    admin,
  )
  expect(refused).toMatchObject({
    code: 1001,
    data: { fields: { org_id: '演示公会不收正式数据，请另选公会' } },
  })
})

test('a room that an operator makes of a demo account is part of the demonstration', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const admin = await server.login('admin')
  const free = await buildLiveAccount(server.platform, { org_id: (await demoOrg()).id, is_demo: 1 })
  const draft = { name: '试一试', account_id: free.account_id }
  expect((await server.call(roomApi.create, draft, admin)).data.is_demo).toBe(1)
  expect((await removeDemo(server.db)).rooms).toBe(4)
})

test('if real records depend on it all the same, removal names them and removes nothing', async () => {
  server = await bootServer()
  await server.app.demo.load()
  const org_id = (await demoOrg()).id
  const { pc, account } = await buildOnAir(server.platform, { org_id, room: { name: '真的' } })
  await server.login('guild', { org_id, username: 'zhou' })
  const before = await rowCounts()
  const why = `直播间「真的」、直播账号「${account.nickname}」、PC「${pc.name}」、账号「zhou」`
  await expect(removeDemo(server.db)).rejects.toThrow(why)
  expect(await rowCounts()).toEqual(before)
})

const demoOrg = () =>
  server.db.query.selectFrom('org').select('id').where('is_demo', '=', 1).executeTakeFirstOrThrow()
