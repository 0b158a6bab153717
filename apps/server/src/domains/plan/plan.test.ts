import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildPlan, planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'

const DAY_MS = 86_400_000
/** Monday 2 March 2026, 20:00 in Shanghai. */
const TONIGHT = TEST_NOW + 10 * 3_600_000

let server: TestServer
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
})
afterAll(() => server.close())

const add = (draft: ReturnType<typeof planDraft>) => server.call(planApi.add, draft, operator)
const remove = (id: string) => server.call(planApi.delete, { id }, operator)
const week = (more: object = {}) =>
  server.call(planApi.list, { from: TEST_NOW, to: TEST_NOW + 7 * DAY_MS, ...more }, operator)
const idleRoom = async (more: Parameters<typeof buildRoom>[1] = {}) =>
  buildRoom(server.platform, more)
const firingsOf = async (room_code: string, more: object = {}) =>
  (await week({ room_code, ...more })).data.firings

describe('a plan', () => {
  test('fires each day, and its row says what was saved', async () => {
    const { room_code } = await idleRoom()
    const { data } = await add(
      planDraft(room_code, { segments: [{ kind: 'talk', text: '大家好' }], loop: true }),
    )
    expect(data).toMatchObject({ zone: 'Asia/Shanghai', version: 1, loop: true, segment_count: 1 })
    const firings = await firingsOf(room_code)
    expect(firings.map(({ due_at }) => due_at)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((day) => TONIGHT + day * DAY_MS),
    )
    expect(firings[0]).toMatchObject({ status: 0, outcome: null, end_at: TONIGHT + 7_200_000 })
    const { data: row } = await server.call(roomApi.info, { room_code }, operator)
    expect(row.next_plan).toMatchObject({ plan_id: data.id, due_at: TONIGHT })
    const { data: wall } = await server.call(roomApi.wall, {}, operator)
    const tile = wall.list.find((one) => one.room_code === room_code)
    expect(tile?.next_plan_at).toBe(TONIGHT)
  })

  test('firings beyond fifteen days have no row yet, and each day has one', async () => {
    const { room_code } = await idleRoom()
    await buildPlan(server, room_code)
    const firings = await firingsOf(room_code, { to: TEST_NOW + 40 * DAY_MS })
    expect(firings).toHaveLength(40)
    expect(new Set(firings.map(({ due_at }) => due_at)).size).toBe(40)
    expect(firings.filter(({ id }) => id === null)).toHaveLength(25)
  })

  test('asked for twice with one key it is one', async () => {
    const { room_code } = await idleRoom()
    const draft = planDraft(room_code, { key: 'key-key-1' })
    const [first, again] = [await add(draft), await add(draft)]
    expect([first.code, again.code]).toEqual([0, 0])
    expect(again.data.id).toBe(first.data.id)
    expect((await week({ room_code })).data.list).toHaveLength(1)
  })

  test('of two who change it the second is shown what the first saved', async () => {
    const { room_code } = await idleRoom()
    const { id } = await buildPlan(server, room_code)
    const change = (start: string) => add(planDraft(room_code, { id, version: 1, start }))
    expect((await change('19:00')).code).toBe(0)
    expect(await change('18:00')).toMatchObject({
      code: 1006,
      data: { start: '19:00', version: 2 },
    })
    const due = (await firingsOf(room_code)).filter(({ outcome }) => outcome === null)
    expect(due.map(({ due_at }) => due_at)[0]).toBe(TONIGHT - 3_600_000)
  })

  test('who moves it without having read what it says leaves that as it is', async () => {
    const { room_code } = await idleRoom()
    const segments = [{ kind: 'talk' as const, text: '大家好' }]
    const { id } = await buildPlan(server, room_code, { segments })
    const moved = await add(planDraft(room_code, { id, version: 1, start: '19:00' }))
    expect(moved.data).toMatchObject({ start: '19:00', segment_count: 1 })
    const emptied = await add(planDraft(room_code, { id, version: 2, segments: [] }))
    expect(emptied.data.segment_count).toBe(0)
  })

  test('what it is not due at any more is cancelled, and revived where it is again', async () => {
    const { room_code } = await idleRoom()
    const { id } = await buildPlan(server, room_code)
    await add(planDraft(room_code, { id, version: 1, weekdays: [1] }))
    expect((await firingsOf(room_code)).map(({ outcome }) => outcome)).toEqual([
      null,
      ...Array.from({ length: 6 }, () => 'cancelled'),
    ])
    await add(planDraft(room_code, { id, version: 2 }))
    const again = await firingsOf(room_code)
    expect(again.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => null))
    expect((await remove(id)).code).toBe(0)
    expect(new Set((await firingsOf(room_code)).map(({ outcome }) => outcome))).toEqual(
      new Set(['cancelled']),
    )
    expect((await remove(id)).code).toBe(1005)
  })

  test('that was deleted is as it was when that is taken back, unless its time is taken meanwhile', async () => {
    const { room_code } = await idleRoom()
    const plan = await buildPlan(server, room_code, { name: '晚间' })
    const restore = (version: number) =>
      server.call(planApi.restore, { id: plan.id, version }, operator)
    expect((await restore(1)).msg).toBe('计划在删除前后有过变化，不能撤销删除')
    await remove(plan.id)
    const { data } = await restore(1)
    expect(data).toMatchObject({ id: plan.id, name: '晚间', version: 2, start: plan.start })
    const firings = await firingsOf(room_code)
    expect(firings.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => null))
    await remove(plan.id)
    await buildPlan(server, room_code, { name: '占用', weekdays: [2] })
    expect((await restore(2)).msg).toBe('与「占用」周二20:00–22:00冲突：同一直播间')
    expect((await week({ room_code })).data.list.map(({ name }) => name)).toEqual(['占用'])
  })

  test('no more than fifty of a room', async () => {
    const { room_code } = await idleRoom()
    const of = (n: number) => {
      const date = new Date(Date.UTC(2026, 3, 1 + n)).toISOString().slice(0, 10)
      return planDraft(room_code, { date, start: '10:00', stop: { mode: 2, at: '11:00' } })
    }
    for (let n = 0; n < 50; n++) expect((await add(of(n))).code).toBe(0)
    expect(await add(of(50))).toMatchObject({ code: 1006, msg: '最多50个计划' })
  })
})

