import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { ROOM_CODE } from '@kaibo/contract/room/room.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let admin: Login
let guild: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator', { username: '小王' })
  admin = await server.login('admin')
  await buildOrg(server.platform, { id: 'guild', name: '星辰公会' })
  guild = await server.login('guild', {
    org_id: 'guild',
    extra_actions: ['room.add', 'room.edit', 'room.del', 'room.operate'],
  })
})
afterAll(() => server.close())

describe('create', () => {
  test('makes an idle room of its account, with the default rules', async () => {
    const { account_id } = await buildLiveAccount(server.platform, { is_demo: 1, nickname: '号' })
    const pc = await buildPc(server.platform, { name: '机' })
    const draft = { name: '  新房间 ', account_id, pc_id: pc.id }
    const { code, data } = await server.call(roomApi.create, draft, operator)
    expect(code).toBe(0)
    expect(data).toMatchObject({
      name: '新房间',
      state: 'idle',
      status: 0,
      mode: 1,
      account: { account_id, nickname: '号' },
      pc: { pc_id: pc.id, name: '机', presence: 'offline' },
      run: null,
      attention: null,
      is_demo: 1,
      version: 1,
      updated_by: '小王',
    })
    expect(data.room_code).toMatch(ROOM_CODE)
    const { body } = await server.db.query
      .selectFrom('room')
      .innerJoin('pack', 'pack.hash', 'room.bundle_hash')
      .select('pack.body')
      .where('room.id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(body)).toMatchObject({ sets: [{ set: { name: '默认话术', version: 1 } }] })
    const audit = await server.db.query
      .selectFrom('audit')
      .select(['action', 'uid', 'after_json'])
      .where('target_id', '=', data.room_code)
      .execute()
    expect(audit).toMatchObject([{ action: 'room.create', uid: operator.uid }])
    expect(audit[0]?.after_json).toContain('新房间')
  })

  test('names the field that does not fit', async () => {
    const { platform } = server
    const taken = await buildRoom(platform, { name: '占用者' })
    const disabled = await buildLiveAccount(platform, { enabled: 0 })
    const { account_id } = await buildLiveAccount(platform)
    const foreignPc = await buildPc(platform, { org_id: 'guild' })
    const refusals: [object, object][] = [
      [{ account_id: 'nobody' }, { account_id: '直播账号不存在，请重新选择' }],
      [{ account_id: disabled.account_id }, { account_id: '直播账号已停用，请先启用或另选' }],
      [
        { account_id: taken.account_id },
        { account_id: `直播账号已绑定直播间「占用者」（${taken.room_code}），请另选` },
      ],
      [{ pc_id: foreignPc.id }, { pc_id: 'PC客户端不存在或不属于账号的公会' }],
      [{ pc_id: 'nothing' }, { pc_id: 'PC客户端不存在或不属于账号的公会' }],
      [{ name: '' }, { name: '请输入名称' }],
    ]
    for (const [changed, fields] of refusals) {
      const draft = { name: '房间', account_id, ...changed }
      const answer = await server.call(roomApi.create, draft, operator)
      expect(answer).toMatchObject({ code: 1001, data: { fields } })
    }
  })

  test('takes no account of another organisation, in the words for one that is not there', async () => {
    const { account_id } = await buildLiveAccount(server.platform)
    expect(await server.call(roomApi.create, { name: '房间', account_id }, guild)).toMatchObject({
      code: 1001,
      data: { fields: { account_id: '直播账号不存在，请重新选择' } },
    })
  })

  test('binds one account once, whoever is faster', async () => {
    const { account_id } = await buildLiveAccount(server.platform)
    const answers = await Promise.all(
      ['甲', '乙'].map((name) => server.call(roomApi.create, { name, account_id }, operator)),
    )
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([0, 1001]))
  })
})

