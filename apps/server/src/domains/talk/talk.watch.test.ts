import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { listen } from '@kaibo/testkit/listen.ts'
import { running, saying, Written, type Running } from './talk.fixture.ts'

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

let rule: Written
let one: Running
let two: Running
let seq = 0

/** v2 is on trial in the first of two rooms, v1 is live in the other. */
beforeEach(async () => {
  rule = await Written.begin(server, operator)
  await rule.write(saying('一'))
  await rule.publish()
  ;[one, two] = [await running(server, url), await running(server, url)]
  for (const each of [one, two]) {
    await rule.bind(each.room.room_code)
    await each.next()
  }
  await rule.write(saying('二'))
  await rule.publish([one.room.room_code])
  await one.next()
  return () => [one, two].forEach(({ agent }) => agent.kill())
})

async function watch(): Promise<void> {
  await server.db.query.updateTable('job_lease').set({ until: 0 }).execute()
  await server.app.jobs.look()
}

const store = ({ pc_id }: Running, ...items: object[]) => {
  const first = (seq += items.length) - items.length + 1
  return server.app.ingest.storeSpool(pc_id, 'spool', first, items)
}

const failing = ({ room }: Running, v: number, opened?: string) => ({
  type: 'decision',
  room_code: room.room_code,
  run_id: null,
  at: server.clock.now(),
  event_id: 'e',
  event_key: 'gift.receive',
  set_id: rule.rule_id,
  node_id: 'thanks',
  node_name: '答谢',
  outcome: 'ERROR',
  text: null,
  trace: null,
  v,
  ...(opened !== undefined && { opened }),
})

const counted = ({ room }: Running, v: number, heard: number, errors: number) => ({
  type: 'counts',
  room_code: room.room_code,
  run_id: null,
  minute: Math.floor(server.clock.now() / 60_000),
  rows: [
    { set_id: rule.rule_id, v, node_id: '', outcome: 'HEARD', n: heard },
    ...(errors > 0
      ? [{ set_id: rule.rule_id, v, node_id: 'thanks', outcome: 'ERROR', n: errors }]
      : []),
  ],
})

const isOnTrial = async () => (await rule.row()).canary !== null

const timelineOf = async ({ room: { room_code } }: Running) => {
  const { data } = await server.call(roomApi.consoleLogs, { room_code, kind: 'log' }, operator)
  return data.list.map(({ tag, text }) => `${tag} ${text}`)
}

describe('a version on trial is withdrawn by itself', () => {
  test('where a rule of it divided by zero five times: the room is back on the live one, people are told why', async () => {
    const four = Array.from({ length: 4 }, () => failing(one, 2))
    await store(one, ...four)
    await watch()
    expect(await isOnTrial()).toBe(true)
    const console = await listen(server, url, operator, ['talk.list'])
    await store(one, failing(one, 2, 'DIV0'))
    await watch()
    // Whoever has the set open sees it at once
    await vi.waitFor(() =>
      expect(console.events()).toMatchObject([{ topic: 'talk.list', data: [rule.rule_id] }]),
    )
    console.close()
    const why = `直播间「${one.room.name}」的规则“答谢”连续5次出错（除数为零）`
    const row = await rule.row()
    expect(row).toMatchObject({
      live_v: 1,
      canary: null,
      is_dirty: true,
      withdrawn: { v: 2, why, why_en: expect.stringContaining('Division by zero') },
    })
    expect(await one.next()).toContain('"text":"一"')
    expect(await timelineOf(one)).toEqual([`error 规则集「${row.name}」v2 灰度已自动撤回：${why}`])
    expect(await timelineOf(two)).toEqual([])
    expect(await rule.versions()).toMatchObject([
      { v: 2, state: 'withdrawn', why, moves: [{ act: 'withdraw', by: null }, { act: 'canary' }] },
      { v: 1, state: 'live' },
    ])
    // Published anew: what was said of the last one is past
    await rule.write(saying('三'))
    await rule.publish()
    expect(await rule.row()).toMatchObject({ live_v: 3, withdrawn: null })
  })

  test('where its PC cannot use the pack', async () => {
    const { room_code, id } = one.room
    const packs = { bundle: null, fault: '这个版本的客户端看不懂这套话术，请升级客户端' }
    one.agent.report({ room_code, packs })
    await vi.waitFor(async () => {
      const kept = server.db.query.selectFrom('room').select('reported_json').where('id', '=', id)
      expect((await kept.executeTakeFirstOrThrow()).reported_json).toContain('看不懂')
    })
    await watch()
    expect((await rule.row()).withdrawn?.why).toContain('用不了这个版本：这个版本的客户端看不懂')
  })

  test('where it fails more than three times as often as the live one does elsewhere', async () => {
    await store(one, counted(one, 2, 199, 5))
    await store(two, counted(two, 1, 1_000, 5))
    await watch()
    expect(await isOnTrial()).toBe(true)
    await store(one, counted(one, 2, 1, 0))
    await watch()
    expect((await rule.row()).withdrawn).toMatchObject({
      v: 2,
      why: '200个事件里有5个出错或含敏感词（2.5%，其他直播间0.5%）',
    })
  })
})

describe('a version on trial stays', () => {
  test('where it fails as often as the live one, or where the live one is in trouble', async () => {
    await store(one, counted(one, 2, 1_000, 15), failing(one, 1, 'DIV0'))
    await store(two, counted(two, 1, 1_000, 5), failing(two, 1, 'DIV0'))
    await watch()
    expect(await isOnTrial()).toBe(true)
  })

  test('where nothing else is known and little goes wrong', async () => {
    await store(one, counted(one, 2, 1_000, 60))
    await watch()
    expect(await isOnTrial()).toBe(true)
    await store(one, counted(one, 2, 0 + 1, 5))
    await watch()
    expect(await isOnTrial()).toBe(false)
  })
})
