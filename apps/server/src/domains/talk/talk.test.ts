import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READS_BUNDLES } from '@kaibo/contract/agent/frames.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

let names = 0
async function newSet(name = `规则${++names}`): Promise<RuleRow> {
  const { data } = await server.call(talkApi.add, { name, kind: 'talk' }, operator)
  return data
}

const son = (text: string, more: Partial<SonNode> = {}): SonNode => ({
  id: 'thanks',
  type: 'son',
  name: '大额答谢',
  enabled: 1,
  triggers: [{ event: 'gift.receive' }],
  actions: [{ kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 }],
  ...more,
})

const setWith = (...children: SonNode[]): RuleSet => ({
  id: 'any',
  name: '任意',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '任意',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children,
  },
})

const save = (row: RuleRow, set: RuleSet) =>
  server.call(
    talkApi.save,
    { rule_id: row.rule_id, version: row.version, set: { ...set } },
    operator,
  )
const publish = ({ rule_id, version }: RuleRow) =>
  server.call(talkApi.publish, { rule_id, version, note: '上线' }, operator)

describe('a rule set', () => {
  test('is a copy of another that its maker sees', async () => {
    const { data } = await save(await newSet(), setWith(son('感谢{{ev.user.name}}')))
    const { rule_id: copy_of } = data.row
    const draft = { name: `抄写${++names}`, kind: 'talk', copy_of } as const
    const { data: copy } = await server.call(talkApi.add, draft, operator)
    expect(copy).toMatchObject({ name: draft.name, nodes: 1, live_v: null, is_dirty: true })
    const { data: read } = await server.call(talkApi.data, { rule_id: copy.rule_id }, operator)
    expect(read.set).toMatchObject({ id: copy.rule_id, name: draft.name })
    expect(read.set.root.children).toMatchObject([{ id: 'thanks' }])
    const { id: org_id } = await buildOrg(server.platform)
    const stranger = await server.login('guild', { org_id })
    expect(await server.call(talkApi.add, draft, stranger)).toMatchObject({ code: 1005 })
  }, 10_000)

  test('is made, written, published and read', async () => {
    const made = await newSet('礼物答谢')
    expect(made).toMatchObject({
      name: '礼物答谢',
      live_v: null,
      is_dirty: true,
      nodes: 0,
      rooms: 0,
    })
    const { data: saved } = await save(made, setWith(son('感谢{{ev.user.name}}')))
    expect(saved).toMatchObject({ problems: [], row: { nodes: 1, problems: 0, is_dirty: true } })
    expect((await publish(saved.row)).data).toMatchObject({ v: 1, rooms: 0 })
    const { data } = await server.call(talkApi.data, { rule_id: made.rule_id }, operator)
    expect(data.row).toMatchObject({ live_v: 1, is_dirty: false })
    expect(data.set.root.children).toMatchObject([{ id: 'thanks' }])
    // Nothing has changed: the same version
    expect((await publish(data.row)).data).toMatchObject({ v: 1, rooms: 0 })
    const { data: versions } = await server.call(
      talkApi.versions,
      { rule_id: made.rule_id },
      operator,
    )
    expect(versions.list).toMatchObject([{ v: 1, note: '上线', state: 'live' }])
  })

  test('with an error is kept, told at its node, and not published', async () => {
    const made = await newSet()
    const { data } = await save(made, setWith(son('感谢{{ev.nobody}}')))
    expect(data.row).toMatchObject({ problems: 1 })
    expect(data.problems).toMatchObject([
      { node_id: 'thanks', level: 'error', message: '没有名为 ev.nobody 的变量' },
    ])
    expect(await publish(data.row)).toMatchObject({
      code: 1006,
      msg: '有问题，不能发布：没有名为 ev.nobody 的变量',
      data: { problems: [{ node_id: 'thanks' }] },
    })
  })

  test('an action that is not there yet is a warning', async () => {
    const made = await newSet()
    const reply = { kind: 'reply', template: '谢谢' } as const
    const { data } = await save(made, setWith(son('x', { actions: [reply] })))
    expect(data.problems).toMatchObject([
      { level: 'warn', message: '动作“发弹幕”暂未开通，不会执行', node_id: 'thanks' },
    ])
    expect((await publish(data.row)).code).toBe(0)
  })

  test('of an unreadable shape is refused at its field', async () => {
    const made = await newSet()
    const answer = await save(made, setWith(son('')))
    expect(answer).toMatchObject({
      code: 1001,
      msg: '规则“大额答谢”的话术没有填写或不符合要求',
      data: { fields: { 'set.root.children.0.actions.0.templates.0.text': expect.any(String) } },
    })
  })

  test('saved from an old version is 1006 with the row, a name twice 1006 at the name', async () => {
    const made = await newSet('唯一')
    await save(made, setWith(son('a')))
    expect(await save(made, setWith(son('b')))).toMatchObject({
      code: 1006,
      data: { rule_id: made.rule_id, version: made.version + 1 },
    })
    expect(await server.call(talkApi.add, { name: '唯一', kind: 'talk' }, operator)).toMatchObject({
      code: 1006,
      msg: '已有同名规则集「唯一」，请换一个名称',
    })
  })

  test('that saves itself is told in the audit once for each editor and ten minutes, by its nodes', async () => {
    const made = await newSet()
    const told = () =>
      server.db.query
        .selectFrom('audit')
        .select(['uid', 'input_json', 'after_json'])
        .where('action', '=', 'talk.save')
        .where('target_id', '=', made.rule_id)
        .orderBy('seq')
        .execute()
    const one = await save(made, setWith(son('一')))
    const two = await save(one.data.row, setWith(son('二')))
    expect((await told()).map(({ after_json }) => JSON.parse(after_json ?? ''))).toMatchObject([
      { added: [{ id: 'thanks', name: '大额答谢' }], removed: [] },
    ])
    expect((await told())[0]?.input_json).not.toContain('大额答谢')
    const other = await server.login('operator')
    const { rule_id, version } = two.data.row
    const three = await server.call(
      talkApi.save,
      { rule_id, version, set: { ...setWith(son('三')) } },
      other,
    )
    expect(await told()).toHaveLength(2)
    server.clock.advance(600_000)
    await save(three.data.row, setWith(son('四')))
    expect((await told()).map(({ uid }) => uid)).toEqual([operator.uid, other.uid, operator.uid])
  })

  test('of another organisation does not exist', async () => {
    const { id: org_id } = await buildOrg(server.platform)
    const guild = await server.login('guild', { org_id })
    const made = await newSet()
    const { rule_id, version } = made
    for (const answer of [
      await server.call(talkApi.data, { rule_id }, guild),
      await server.call(talkApi.del, { rule_id }, guild),
      await server.call(talkApi.publish, { rule_id, version, note: '' }, guild),
    ])
      expect(answer).toMatchObject({ code: 1005, msg: '规则集不存在' })
  })
})

