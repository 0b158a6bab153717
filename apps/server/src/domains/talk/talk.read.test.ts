import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { saying } from './talk.fixture.ts'

let server: TestServer
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
})
afterAll(() => server.close())

test('默认话术 is answered as it is stored, the draft and the version', async () => {
  const { platform } = server
  const { account_id } = await buildLiveAccount(platform)
  const { id: pc_id } = await buildPc(platform)
  const draft = { account_id, pc_id, name: '新房间', actor: '', mode: 1 } as const
  await server.call(roomApi.create, draft, await server.login('admin'))
  const stored = await server.db.query
    .selectFrom('talk_rule')
    .select(['rule_id', 'draft_json'])
    .where('name', '=', '默认话术')
    .executeTakeFirstOrThrow()
  const { rule_id } = stored
  for (const v of [undefined, 1]) {
    const { code, data } = await server.call(talkApi.data, { rule_id, v }, operator)
    expect(code).toBe(0)
    expect(data.set).toEqual(JSON.parse(stored.draft_json))
  }
})

const variable = (key: string) => ({ origin: 'variable', key }) as const
const input = (value: number | string) => ({ origin: 'input', value }) as const

test('a set with ranges, hours and every kind of operand comes back as it was written', async () => {
  const set = saying('好')
  const [thanks] = set.root.children
  if (thanks?.type !== 'son') throw new Error('no rule')
  thanks.when = {
    id: 'all',
    all: [
      {
        id: 'range',
        type: 2,
        subject: variable('ev.gift.value'),
        lo: ['<=', input(100)],
        hi: ['<', variable('ev.user.level')],
        join: 'or',
      },
      { id: 'one', type: 1, subject: variable('ev.gift.name'), op: '=', rhs: input('花') },
    ],
  }
  thanks.policy = { active: { weekdays: [1, 7], times: [['22:00', '02:00']] } }
  const { data: row } = await server.call(
    talkApi.add,
    { name: '区间', kind: 'talk' as const },
    operator,
  )
  const { rule_id, version } = row
  await server.call(talkApi.save, { rule_id, version, set: { ...set } }, operator)
  const { code, data } = await server.call(talkApi.data, { rule_id }, operator)
  expect(code).toBe(0)
  expect(data.set.root).toEqual(set.root)
})
