import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

/** A client of before: it knows addresses, not the contract. */

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

interface Answer {
  code: number
  msg: string
  data: Record<string, unknown>
}

async function old(
  method: 'GET' | 'POST',
  path: string,
  given: object,
  as = operator,
): Promise<Answer> {
  const query = new URLSearchParams(given as Record<string, string>)
  const answer = await fetch(`${url}${path}${method === 'GET' ? `?${query.toString()}` : ''}`, {
    method,
    headers: { token: as.token, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(given) }),
  })
  return (await answer.json()) as Answer
}

const audited = () =>
  server.db.query
    .selectFrom('audit')
    .select(['action', 'target', 'target_id'])
    .where('action', 'like', 'legacy.%')
    .orderBy('seq')
    .execute()

test('a room is made, read and edited by the old calls, and is the same room by the new ones', async () => {
  const { account_id } = await buildLiveAccount(server.platform)
  const made = await old('POST', '/live/createLiveRoom', { name: '老接口', account_id })
  expect(made).toMatchObject({ code: 0, data: { name: '老接口', state: 'idle' } })
  const room_code = String(made.data['room_code'])
  const changed = { room_code, version: 1, name: '老接口改名', account_id }
  expect((await old('POST', '/live/updateLiveRoom', changed)).data['name']).toBe('老接口改名')
  const detail = await old('GET', '/live/detail', { room_code })
  const { data } = await server.call(roomApi.info, { room_code }, operator)
  expect(detail.data).toEqual(data)
  expect(await old('POST', '/live/updateLiveRoom', changed)).toMatchObject({ code: 1006 })
  expect(await audited()).toEqual([
    { action: 'legacy.createRoom', target: '老接口', target_id: room_code },
    { action: 'legacy.updateRoom', target: '老接口改名', target_id: room_code },
  ])
})

test('a plan is made, listed and deleted by the old calls, the last of them a GET that is audited', async () => {
  const { room_code } = await buildRoom(server.platform)
  const made = await old('POST', '/live/plan/add', planDraft(room_code, { name: '老计划' }))
  expect(made).toMatchObject({ code: 0, data: { name: '老计划' } })
  const id = String(made.data['id'])
  const from = server.clock.now()
  const week = { from, to: from + 7 * 86_400_000, room_code }
  const listed = async () => (await old('GET', '/live/plan/list', week)).data['list']
  expect(await listed()).toMatchObject([{ id }])
  expect(await old('GET', '/live/plan/delete', { id })).toEqual({
    code: 0,
    msg: 'success',
    data: null,
  })
  expect(await listed()).toEqual([])
  expect((await audited()).slice(-2)).toEqual([
    { action: 'legacy.addPlan', target: '老计划', target_id: id },
    { action: 'legacy.deletePlan', target: '老计划', target_id: id },
  ])
})

test('music and materials are made of a file that was uploaded before', async () => {
  const upload_id = 'none'
  for (const call of ['addAudio', 'createMaterial']) {
    const { code, data } = await old('POST', `/live/${call}`, { name: '片头', upload_id })
    expect([code, data]).toMatchObject([
      1001,
      { fields: { upload_id: '文件不存在或已过期，请重新上传' } },
    ])
  }
})

test('what is wrong is refused in the same words', async () => {
  const { account_id } = await buildLiveAccount(server.platform)
  const { code, data } = await old('POST', '/live/createLiveRoom', { name: '', account_id })
  expect([code, data]).toMatchObject([1001, { fields: { name: '请输入名称' } }])
  expect(await old('GET', '/live/detail', { room_code: '22222222' })).toMatchObject({
    code: 1005,
    msg: '直播间不存在',
  })
  const finance = await server.login('finance')
  expect((await old('POST', '/live/createLiveRoom', { name: 'x', account_id }, finance)).code).toBe(
    1003,
  )
})
