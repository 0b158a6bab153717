import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { running, saying, Written, type Running } from './talk.fixture.ts'

let server: TestServer
let operator: Login
let on: Running
let written: Written

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  on = await running(server, await server.listen())
  written = await Written.begin(server, operator)
  await written.write(thanking('感谢{{ev.user.name}}'))
  await written.publish()
  await written.bind(on.room.room_code)
})
afterAll(async () => {
  on.agent.kill()
  await server.close()
})

/** Gifts of ten yuan, one viewer once in thirty seconds. */
function thanking(text: string, more: Partial<SonNode> = {}): RuleSet {
  const set = saying(text)
  const [son] = set.root.children
  const amount = { origin: 'variable', key: 'ev.gift.value' } as const
  const when = {
    id: 'c1',
    type: 1 as const,
    subject: amount,
    op: '>=' as const,
    rhs: { origin: 'input' as const, value: 1_000 },
  }
  const policy = { cooldown: { ms: 30_000, scope: 'user', on_hit: 'drop' } } as const
  return {
    ...set,
    root: { ...set.root, children: [{ ...(son as SonNode), when, policy, ...more }] },
  }
}

const GIFT = {
  key: 'gift.receive',
  vars: { 'ev.user.open_id': 'u1', 'ev.user.name': '阿强', 'ev.gift.value': 1_000 },
}

const fen = (value: number) => ({ origin: 'input' as const, value })

type Asked = Partial<InputOf<typeof talkApi.test>>
const attempt = (more: Asked = {}, as = operator) =>
  server.call(
    talkApi.test,
    {
      room_code: on.room.room_code,
      target: { rule_id: written.rule_id },
      event: GIFT,
      state: 'clean',
      ...more,
    },
    as,
  )
const draft = (set: RuleSet) => ({ target: { rule_id: written.rule_id, draft: { ...set } } })

const everything = async () => {
  const { query } = server.db
  const [rules, logs, audits, packs] = await Promise.all([
    query.selectFrom('talk_rule').selectAll().execute(),
    query.selectFrom('trigger_log').selectAll().execute(),
    query.selectFrom('audit').selectAll().execute(),
    query.selectFrom('pack').select('hash').execute(),
  ])
  return JSON.stringify([rules, logs, audits, packs])
}

describe('from the beginning', () => {
  test('answers what would be said, each step with its values, and what was read', async () => {
    const { code, data } = await attempt()
    expect(code).toBe(0)
    expect(data).toMatchObject({
      fired: [{ node_id: 'thanks', effect: 'say', text: '感谢阿强' }],
      decisions: [{ outcome: 'FIRED', node_path: 'root/son[0]' }],
      vars: [{ key: 'ev.gift.value', value: 1_000 }],
      warnings: [],
      stats: null,
    })
    expect(data.decisions[0]?.trace?.steps).toMatchObject([
      { kind: 'check', path: 'root/son[0]/when', result: true, subject: { value: 1_000 } },
      { kind: 'say', text: '感谢阿强' },
    ])
  })

  test('a condition that does not hold says so; a draft is tried as it stands', async () => {
    const small = { ...GIFT, vars: { ...GIFT.vars, 'ev.gift.value': 999 } }
    const { data } = await attempt({ event: small })
    expect(data).toMatchObject({ fired: [], decisions: [{ outcome: 'COND', node_id: 'thanks' }] })
    const { data: other } = await attempt(draft(thanking('草稿谢{{ev.user.name}}')))
    expect(other.fired).toMatchObject([{ text: '草稿谢阿强' }])
  })

  test('a range is written, read and tried with both of its bounds', async () => {
    const range = {
      id: 'c1',
      type: 2 as const,
      subject: { origin: 'variable' as const, key: 'ev.gift.value' },
      lo: ['<=' as const, fen(1_000)] as ['<=', ReturnType<typeof fen>],
      hi: ['<' as const, fen(10_000)] as ['<', ReturnType<typeof fen>],
      join: 'and' as const,
    }
    const set = await Written.begin(server, operator)
    await set.write(thanking('一百以内', { when: range }))
    const { rule_id } = set
    const { code, data } = await server.call(talkApi.data, { rule_id }, operator)
    expect(code).toBe(0)
    expect(data.set.root.children).toMatchObject([{ when: range }])
    const { data: tried } = await attempt({ target: { rule_id } })
    expect(tried.decisions[0]?.trace?.steps[0]).toMatchObject({
      type: 2,
      lo: ['<=', { value: 1_000 }],
      hi: ['<', { value: 10_000 }],
    })
  })

  test('leaves no trace: nothing is written, sent to the PC or remembered', async () => {
    const before = [await everything(), on.agent.frames.length]
    for (let i = 0; i < 3; i++)
      expect((await attempt()).data.fired).toMatchObject([{ text: '感谢阿强' }])
    expect([await everything(), on.agent.frames.length]).toEqual(before)
  })

  test('the whole room is tried as it runs, and several tries are counted', async () => {
    const { data } = await attempt({ target: { room: 1 }, runs: 100, seed: 'a' })
    expect(data.stats).toMatchObject({ runs: 100, fired: 100, texts: [{ n: 100 }] })
    const half = draft(thanking('对半', { policy: { probability: 0.5 } }))
    const { data: some } = await attempt({ ...half, runs: 1_000, seed: 'a' })
    expect(some.stats?.runs).toBe(1_000)
    expect(some.stats?.fired).toBeGreaterThan(400)
    expect(some.stats?.fired).toBeLessThan(600)
    const { data: again } = await attempt({ ...half, runs: 1_000, seed: 'a' })
    expect(again.stats).toEqual(some.stats)
  })

  test('a set that no room uses yet is tried without one; a room is tried by its code only', async () => {
    const { data } = await attempt({
      room_code: undefined,
      ...draft(thanking('谢{{ev.user.name}}')),
    })
    expect(data).toMatchObject({ fired: [{ text: '谢阿强' }], warnings: [] })
    expect(await attempt({ room_code: undefined, target: { room: 1 } })).toMatchObject({
      code: 1001,
    })
    expect(await attempt({ room_code: undefined, state: 'live' })).toMatchObject({
      code: 1001,
      msg: '请选择直播间',
    })
  })

  test('an event that does not fit names the field; one that nobody hears is told', async () => {
    const event = { ...GIFT, vars: { 'ev.gift.value': '十', 'ev.text': 'x' } }
    expect(await attempt({ event })).toMatchObject({
      code: 1001,
      data: {
        fields: {
          'event.vars.ev.gift.value': '礼物价值（分）须为数字',
          'event.vars.ev.text': '事件“礼物”没有字段 ev.text',
        },
      },
    })
    expect(await attempt({ event: { key: 'nothing', vars: {} } })).toMatchObject({
      code: 1001,
      data: { fields: { 'event.key': '没有名为 nothing 的事件' } },
    })
    expect(await attempt({ vars: { red: 1 } })).toMatchObject({
      code: 1001,
      data: { fields: { 'vars.red': '没有名为 red 的变量' } },
    })
    const { data } = await attempt({ event: { key: 'user.enter', vars: {} } })
    expect(data).toMatchObject({ decisions: [], warnings: ['没有规则听这个事件'] })
  })

  test('a draft with an unknown name is tried as far as it goes, and says so', async () => {
    const { data } = await attempt(draft(thanking('谢{{ev.nobody}}')))
    expect(data).toMatchObject({
      decisions: [{ outcome: 'ERROR' }],
      warnings: ['没有名为 ev.nobody 的变量'],
    })
  })
})