describe('what is refused at a field', () => {
  const cases = [
    ['weekdays', { weekdays: [] }, '请选择日期或星期，二者选一'],
    ['weekdays', { date: '2026-04-01', weekdays: [1] }, '请选择日期或星期，二者选一'],
    ['stop.at', { stop: { mode: 2 } }, '请输入停播时间'],
    ['start', { start: '24:00' }, '开播时间须为HH:MM'],
    ['zone', { zone: 'Mars/Olympus' }, '时区不存在'],
    ['date', { date: '2027-02-29', weekdays: [] }, '日期是一个无效日期'],
    ['date', { date: '9999-12-31', weekdays: [] }, '日期须在2020-01-01至2199-12-31之间'],
    ['valid_from', { valid_from: '0001-01-01' }, '开始日期须在2020-01-01至2199-12-31之间'],
    ['valid_to', { valid_from: '2026-05-02', valid_to: '2026-05-01' }, '结束日期不能早于开始日期'],
    ['segments.0.text', { segments: [{ kind: 'talk' }] }, '请输入内容'],
    ['segments.0.seconds', { segments: [{ kind: 'wait' }] }, '请输入秒数'],
    ['segments.0.asset_id', { segments: [{ kind: 'audio' }] }, '请输入素材'],
    ['version', { id: 'x' }, '请输入版本'],
  ] as const
  test.each(cases)('%s of %j: %s', async (field, more, message) => {
    const { room_code } = await idleRoom()
    const { code, data } = await add(planDraft(room_code, more as object))
    expect(code).toBe(1001)
    expect((data as unknown as { fields: object }).fields).toHaveProperty([field], message)
  })
})

describe('what is needed twice at once', () => {
  test('by another room on the same PC: said, with all that it conflicts with', async () => {
    const pc = await buildPc(server.platform)
    const [one, other] = [await idleRoom({ pc_id: pc.id }), await idleRoom({ pc_id: pc.id })]
    const stands = await buildPlan(server, one.room_code, { name: '晚间场', weekdays: [3] })
    const answer = await add(
      planDraft(other.room_code, {
        weekdays: [1, 3],
        start: '21:00',
        stop: { mode: 2, at: '23:00' },
      }),
    )
    expect(answer).toMatchObject({ code: 1006, msg: '与「晚间场」周三20:00–22:00冲突：同一PC' })
    expect(answer.data).toEqual({
      conflicts: [
        {
          kind: 'pc',
          plan: { id: stands.id, name: '晚间场' },
          room: { room_code: one.room_code, name: one.name },
          from: TONIGHT + 2 * DAY_MS,
          to: TONIGHT + 2 * DAY_MS + 7_200_000,
        },
      ],
    })
    expect((await week({ room_code: other.room_code })).data.list).toEqual([])
    // Moved, it is saved
    const moved = { start: '22:00', stop: { mode: 2, at: '23:00' } } as const
    expect((await add(planDraft(other.room_code, moved))).code).toBe(0)
  })

  test('by the same room, also where it may stop later; a disabled one needs nothing', async () => {
    const { room_code } = await idleRoom()
    const stands = await buildPlan(server, room_code, {
      name: '早场',
      stop: { mode: 3, at: '22:00', cap_min: 30 },
    })
    const late = planDraft(room_code, { start: '22:15', stop: { mode: 2, at: '23:00' } })
    expect((await add(late)).msg).toBe('与「早场」周一20:00–22:00冲突：同一直播间')
    expect((await add({ ...late, enabled: 0 })).code).toBe(0)
    await remove(stands.id)
    expect((await add(late)).code).toBe(0)
  })

  test('two that are saved at once: one stands', async () => {
    const pc = await buildPc(server.platform)
    const rooms = [await idleRoom({ pc_id: pc.id }), await idleRoom({ pc_id: pc.id })]
    const answers = await Promise.all(rooms.map(({ room_code }) => add(planDraft(room_code))))
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 1006])
  })

  test('a room that is given a PC, or comes back from deletion, is compared again', async () => {
    const pc = await buildPc(server.platform)
    const taken = await idleRoom({ pc_id: pc.id })
    await buildPlan(server, taken.room_code, { name: '占用' })
    const room = await idleRoom()
    await buildPlan(server, room.room_code)
    const { room_code, account_id, name } = room
    const change = { room_code, version: 1, name, account_id, pc_id: pc.id }
    const admin = await server.login('admin')
    expect(await server.call(roomApi.update, change, admin)).toMatchObject({
      code: 1006,
      msg: '与「占用」周一20:00–22:00冲突：同一PC',
    })

    expect((await server.call(roomApi.delete, { room_code }, admin)).code).toBe(0)
    const rows = await server.db.query
      .selectFrom('plan_firing')
      .select('outcome')
      .where('room_id', '=', room.id)
      .execute()
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['cancelled']))
    expect((await server.call(roomApi.restore, { room_code, version: 1 }, admin)).code).toBe(0)
    expect((await firingsOf(room_code)).every(({ outcome }) => outcome === null)).toBe(true)
  })

  test('rooms of the demonstration share their one PC', async () => {
    const pc = await buildPc(server.platform)
    const rooms = [
      await idleRoom({ pc_id: pc.id, is_demo: 1 }),
      await idleRoom({ pc_id: pc.id, is_demo: 1 }),
    ]
    for (const { room_code } of rooms) expect((await add(planDraft(room_code))).code).toBe(0)
  })
})