describe('update', () => {
  test('changes the room and counts its version', async () => {
    const room = await buildRoom(server.platform)
    const pc = await buildPc(server.platform)
    const { room_code, account_id } = room
    const draft = { room_code, version: 1, name: '改名', account_id, pc_id: pc.id, actor: '小美' }
    const { data } = await server.call(roomApi.update, draft, operator)
    expect(data).toMatchObject({ name: '改名', actor: '小美', version: 2, pc: { pc_id: pc.id } })
    const audit = await server.db.query
      .selectFrom('audit')
      .select(['before_json', 'after_json'])
      .where('target_id', '=', room_code)
      .executeTakeFirstOrThrow()
    expect(audit.before_json).toContain(room.name)
    expect(audit.after_json).toContain('改名')
  })

  test('what it leaves out stays', async () => {
    const pc = await buildPc(server.platform)
    const room = await buildRoom(server.platform, { pc_id: pc.id, actor: '小美', mode: 2 })
    const { room_code, account_id } = room
    const draft = { room_code, version: 1, name: '只改名', account_id }
    const { data } = await server.call(roomApi.update, draft, operator)
    expect(data).toMatchObject({ name: '只改名', actor: '小美', mode: 2, pc: { pc_id: pc.id } })
    const off = { ...draft, version: 2, pc_id: null }
    expect((await server.call(roomApi.update, off, operator)).data.pc).toBeNull()
  })

  test('of a row that somebody saved meanwhile says who, and gives the row as it is', async () => {
    const { room_code, account_id } = await buildRoom(server.platform)
    const draft = { room_code, version: 1, account_id, name: '先到' }
    await server.call(roomApi.update, draft, operator)
    const answer = await server.call(roomApi.update, { ...draft, name: '后到' }, admin)
    expect(answer).toMatchObject({
      code: 1006,
      msg: '小王刚刚保存过此直播间，请核对后重新提交',
      data: { name: '先到', version: 2 },
    })
    const own = await server.call(roomApi.update, { ...draft, name: '再来' }, operator)
    expect(own.msg).toBe('你在别处刚刚保存过此直播间，请核对后重新提交')
  })

  test('keeps the account of the same organisation', async () => {
    const { room_code } = await buildRoom(server.platform)
    const { account_id } = await buildLiveAccount(server.platform, { org_id: 'guild' })
    const draft = { room_code, version: 1, name: '房间', account_id }
    expect(await server.call(roomApi.update, draft, operator)).toMatchObject({
      code: 1001,
      data: { fields: { account_id: '直播账号不属于此直播间的公会' } },
    })
  })
})

test('a PC takes a hundred rooms, and the next is refused at its field', async () => {
  const pc = await buildPc(server.platform)
  for (let i = 0; i < 100; i++) await buildRoom(server.platform, { pc_id: pc.id })
  const { room_code, account_id } = await buildRoom(server.platform)
  const draft = { room_code, version: 1, name: '第一百零一间', account_id, pc_id: pc.id }
  expect(await server.call(roomApi.update, draft, operator)).toMatchObject({
    code: 1001,
    data: { fields: { pc_id: 'PC客户端已有100个直播间，请另选一台' } },
  })
  const one = await server.db.query
    .selectFrom('room')
    .selectAll()
    .where('pc_id', '=', pc.id)
    .executeTakeFirstOrThrow()
  const rename = { room_code: one.room_code, version: 1, name: '改名', pc_id: pc.id }
  const renamed = await server.call(
    roomApi.update,
    { ...rename, account_id: one.account_id },
    operator,
  )
  expect(renamed.code).toBe(0)
})

test('a room may be renamed while its account is disabled, but not given a disabled one', async () => {
  const { account_id } = await buildLiveAccount(server.platform, { enabled: 0 })
  const { room_code } = await buildRoom(server.platform, { account_id })
  const draft = { room_code, version: 1, name: '改名', account_id }
  expect(await server.call(roomApi.update, draft, operator)).toMatchObject({ code: 0 })
  const other = await buildLiveAccount(server.platform, { enabled: 0 })
  const moved = { ...draft, version: 2, account_id: other.account_id }
  expect(await server.call(roomApi.update, moved, operator)).toMatchObject({ code: 1001 })
})

test('a deleted room is gone, its account is free, its books stay', async () => {
  const { id, room_code, account_id } = await buildRoom(server.platform)
  expect(await server.call(roomApi.delete, { room_code }, admin)).toMatchObject({ code: 0 })
  const list = await server.call(roomApi.list, { keyword: room_code }, operator)
  expect(list.data.total).toBe(0)
  const again = { name: '接替', account_id }
  expect(await server.call(roomApi.create, again, operator)).toMatchObject({ code: 0 })
  const kept = server.db.query.selectFrom('room').select('deleted_at').where('id', '=', id)
  expect(await kept.executeTakeFirst()).toEqual({ deleted_at: server.clock.now() })
})

const undo = (room_code: string, version = 1) =>
  server.call(roomApi.restore, { room_code, version }, admin)