const span = (left_ms: number) => ({
  from: server.clock.now() - 1_000,
  until: server.clock.now() + left_ms,
})

describe('in the present state', () => {
  test('the PC is asked for what is needed, and the cooldown that runs there holds', async () => {
    const asked = attempt({ state: 'live' })
    const { id, sets, user } = await on.agent.next('ask_state')
    expect({ sets, user }).toEqual({ sets: [written.rule_id], user: 'u1' })
    const rules = { cooldowns: { [`${written.rule_id}/thanks`]: { u1: span(12_400) } } }
    const speech = { waiting: 0, silent_ms: 5_000, saying: [] }
    on.agent.send({ type: 'state', id, state: { rules, speech } })
    const { data } = await asked
    expect(data).toMatchObject({ fired: [], decisions: [{ outcome: 'COOLDOWN' }] })
    expect(data.decisions[0]?.trace?.steps).toContainEqual(
      expect.objectContaining({ gate: 'COOLDOWN', left_ms: 12_400 }),
    )
  })

  test('a room that is not on air is tried from the beginning, with a word on it', async () => {
    const asked = attempt({ state: 'live' })
    const { id } = await on.agent.next('ask_state')
    on.agent.send({ type: 'state', id, state: null })
    expect((await asked).data).toMatchObject({
      fired: [{ text: '感谢阿强' }],
      warnings: ['直播间没有在播，按从零开始试演'],
    })
  })

  test('a PC that is away, silent or talks nonsense is 1008', async () => {
    const words = { code: 1008, msg: 'PC未响应，可选“从零开始”' }
    const idle = await buildRoom(server.platform)
    expect(await attempt({ room_code: idle.room_code, state: 'live' })).toMatchObject(words)
    expect(await attempt({ state: 'live' })).toMatchObject(words)
    await on.agent.next('ask_state')
    const asked = attempt({ state: 'live' })
    const { id } = await on.agent.next('ask_state')
    const speech = { waiting: 0, silent_ms: 0, saying: [] }
    on.agent.send({ type: 'state', id, state: { rules: { pots: [{}] }, speech } })
    expect(await asked).toMatchObject(words)
  })

  test('without the right to see rooms it is refused', async () => {
    const reader = await server.login('studio', { extra_actions: ['talk.look'] })
    expect(await attempt({ state: 'live' }, reader)).toMatchObject({ code: 1003 })
  })
})

test('a guild tries its own sets in its own rooms only', async () => {
  const { id: org_id } = await buildOrg(server.platform)
  const guild = await server.login('guild', { org_id })
  const own = await buildRoom(server.platform, { org_id })
  expect(await attempt({}, guild)).toMatchObject({ code: 1005, msg: '直播间不存在' })
  expect(await attempt({ room_code: own.room_code }, guild)).toMatchObject({
    code: 1005,
    msg: '规则集不存在',
  })
  expect(await attempt({ room_code: own.room_code, target: { room: 1 } }, guild)).toMatchObject({
    code: 0,
  })
})
