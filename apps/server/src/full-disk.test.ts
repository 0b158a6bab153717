import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { danmuEvent, partnerDanmu } from '@kaibo/testkit/build/event.build.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'

const FULL = '服务器磁盘空间不足，没有保存，请联系管理员清理后重试'

let server: TestServer
let admin: Login
beforeEach(async () => {
  server = await bootServer()
  admin = await server.login('admin')
})
afterEach(() => server.close())

/** The database may have so many pages: beyond them SQLite says and does what it does on a full disk. */
const allow = (pages: number) =>
  sql`pragma max_page_count = ${sql.lit(pages)}`.execute(server.db.query)
const fill = () => allow(1)
const makeRoom = () => allow(1_000_000)

const remember = (key: string, length: number) =>
  server.db.transaction(async (trx) => {
    await trx
      .insertInto('setting')
      .values({ key: `${key} first`, value: '' })
      .execute()
    await trx
      .insertInto('setting')
      .values({ key, value: 'x'.repeat(length) })
      .execute()
  })
const remembered = async () => {
  const rows = server.db.query.selectFrom('setting').select('key').where('key', 'like', 'note%')
  return (await rows.execute()).map(({ key }) => key)
}
const add = (n: number) =>
  server.call(
    accountApi.add,
    {
      username: `full-${n}`,
      password: 'three bridges 26',
      nickname: '来人',
      group_ids: ['operator'],
    },
    admin,
  )
const isReady = async () => (await server.app.http.inject({ url: '/readyz' })).statusCode === 200

describe.skipIf(process.env['KAIBO_TEST_DB'] === 'pg')('on a full disk', () => {
  test('a transaction says why it failed, keeps nothing, and the next one that fits is kept', async () => {
    await fill()
    await expect(remember('note a', 500_000)).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    expect(await remembered()).toEqual([])
    await makeRoom()
    await remember('note b', 500_000)
    expect(await remembered()).toEqual(['note b', 'note b first'])
  })

  test('it is not ready from the first write that failed until there is room for a batch', async () => {
    await fill()
    expect(await isReady()).toBe(true)
    await expect(remember('note a', 500_000)).rejects.toThrow()
    expect(await isReady()).toBe(false)
    // A small one finds its place between others; that is no sign of room.
    await remember('note b', 1)
    expect(await isReady()).toBe(false)
    await makeRoom()
    expect(await isReady()).toBe(true)
    const left = server.db.query.selectFrom('setting').select('key')
    expect(await left.where('key', '=', 'room_to_write').execute()).toEqual([])
  })

  test('a person is told to have room made', async () => {
    await fill()
    let answer = await add(0)
    for (let n = 1; n < 100 && answer.code === 0; n++) answer = await add(n)
    expect(answer).toEqual({ code: 5000, msg: FULL, data: null })
  })

  test('a PC keeps its connection, and nothing that it sends is refused', async () => {
    const { pc, room, run } = await buildOnAir(server.platform)
    const claim = { pc_id: pc.id, private_key: pc.private_key, ts: server.clock.now() }
    const agent = await connectAgent(await server.listen(), claim)
    await agent.hello()
    let isOpen = true
    void agent.closed.then(() => (isOpen = false))
    const event = (n: number) =>
      danmuEvent(room.room_code, { event_id: `full-${n}`, text: '满'.repeat(200) })
    const items = Array.from({ length: 200 }, (_, n) => ({
      type: 'event' as const,
      run_id: run.run_id,
      event: event(n),
    }))
    const send = async () => {
      agent.send({ type: 'batch', spool_id: 'spool', first_seq: 1, items })
      agent.sendRaw('read behind it')
      await agent.next('fault')
    }
    await fill()
    for (let times = 0; times < 4; times++) await send()
    expect(isOpen).toBe(true)
    await makeRoom()
    await send()
    expect(await agent.next('ack')).toMatchObject({ up_to: 200, refused: [] })
    const refused = server.db.query.selectFrom('refused_event').select('event_id')
    expect(await refused.execute()).toEqual([])
    agent.kill()
  })

  test('a push is told to come again, and does', async () => {
    const { account, room } = await buildOnAir(server.platform)
    const url = await server.listen()
    const push = () =>
      pushEvents(url, {
        key: account.push_key,
        secret: PUSH_SECRET,
        room_code: room.room_code,
        events: Array.from({ length: 200 }, (_, n) =>
          partnerDanmu(room.room_code, { event_id: `full-${n}`, text: '满'.repeat(200) }),
        ),
        at: TEST_NOW,
      })
    await fill()
    const refused = await push()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toEqual({ code: 5000, msg: FULL, data: null })
    await makeRoom()
    const taken = await push()
    expect(await taken.json()).toMatchObject({ code: 0, data: { accepted: 200 } })
  })
})
