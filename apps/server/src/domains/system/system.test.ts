import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemApi } from '@kaibo/contract/system/system.api.ts'
import type { SystemLine } from '@kaibo/contract/system/system.schema.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'

const DAY = 86_400_000

let server: TestServer
beforeEach(async () => {
  server = await bootServer({ clock: 'system' })
})
afterEach(() => server.close())

async function lines(lang = 'zh'): Promise<Record<string, SystemLine>> {
  const { token } = await server.login('admin')
  const answer = await server.app.http.inject({
    url: systemApi.state.path,
    headers: { authorization: `Bearer ${token}`, 'accept-language': lang },
  })
  const { data } = answer.json<{ data: { parts: { lines: SystemLine[] }[] } }>()
  return Object.fromEntries(data.parts.flatMap((part) => part.lines).map((one) => [one.key, one]))
}

const factsOf = (line: SystemLine | undefined) =>
  Object.fromEntries((line?.facts ?? []).map(({ name, value }) => [name, value]))

test('each part is well, or says what to do; who sees one organisation sees nothing of it', async () => {
  const { [server.platform.instance.id]: own, database, bus, reconcile } = await lines()
  expect(own).toMatchObject({ ok: true, said: '正常', name: expect.stringMatching(/（本机）$/) })
  expect(factsOf(own)).toMatchObject({
    PC: '0',
    推送积压: '没有',
    时钟差: expect.stringMatching(/^-?\d 毫秒$/),
  })
  for (const line of [database, bus, reconcile]) expect(line).toMatchObject({ ok: true })
  const isAlone = server.db.dialect === 'sqlite'
  expect(factsOf(own)['通知']).toBe(isAlone ? '单服务器，无需通知' : '只走数据库')
  expect(factsOf(bus)).toEqual(
    isAlone ? { 状态: '单服务器，无需通知' } : { 经由: '数据库（未设REDIS_URL）' },
  )
  expect((await lines('en'))['bus']).toMatchObject({ name: 'News between servers', said: 'Fine' })
  const guild = await server.login('guild', { org_id: 'o', extra_actions: ['system.look'] })
  expect(await server.call(systemApi.state, {}, guild)).toMatchObject({ code: 1003 })
  expect(await server.call(systemApi.state, {}, await server.login('operator'))).toMatchObject({
    code: 1003,
    data: { need: 'system.look' },
  })
})

test('books and audit are checked by background work: what they found is said, and that they were missed', async () => {
  const { run, room, pc } = await buildOnAir(server.platform)
  const event = giftEvent(room.room_code, { at: server.clock.now() })
  await server.app.ingest.storeSpool(pc.id, 'spool', 1, [
    { type: 'event', run_id: run.run_id, event },
  ])
  await server.app.jobs.look()
  const well = await lines()
  expect(well['reconcile']).toMatchObject({ ok: true })
  expect(factsOf(well['reconcile'])['上次']).toMatch(/^\d{4}-\d\d-\d\d /)
  expect(well['audit']).toMatchObject({ ok: true })
  expect(well['checks']).toMatchObject({ ok: true, name: '每日核对' })

  await server.db.query.updateTable('run').set({ gift_fen: 1 }).execute()
  await server.app.jobs.hasten('checks')
  await server.app.jobs.look()
  expect((await lines())['reconcile']).toMatchObject({
    ok: false,
    said: '发现 1 处异常，请运行 npm run reconcile 查看，并保留现场',
  })

  await server.db.query
    .updateTable('self_check')
    .set((eb) => ({ at: eb('at', '-', 2 * DAY) }))
    .execute()
  expect((await lines())['audit']).toMatchObject({
    ok: false,
    said: expect.stringMatching(/^已超过一天半没有核对/),
  })
})

test('a server that was lost, one whose clock is wrong and one of another version are named', async () => {
  const row = await server.db.query.selectFrom('instance').selectAll().executeTakeFirstOrThrow()
  const minutesAgo = (minutes: number) => row.seen_at - minutes * 60_000
  const other = { ...row, host: 'other', offset_ms: 40_000, schema_name: '0001', bus: 'cut' }
  const facts_json = JSON.stringify({ backlog: 3_000_000, disk_free: 5, pool: { waiting: 50 } })
  await server.db.query
    .insertInto('instance')
    .values([
      { ...other, id: 'wrong', facts_json },
      { ...other, id: 'lost', seen_at: minutesAgo(3) },
      { ...other, id: 'ended', seen_at: minutesAgo(3), ended_at: minutesAgo(3) },
      { ...other, id: 'long-ago', seen_at: minutesAgo(60) },
    ])
    .execute()
  await server.platform.instance.beat()
  const { wrong, lost, ended, versions, ...rest } = await lines()
  expect(wrong?.said.split('；')).toEqual([
    '本机时钟比数据库快40秒，请校准时间',
    expect.stringMatching(/^连不上Redis，请检查/),
    expect.stringMatching(/^50 条语句在等数据库连接/),
    expect.stringMatching(/^有推送等待入库/),
    expect.stringMatching(/不足 2 GB，请清理$/),
  ])
  expect(factsOf(wrong)).toMatchObject({ 推送积压: '2.9 MB' })
  expect(rest['bus']?.said).toMatch(/服务器 other:\d+.*与别的服务器之间慢一两秒/)
  expect(lost?.said).toMatch(/^已失去联系/)
  expect(versions?.said).toMatch(/^各服务器版本不同/)
  expect([ended, rest['long-ago']]).toEqual([undefined, undefined])
})

test('background work that failed says which part, and why', async () => {
  await server.db.query
    .insertInto('job_lease')
    .values({
      job: 'retention',
      unit: 'session',
      holder: null,
      fence: 1,
      until: 0,
      tries: 3,
      error: 'Error: no',
      last_ok_at: null,
    })
    .execute()
  expect((await lines())['retention']).toMatchObject({
    ok: false,
    said: expect.stringMatching(/^「session」第 3 次没有成功（Error: no），1970-01-01 .+ 再试$/),
  })
})
