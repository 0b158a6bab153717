import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import { LIVE_PATH, type ServerFrame } from '@kaibo/contract/live/channel.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { endpoints } from '@kaibo/contract/registry.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'

/** What the lists' topics say to whom, over real sockets. */

const PASSWORD = 'three bridges 26'
/** Longer than changes are gathered. */
const QUIET_MS = 500
const LISTS = endpoints.filter((endpoint) => endpoint.live).map((endpoint) => endpoint.name)

let server: TestServer
let url: string
let sockets: WebSocket[]
let admin: Login
beforeEach(async () => {
  server = await bootServer()
  url = (await server.listen()).replace('http', 'ws')
  sockets = []
  admin = await server.login('admin')
})
afterEach(async () => {
  for (const socket of sockets) socket.terminate()
  await server.close()
})

/** Everything that a login hears of the lists: which were refused, and the keys by topic. */
async function hears(login: Login) {
  const { data } = await server.call(wsInfoApi.wsInfo, {}, login)
  const socket = new WebSocket(`${url}${LIVE_PATH}?ticket=${encodeURIComponent(data.ticket)}`)
  sockets.push(socket)
  const heard: [topic: string, keys: unknown][] = []
  const refused: string[] = []
  socket.on('message', (message: Buffer) => {
    const frame = JSON.parse(message.toString()) as ServerFrame
    if (frame.type === 'event') heard.push([frame.topic, frame.data])
    if (frame.type === 'refused') refused.push(frame.topic)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', topics: LISTS }))
  await once(socket, 'message')
  await sleep(20)
  return { heard, refused }
}

/** Two lists may tell in either order. */
const byTopic = ([a]: [string, unknown], [b]: [string, unknown]) => a.localeCompare(b)

const add = async (username: string, org_id: string | null, as = admin) => {
  const group_ids = [org_id ? 'guild' : 'operator']
  const draft = { username, nickname: username, password: PASSWORD, group_ids, org_id }
  return (await server.call(accountApi.add, draft, as)).data
}
const leaderOf = (org_id: string) =>
  server.login('guild', { org_id, extra_actions: ['account.look', 'org.look', 'group.look'] })

test('another administrator hears which account changed and nothing in it; who wrote hears nothing', async () => {
  const [watching, writing] = [await hears(await server.login('admin')), await hears(admin)]
  const row = await add('lin', null)
  await sleep(QUIET_MS)
  expect(watching.heard).toEqual([['account.list', [row.uid]]])
  expect(writing.heard).toEqual([])
})

test('another organisation hears nothing of it, its own does, and the one that is left too', async () => {
  const [one, two] = [
    await hears(await leaderOf('guild-1')),
    await hears(await leaderOf('guild-2')),
  ]
  const row = await add('wang', 'guild-1')
  await sleep(QUIET_MS)
  expect(one.heard).toEqual([['account.list', [row.uid]]])
  expect(two.heard).toEqual([])
  const { uid, version, nickname } = row
  const moved = { uid, version, nickname, group_ids: ['guild'], org_id: 'guild-2' }
  expect((await server.call(accountApi.edit, moved, admin)).code).toBe(0)
  await sleep(QUIET_MS)
  expect([one.heard.length, two.heard.length]).toEqual([2, 1])
})

test('each write of an account is told, and one that changes nothing is not', async () => {
  const { uid, version } = await add('zhao', null)
  const { heard } = await hears(await server.login('admin'))
  await sleep(QUIET_MS)
  heard.length = 0
  const edited = { uid, version, nickname: '赵', phone: '13800000000', group_ids: ['operator'] }
  for (const write of [
    () => server.call(accountApi.edit, edited, admin),
    () => server.call(accountApi.removeBind, { uid }, admin),
    () => server.call(accountApi.reset, { uid }, admin),
    () => server.call(accountApi.enable, { uid, enabled: 0 }, admin),
  ]) {
    expect((await write()).code).toBe(0)
    await sleep(QUIET_MS)
    expect(heard.splice(0)).toEqual([['account.list', [uid]]])
  }
  expect((await server.call(accountApi.enable, { uid, enabled: 0 }, admin)).code).toBe(0)
  expect((await server.call(accountApi.edit, edited, admin)).code).toBe(1006)
  await sleep(QUIET_MS)
  expect(heard).toEqual([])
})

test('a guild and its owner are told together, to that guild; a group to whoever sees groups', async () => {
  const [all, one] = [
    await hears(await server.login('admin')),
    await hears(await leaderOf('guild-1')),
  ]
  const draft = { name: '星河', username: 'xinghe', password: PASSWORD, nickname: '会长' }
  const { data: org } = await server.call(orgApi.add, draft, admin)
  await sleep(QUIET_MS)
  const owner = org.owner?.uid ?? ''
  expect(all.heard.sort(byTopic)).toEqual([
    ['account.list', [owner]],
    ['org.list', [org.id]],
  ])
  expect(one.heard).toEqual([])
  all.heard.length = 0
  const edit = { ...draft, id: org.id, version: org.version, name: '星河二', nickname: '周会长' }
  const { username: _, password: __, ...edited } = edit
  expect((await server.call(orgApi.edit, edited, admin)).code).toBe(0)
  await sleep(QUIET_MS)
  expect(
    all.heard
      .splice(0)
      .map(([topic]) => topic)
      .sort(),
  ).toEqual(['account.list', 'org.list'])
  expect((await server.call(orgApi.enable, { id: org.id, enabled: 0 }, admin)).code).toBe(0)
  await sleep(QUIET_MS)
  expect(all.heard.splice(0)).toEqual([['org.list', [org.id]]])

  const night = {
    name: '夜班',
    scope: 'all' as const,
    menus: [],
    actions: ['room.look'],
  }
  const { data: group } = await server.call(groupApi.save, night, admin)
  await sleep(QUIET_MS)
  expect(all.heard).toEqual([['group.list', [group.id]]])
  expect(one.heard).toEqual([['group.list', [group.id]]])
})

test('money that was refused is told to its own organisation, and so is what became of it', async () => {
  const air = await buildOnAir(server.platform, { org_id: 'guild-1' })
  const keeper = await server.login('guild', {
    org_id: 'guild-1',
    extra_actions: ['income.operate'],
  })
  const [own, all, other] = [
    await hears(await leaderOf('guild-1')),
    await hears(await server.login('finance')),
    await hears(await leaderOf('guild-2')),
  ]
  const wrong = giftEvent('ZZZZZZZZ')
  await server.app.ingest.push(air.account.account_id, air.room.room_code, [wrong])
  await sleep(QUIET_MS)
  const id = (await server.call(incomeApi.refused, {}, keeper)).data.list[0]?.id ?? ''
  expect(own.heard.splice(0)).toEqual([['income.refused', [id]]])
  expect(all.heard.splice(0)).toEqual([['income.refused', [id]]])
  await server.call(incomeApi.dismiss, { id, note: '房间不对' }, keeper)
  await sleep(QUIET_MS)
  expect(own.heard).toEqual([['income.refused', [id]]])
  expect(all.heard).toEqual([['income.refused', [id]]])
  expect(other.heard).toEqual([])
})

test('what a studio has is told to its people, who have no scope but their own', async () => {
  await server.login('studio', { org_id: 'studio-1' })
  await server.db.query.updateTable('org').set({ is_studio: 1 }).execute()
  const [own, other] = [
    await hears(await server.login('studio', { org_id: 'studio-1' })),
    await hears(await server.login('studio', { org_id: 'studio-2' })),
  ]
  const draft = { name: '一号', holder: '王五', bank: '招商银行', account_no: '6222 0001' }
  const { data } = await server.call(
    commissionApi.saveAccount,
    { ...draft, studio_id: 'studio-1' },
    admin,
  )
  await sleep(QUIET_MS)
  expect(own.heard).toEqual([['commission.accounts', [data.id]]])
  expect(other.heard).toEqual([])
})

test('a list is refused to whoever may not call it', async () => {
  const { refused } = await hears(await server.login('studio'))
  expect(refused.sort()).toEqual([
    'account.list',
    'asset.list',
    'group.list',
    'income.refused',
    'live-account.list',
    'live-account.sms',
    'org.list',
    'stage.anchor',
    'talk.list',
    'voice.list',
    'voice.ports',
    'voice.resources',
    'voice.servers',
  ])
})