test('a list says who else needs the PC, and how many voices each hour needs of all rooms that one may see', async () => {
  const pc = await buildPc(server.platform)
  const span = { to: TEST_NOW + DAY_MS }
  const late = TONIGHT + 2 * 3_600_000
  const voiceAt = async (at: number, more: object = {}) =>
    (await week({ ...span, ...more })).data.voice.find(({ hour }) => hour === at)
  const before = (await voiceAt(TONIGHT))?.rooms ?? 0
  const one = await idleRoom({ pc_id: pc.id })
  const other = await idleRoom({ pc_id: pc.id })
  await buildPlan(server, one.room_code)
  const segments = [
    { kind: 'talk' as const, text: '大家好' },
    { kind: 'wait' as const, seconds: 5 },
  ]
  await buildPlan(server, other.room_code, {
    start: '22:00',
    stop: { mode: 2, at: '22:30' },
    segments,
  })
  const { data } = await week({ pc_id: pc.id, ...span })
  expect(data.rooms.map(({ room_code }) => room_code).sort()).toEqual(
    [one.room_code, other.room_code].sort(),
  )
  expect(data.list.map(({ segments, segment_count }) => [segments, segment_count])).toEqual([
    [undefined, 0],
    [undefined, 2],
  ])
  const [whole] = (await week({ room_code: other.room_code })).data.list
  expect(whole).toMatchObject({ segments, segment_count: 2 })
  expect(data.voice).toEqual((await week(span)).data.voice)
  expect(await voiceAt(TONIGHT, { pc_id: pc.id })).toEqual({
    hour: TONIGHT,
    rooms: before + 1,
    ports: 2,
  })
  expect((await voiceAt(late))?.rooms).toBeGreaterThan(0)
  await server.db.query
    .updateTable('voice_port')
    .set({ state: 'down' })
    .where('number', '=', 2)
    .execute()
  expect((await voiceAt(TONIGHT))?.ports).toBe(1)
  const FAR = 8_640_000_000_000_000
  for (const span of [
    { from: TEST_NOW, to: TEST_NOW + 43 * DAY_MS },
    { from: TEST_NOW, to: TEST_NOW },
    { from: FAR - DAY_MS, to: FAR },
    { from: -FAR, to: DAY_MS - FAR },
  ])
    expect((await server.call(planApi.list, span, operator)).code).toBe(1001)
})

test('how a room follows its plans is saved by version, and names a plan of its own', async () => {
  const room = await idleRoom()
  const plan = await buildPlan(server, room.room_code)
  const of = { room_code: room.room_code, plans_on: true }
  const save = (more: object) =>
    server.call(planApi.settings, { ...of, version: 0, ...more }, operator)
  const foreign = await buildPlan(server, (await idleRoom()).room_code)
  expect((await save({ script_plan_id: foreign.id })).code).toBe(1001)
  expect((await save({ late_min: 31 })).code).toBe(1001)
  const saved = await save({ script_plan_id: plan.id, late_min: 10, plans_on: false })
  expect(saved.data).toMatchObject({ version: 1, late_min: 10, plans_on: false })
  expect(await save({})).toMatchObject({ code: 1006, data: { version: 1 } })
  expect((await week({ room_code: room.room_code })).data.settings).toEqual(saved.data)
  const { data } = await server.call(roomApi.info, { room_code: room.room_code }, operator)
  expect(data.next_plan).toBeNull()
})

test('an account that is bound elsewhere needs no plan of its own', async () => {
  const account = await buildLiveAccount(server.platform)
  const room = await idleRoom({ account_id: account.account_id })
  expect((await add(planDraft(room.room_code))).code).toBe(0)
})