describe('a deletion taken back', () => {
  test('leaves the room as it was, with a row in the audit for each', async () => {
    const pc = await buildPc(server.platform)
    const { room_code } = await buildRoom(server.platform, { name: '误删', pc_id: pc.id })
    await server.call(roomApi.delete, { room_code }, admin)
    expect(await undo(room_code)).toMatchObject({
      code: 0,
      data: { name: '误删', version: 2, pc: { pc_id: pc.id } },
    })
    expect(await server.call(roomApi.info, { room_code }, operator)).toMatchObject({ code: 0 })
    const rows = server.db.query
      .selectFrom('audit')
      .select('action')
      .where('target_id', '=', room_code)
    expect((await rows.orderBy('seq').execute()).map(({ action }) => action)).toEqual([
      'room.delete',
      'room.restore',
    ])
  })

  test('is refused where its live account has another room, which is named', async () => {
    const { room_code, account_id } = await buildRoom(server.platform)
    await server.call(roomApi.delete, { room_code }, admin)
    await server.call(roomApi.create, { name: '后来居上', account_id }, operator)
    expect(await undo(room_code)).toMatchObject({
      code: 1001,
      msg: expect.stringMatching(/直播账号已绑定直播间「后来居上」/),
    })
  })

  test('is refused a second time, and of a deletion that was another one', async () => {
    const { room_code } = await buildRoom(server.platform)
    expect(await undo(room_code)).toMatchObject({ code: 1006, msg: '直播间没有被删除' })
    await server.call(roomApi.delete, { room_code }, admin)
    expect(await undo(room_code)).toMatchObject({ code: 0 })
    await server.call(roomApi.delete, { room_code }, admin)
    expect(await undo(room_code)).toMatchObject({
      code: 1006,
      msg: '直播间在删除前后有过变化，不能撤销删除',
    })
  })

  test('of another organisation it is as if there never was a room', async () => {
    const { room_code } = await buildRoom(server.platform)
    await server.call(roomApi.delete, { room_code }, admin)
    const answer = await server.call(roomApi.restore, { room_code, version: 1 }, guild)
    expect(answer).toMatchObject({ code: 1005, msg: '直播间不存在' })
  })
})

test('a room on air is not deleted, and where it runs is said', async () => {
  const pc = await buildPc(server.platform, { name: '三号机' })
  const { room_code } = await buildRoom(server.platform, { state: 'living', pc_id: pc.id })
  expect(await server.call(roomApi.delete, { room_code }, admin)).toMatchObject({
    code: 1006,
    msg: '直播中不能删除，请先停播（正在PC「三号机」上直播）',
  })
})

test('no call reaches a room of another organisation, nor one that is not there', async () => {
  const { room_code, account_id } = await buildRoom(server.platform, { state: 'living' })
  for (const code of [room_code, 'NRTHERE2']) {
    const ref = { room_code: code }
    const answers = await Promise.all([
      server.call(roomApi.info, ref, guild),
      server.call(roomApi.update, { ...ref, version: 1, name: '我的', account_id }, guild),
      server.call(roomApi.delete, ref, guild),
      server.call(roomApi.preflight, ref, guild),
      server.call(roomApi.start, ref, guild),
      server.call(roomApi.stop, { ...ref, mode: 'emergency' }, guild),
      server.call(roomApi.statusCheck, ref, guild),
      server.call(roomApi.reset, ref, guild),
      server.call(roomApi.role, ref, guild),
      server.call(roomApi.consoleLogs, ref, guild),
      server.call(roomApi.triggerLogs, ref, guild),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ code: 1005, msg: '直播间不存在' })
  }
  const { data } = await server.call(roomApi.info, { room_code }, operator)
  expect(data.state).toBe('living')
})

describe('who may act in a room', () => {
  test('is told by account, groups and actions', async () => {
    const { room_code } = await buildRoom(server.platform, { org_id: 'guild' })
    const { data } = await server.call(roomApi.role, { room_code }, operator)
    const byUid = new Map(data.list.map((role) => [role.uid, role]))
    expect(byUid.get(operator.uid)).toMatchObject({ nickname: '小王', groups: ['运营'] })
    expect(byUid.get(guild.uid)?.actions).toEqual([
      'room.add',
      'room.del',
      'room.edit',
      'room.imme',
      'room.look',
      'room.operate',
      'room.play',
    ])
    const stranger = await server.login('guild', { org_id: 'third' })
    expect(byUid.has(stranger.uid)).toBe(false)
    const onlooker = await server.login('finance', { extra_actions: ['room.look'] })
    const again = await server.call(roomApi.role, { room_code }, operator)
    expect(again.data.list.map((role) => role.uid)).not.toContain(onlooker.uid)
  })

  test('not by people of an organisation that is disabled: they cannot log in', async () => {
    await buildOrg(server.platform, { id: 'closed' })
    const { room_code } = await buildRoom(server.platform, { org_id: 'closed' })
    const { uid } = await server.login('guild', { org_id: 'closed' })
    const roles = async () => {
      const { data } = await server.call(roomApi.role, { room_code }, operator)
      return data.list.map((role) => role.uid)
    }
    expect(await roles()).toContain(uid)
    const { query } = server.db
    await query.updateTable('org').set({ enabled: 0 }).where('id', '=', 'closed').execute()
    expect(await roles()).not.toContain(uid)
  })

  test('never beyond the scope of whoever asks', async () => {
    const { room_code } = await buildRoom(server.platform, { org_id: 'guild' })
    const { data } = await server.call(roomApi.role, { room_code }, guild)
    expect(data.list.map((role) => role.uid)).toEqual([guild.uid])
  })
})
