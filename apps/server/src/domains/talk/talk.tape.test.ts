import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskStatus } from '@kaibo/contract/facts/enums.ts'
import type { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from '@kaibo/rules/bundle.ts'
import { RoomRules } from '@kaibo/rules/engine.ts'
import type { TapeInput } from '@kaibo/rules/tape.ts'
import { END_LINE, headLine, inputLine } from '@kaibo/rules/tape.text.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { saying, Written } from './talk.fixture.ts'

let server: TestServer
let operator: Login
let written: Written
let air: Awaited<ReturnType<typeof buildOnAir>>
let began: number

/** Thanks, one viewer once in thirty seconds. */
function thanking(text: string, ms: number): RuleSet {
  const set = saying(text)
  const [son] = set.root.children
  const policy = { cooldown: { ms, scope: 'user', on_hit: 'drop' } } as const
  return { ...set, root: { ...set.root, children: [{ ...(son as SonNode), policy }] } }
}

const gift = (id: string, now: number) => ({
  key: 'gift.receive',
  id,
  at: now,
  vars: { 'ev.user.open_id': 'u1', 'ev.user.name': '阿强', 'ev.gift.name': '火箭' },
})

/** Records a room that is given a gift every ten seconds, as its PC would send it. */
async function record(bundle_hash: string): Promise<void> {
  const { body } = await server.db.query
    .selectFrom('pack')
    .select('body')
    .where('hash', '=', bundle_hash)
    .executeTakeFirstOrThrow()
  const inputs: TapeInput[] = []
  const room = new RoomRules({ tape: (input) => inputs.push(input) })
  const program = compileBundle(JSON.parse(body) as Bundle).rules
  room.use({ ...program, hash: bundle_hash }, began)
  const head = { bundle: bundle_hash, words: null, state: room.snapshot() }
  inputs.length = 0
  room.open(air.run.run_id, began)
  for (let n = 0; n < 6; n++)
    room.happen(gift(`g${n}`, began + n * 10_000), { now: began + n * 10_000 })
  const lines = [headLine(structuredClone(head), null), ...inputs.map(inputLine), END_LINE]
  const piece = {
    type: 'tape',
    room_code: air.room.room_code,
    run_id: air.run.run_id,
    from_at: began,
    to_at: began + 60_000,
    piece: 0,
    of: 1,
    body: gzipSync(lines.join('\n')).toString('base64'),
  }
  const stored = await server.app.ingest.storeSpool(air.pc.id, 'tape', 1, [piece])
  expect(stored.refused).toEqual([])
}

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  began = server.clock.now() - 120_000
  written = await Written.begin(server, operator)
  await written.write(thanking('谢谢{{ev.user.name}}', 30_000))
  await written.publish()
  air = await buildOnAir(server.platform)
  await written.bind(air.room.room_code)
  const { bundle_hash } = await server.db.query
    .selectFrom('room')
    .select('bundle_hash')
    .where('id', '=', air.room.id)
    .executeTakeFirstOrThrow()
  await record(bundle_hash ?? '')
})
afterAll(() => server.close())

const why = (more: object, as = operator) =>
  server.call(
    talkApi.why,
    { room_code: air.room.room_code, from_at: began, to_at: began + 60_000, ...more },
    as,
  )

test('of one event: which gate kept it back, and for how long', async () => {
  const { data } = await why({ event_id: 'g1' })
  expect(data.missing).toBeNull()
  expect(data.events).toMatchObject([
    { event_id: 'g1', user: '阿强', decisions: [{ outcome: 'COOLDOWN' }] },
  ])
  expect(data.events[0]?.decisions[0]?.trace?.steps).toContainEqual(
    expect.objectContaining({ gate: 'COOLDOWN', left_ms: 20_000 }),
  )
})

test('of an event that was found nothing is missing, however far the question reaches', async () => {
  const to_at = began + 400_000
  const found = await why({ event_id: 'g1', to_at })
  expect(found.data).toMatchObject({ events: [{ event_id: 'g1' }], missing: null })
  const viewer = await why({ user: '强', to_at })
  expect(viewer.data.missing).toBe('最近几分钟还在PC上')
})

test('of a viewer: all that was heard of them in that time', async () => {
  const { data } = await why({ user: '强', to_at: began + 35_000 })
  expect(data.events.map(({ event_id, decisions }) => [event_id, decisions[0]?.outcome])).toEqual([
    ['g0', 'FIRED'],
    ['g1', 'COOLDOWN'],
    ['g2', 'COOLDOWN'],
    ['g3', 'FIRED'],
  ])
})

test('a time without a tape says so; a question of nobody and one too long are refused', async () => {
  const early = await why({ from_at: 1_000, to_at: 2_000, user: '强' })
  expect(early.data).toMatchObject({
    events: [],
    missing: expect.stringContaining('没有回放带') as string,
  })
  expect(await why({})).toMatchObject({ code: 1001 })
  expect(await why({ user: '强', to_at: began + 700_000 })).toMatchObject({ code: 1001 })
  const { id: org_id } = await buildOrg(server.platform)
  expect(await why({ user: '强' }, await server.login('guild', { org_id }))).toMatchObject({
    code: 1005,
  })
})