async function bound() {
  const pc = await buildPc(server.platform)
  const { room_code } = await buildRoom(server.platform, { pc_id: pc.id })
  const made = await newSet()
  const { data: saved } = await save(made, setWith(son('一')))
  await publish(saved.row)
  const { rule_id } = made
  const bind = (
    version: number,
    list = [{ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] as string[] }],
  ) => server.call(talkApi.bindTalk, { room_code, version, list }, operator)
  const { id, private_key } = pc
  const agent = await connectAgent(url, { pc_id: id, private_key, ts: server.clock.now() })
  await agent.hello({ capabilities: [READS_BUNDLES] })
  return { room_code, rule_id, bind, agent }
}

describe('a room', () => {
  test('runs by what is bound, and by a new version as soon as it is published', async () => {
    const { bind, agent, rule_id } = await bound()
    expect(await bind(0)).toMatchObject({ code: 0, data: { version: 1, list: [{ rule_id }] } })
    const first = await agent.next('desired')
    const hash = first.rooms[0]?.config.bundle?.hash ?? ''
    const { data } = await server.call(talkApi.data, { rule_id }, operator)
    const { data: saved } = await save(data.row, setWith(son('二')))
    expect((await publish(saved.row)).data).toMatchObject({ v: 2, rooms: 1 })
    const next = await agent.next('desired')
    const renewed = next.rooms[0]?.config.bundle?.hash ?? ''
    expect(renewed).not.toBe(hash)
    agent.send({ type: 'need', hash: renewed })
    const { body } = await agent.next('part')
    expect(body).toContain('"text":"二"')
    expect(body).toContain('"version":2')
    agent.kill()
  })

  test('a set that is switched off leaves the rooms; one in use is not deleted', async () => {
    const { bind, agent, rule_id, room_code } = await bound()
    await bind(0)
    await agent.next('desired')
    expect(await server.call(talkApi.del, { rule_id }, operator)).toMatchObject({
      code: 1006,
      msg: '正被1个直播间使用，请先在这些直播间里移除',
      data: { rooms: [{ room_code }] },
    })
    const { data } = await server.call(talkApi.data, { rule_id }, operator)
    const { version } = data.row
    await server.call(talkApi.update, { rule_id, version, enabled: 0 }, operator)
    const { rooms } = await agent.next('desired')
    agent.send({ type: 'need', hash: rooms[0]?.config.bundle?.hash ?? '' })
    expect((await agent.next('part')).body).toContain('"sets":[]')
    await bind(1, [])
    expect((await server.call(talkApi.del, { rule_id }, operator)).code).toBe(0)
    agent.kill()
  })

  test('takes no set of another organisation, none twice, and no save from an old version', async () => {
    const { bind, agent, rule_id } = await bound()
    const one = { rule_id, enabled: 1 as const, shift: 0, off_nodes: [] }
    expect(await bind(0, [one, one])).toMatchObject({
      code: 1001,
      data: { fields: { 'list.1.rule_id': expect.stringContaining('重复') } },
    })
    expect(await bind(0, [{ ...one, rule_id: 'none' }])).toMatchObject({
      code: 1001,
      data: { fields: { 'list.0.rule_id': expect.stringContaining('属于另一公会') } },
    })
    expect((await bind(0)).code).toBe(0)
    expect(await bind(0)).toMatchObject({ code: 1006, data: { version: 1 } })
    agent.kill()
  })
})
