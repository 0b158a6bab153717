import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { partnerDanmu } from '@kaibo/testkit/build/event.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { pushEvents } from '@kaibo/testkit/push.ts'
import { openSqlite } from './sqlite.ts'

describe.skipIf(process.env['KAIBO_TEST_DB'] === 'pg')('while another program writes', () => {
  let server: TestServer
  let file: string
  let other: Database.Database
  beforeEach(async () => {
    server = await bootServer()
    file = join(server.dataDir, 'kaibo.db')
    other = new Database(file)
  })
  afterEach(async () => {
    other.close()
    await server.close()
  })
  const lock = () => other.exec('begin immediate')

  test('a person is told that the server is busy, and may try again', async () => {
    const admin = await server.login('admin')
    const add = () =>
      server.call(
        accountApi.add,
        {
          username: 'newcomer',
          password: 'three bridges 26',
          nickname: '来人',
          group_ids: ['operator'],
        },
        admin,
      )
    lock()
    expect(await add()).toEqual({ code: 1009, msg: '服务繁忙，请稍后重试', data: null })
    other.exec('rollback')
    expect((await add()).code).toBe(0)
  })

  test('the server stands still for a moment, and a push is told to come again', async () => {
    const { account, room } = await buildOnAir(server.platform)
    const url = await server.listen()
    const events = [partnerDanmu(room.room_code)]
    const { room_code } = room
    const push = { key: account.push_key, secret: PUSH_SECRET, room_code, events, at: TEST_NOW }
    lock()
    const began = performance.now()
    const refused = await pushEvents(url, push)
    expect(performance.now() - began).toBeLessThan(3_000)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    other.exec('rollback')
    expect((await pushEvents(url, push)).status).toBe(200)
  })

  test('who only looks does not wait for it', async () => {
    lock()
    const looking = openSqlite<{ account_group: { id: string } }>(file, { readonly: true })
    const groups = await looking.query.selectFrom('account_group').select('id').execute()
    expect(groups.map(({ id }) => id)).toContain('guild')
    await looking.close()
  })
})