test('the runs that can be played again are those of rooms bound to the set, in sight', async () => {
  const { rule_id } = written
  const { run_id, started_at } = air.run
  const listed = async (as: Login, id = rule_id) =>
    (await server.call(talkApi.tapes, { rule_id: id }, as)).data.list
  expect(await listed(operator)).toMatchObject([{ run_id, started_at, room_name: air.room.name }])
  const other = await Written.begin(server, operator)
  expect(await listed(operator, other.rule_id)).toEqual([])
})

async function replayed(v?: number) {
  const { rule_id } = written
  const { data } = await server.call(
    talkApi.replay,
    { rule_id, run_id: air.run.run_id, ...(v && { v }) },
    operator,
  )
  await server.db.query.updateTable('job_lease').set({ until: 0 }).execute()
  await server.app.jobs.look()
  return (await server.call(talkApi.replayed, data, operator)).data
}

test('by the draft: sentences that come and go, and the same hash once more', async () => {
  await written.write(thanking('谢谢{{ev.user.name}}', 5_000))
  const { status, fault, result } = await replayed()
  expect({ status, fault }).toEqual({ status: TaskStatus.done, fault: null })
  expect(result).toMatchObject({
    events: 6,
    fresh: 4,
    gone: 0,
    before: { sentences: 2 },
    after: { sentences: 6 },
    has_gap: false,
  })
  expect(result?.list[0]).toMatchObject({ event_id: 'g1', before: null, after: '谢谢阿强' })
  expect((await replayed()).result?.hash).toBe(result?.hash)
  expect((await replayed(1)).result).toMatchObject({ fresh: 0, gone: 0, altered: 0 })
}, 60_000)

const whyOfOne = async () => (await why({ event_id: 'g1' })).data

test('the rules that a tape names are kept when the room has others; without them it says so', async () => {
  await server.db.query.updateTable('pack').set({ at: 0 }).execute()
  expect(await written.publish()).toMatchObject({ code: 0 })
  await server.db.query.updateTable('job_lease').set({ until: 0 }).execute()
  await server.app.jobs.look()
  expect(await whyOfOne()).toMatchObject({ events: [{ decisions: [{ outcome: 'COOLDOWN' }] }] })

  const packs = await server.db.query.selectFrom('pack').selectAll().execute()
  await server.db.query.deleteFrom('pack').execute()
  expect(await whyOfOne()).toMatchObject({
    events: [],
    missing: expect.stringContaining('当时的规则已清理') as string,
  })
  expect(await replayed()).toMatchObject({
    status: TaskStatus.done,
    fault: '当时的规则已清理，这一场不能再回放',
    result: null,
  })
  await server.db.query.insertInto('pack').values(packs).execute()
}, 60_000)

test('a third replay of one person waits, and a cancelled one is over', async () => {
  const start = () =>
    server.call(talkApi.replay, { rule_id: written.rule_id, run_id: air.run.run_id }, operator)
  const { data } = await start()
  await start()
  expect(await start()).toMatchObject({ code: 1007, msg: '你有两个回放还没结束，请稍候' })
  await server.call(talkApi.cancelReplay, data, operator)
  expect((await server.call(talkApi.replayed, data, operator)).data).toMatchObject({
    status: TaskStatus.done,
    fault: '已取消',
    result: null,
  })
})

test('a case that the draft does not stand keeps it from being published', async () => {
  const rule_id = written.rule_id
  await written.write(thanking('谢谢{{ev.user.name}}', 6_000))
  const event = { key: 'gift.receive', vars: { 'ev.user.open_id': 'u1', 'ev.user.name': '阿强' } }
  const expecting = (text: string) => ({
    name: '谢阿强',
    event,
    now: began,
    expect: [{ node_id: 'thanks', outcome: 'FIRED' as const, text }],
  })
  const save = (version: number, text: string) =>
    server.call(talkApi.saveCases, { rule_id, version, list: [expecting(text)] }, operator)
  expect((await save(0, '感谢阿强')).data.version).toBe(1)
  expect(await save(0, '谢谢阿强')).toMatchObject({ code: 1006 })
  expect(await written.publish()).toMatchObject({
    code: 1006,
    msg: '用例「谢阿强」没有通过：应为“感谢阿强”，实际是“谢谢阿强”',
  })
  const { data } = await server.call(talkApi.cases, { rule_id }, operator)
  const expected = { outcome: 'FIRED', text: '感谢阿强' }
  expect(data.failed).toMatchObject([{ name: '谢阿强', expected, came: { text: '谢谢阿强' } }])
  expect((await save(1, '谢谢阿强')).data.failed).toEqual([])
  expect(await written.publish()).toMatchObject({ code: 0 })
})
