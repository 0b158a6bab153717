import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { nodeDiff } from './talk.diff.ts'
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

/** A set that is live as v1 in two rooms, each on its PC, and says something else in its draft. */
async function liveInTwo(): Promise<{ rule: Written; one: Running; two: Running }> {
  const rule = await Written.begin(server, operator)
  await rule.write(saying('一'))
  await rule.publish()
  const [one, two] = [await running(server, url), await running(server, url)]
  for (const each of [one, two]) {
    await rule.bind(each.room.room_code)
    expect(await each.next()).toContain('"text":"一"')
  }
  await rule.write(saying('二'))
  return { rule, one, two }
}
const end = (...all: Running[]) => all.forEach(({ agent }) => agent.kill())

describe('a version on trial', () => {
  test('is that of its rooms alone, until it is promoted', async () => {
    const { rule, one, two } = await liveInTwo()
    const { data } = await rule.publish([one.room.room_code])
    expect(data).toMatchObject({ v: 2, rooms: 1, hash: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await one.next()).toContain('"text":"二"')
    expect(await rule.row()).toMatchObject({
      live_v: 1,
      canary: { v: 2, rooms: 1 },
      is_dirty: false,
    })
    expect(await rule.versions()).toMatchObject([
      { v: 2, state: 'canary', rooms: [{ room_code: one.room.room_code }] },
      { v: 1, state: 'live', rooms: [{ room_code: two.room.room_code }] },
    ])
    const part = { room_code: one.room.room_code, part: 'talk' } as const
    expect((await server.call(talkApi.part, part, operator)).data.list).toMatchObject([
      { live_v: 1, canary_v: 2 },
    ])
    const told = () => two.agent.frames.filter(({ type }) => type === 'desired')
    expect(told()).toHaveLength(1)
    expect((await rule.rollout('promote')).data).toMatchObject({
      v: 2,
      rooms: 2,
      row: { live_v: 2, canary: null },
    })
    expect(await two.next()).toContain('"text":"二"')
    expect(told()).toHaveLength(2)
    expect(await rule.versions()).toMatchObject([
      { v: 2, state: 'live', moves: [{ act: 'promote' }, { act: 'canary' }] },
      { v: 1, state: 'past' },
    ])
    end(one, two)
  })

  test('is withdrawn: its rooms run by the live one again, and its text is still the draft', async () => {
    const { rule, one, two } = await liveInTwo()
    await rule.publish([one.room.room_code])
    expect(await one.next()).toContain('"text":"二"')
    expect((await rule.rollout('rollback')).data).toMatchObject({ v: 1, row: { is_dirty: true } })
    expect(await one.next()).toContain('"text":"一"')
    expect(await rule.versions()).toMatchObject([{ v: 2, state: 'withdrawn' }, { v: 1 }])
    expect((await rule.publish()).data).toMatchObject({ v: 3, rooms: 2 })
    end(one, two)
  })

  test('is withdrawn once: who does it a second time leaves the live one alone', async () => {
    const { rule, one, two } = await liveInTwo()
    await rule.publish()
    await rule.write(saying('三'))
    await rule.publish([one.room.room_code])
    const { rule_id } = rule
    const both = ['rollback', 'rollback', 'promote'] as const
    const answers = []
    for (const act of both)
      answers.push(await server.call(talkApi.rollout, { rule_id, act, canary_v: 3 }, operator))
    const gone = { code: 1006, msg: '没有灰度中的版本，可能已经转正或撤回' }
    expect(answers).toMatchObject([{ code: 0 }, gone, gone])
    expect(await rule.row()).toMatchObject({ live_v: 2, canary: null })
    end(one, two)
  })

  test('of a set that was never live is nothing elsewhere', async () => {
    const rule = await Written.begin(server, operator)
    await rule.write(saying('初'))
    const [one, two] = [await running(server, url), await running(server, url)]
    for (const each of [one, two]) {
      await rule.bind(each.room.room_code)
      await each.next()
    }
    expect((await rule.publish([one.room.room_code])).data).toMatchObject({ v: 1, rooms: 1 })
    expect(await one.next()).toContain('"text":"初"')
    await rule.rollout('rollback')
    expect(await one.next()).toContain('"sets":[]')
    expect(await rule.row()).toMatchObject({ live_v: null, is_dirty: true })
    end(one, two)
  })

  test('keeps others from publishing, and takes only rooms that the set is bound in', async () => {
    const { rule, one, two } = await liveInTwo()
    const other = await buildRoom(server.platform)
    expect(await rule.publish([one.room.room_code, other.room_code])).toMatchObject({
      code: 1001,
      data: { fields: { 'rooms.1': expect.stringContaining('没有绑定这个规则集') } },
    })
    await rule.publish([one.room.room_code])
    await rule.write(saying('三'))
    expect(await rule.publish()).toMatchObject({
      code: 1006,
      msg: 'v2 灰度进行中（1间），请先转正或撤回',
    })
    expect(await rule.rollout('rollback', 1)).toMatchObject({ code: 1006 })
    await rule.rollout('rollback')
    expect(await rule.rollout('promote')).toMatchObject({
      code: 1006,
      msg: '没有灰度中的版本，可能已经转正或撤回',
    })
    end(one, two)
  })

  test('is left by a room that is bound no more; bound again, it runs by the live one', async () => {
    const { rule, one, two } = await liveInTwo()
    await rule.publish([one.room.room_code, two.room.room_code])
    await one.next()
    const { room_code } = one.room
    await server.call(talkApi.bindTalk, { room_code, version: 1, list: [] }, operator)
    expect(await one.next()).toContain('"sets":[]')
    expect(await rule.row()).toMatchObject({ canary: { v: 2, rooms: 1 } })
    await rule.bind(room_code, 2)
    expect(await one.next()).toContain('"text":"一"')
    end(one, two)
  })

  test('ends with its set', async () => {
    const { rule, one, two } = await liveInTwo()
    await rule.publish([one.room.room_code])
    for (const { room } of [one, two])
      await server.call(
        talkApi.bindTalk,
        { room_code: room.room_code, version: 1, list: [] },
        operator,
      )
    const { rule_id } = rule
    expect((await server.call(talkApi.del, { rule_id }, operator)).code).toBe(0)
    const left = server.db.query.selectFrom('rule_canary').selectAll()
    expect(await left.where('rule_id', '=', rule_id).execute()).toEqual([])
    end(one, two)
  })
})

test('a room whose PC still runs by something else is named', async () => {
  const { rule, one, two } = await liveInTwo()
  const { room_code, id } = one.room
  const read = () =>
    server.db.query
      .selectFrom('room')
      .select(['bundle_hash', 'reported_json'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const behind = async () => {
    const [version] = await rule.versions()
    return version?.rooms.filter((room) => room.behind).map((room) => room.room_code)
  }
  const report = async (hash: string) => {
    one.agent.report({ room_code, packs: { bundle: hash } })
    await vi.waitFor(async () => expect((await read()).reported_json).toContain(hash))
  }
  const former = (await read()).bundle_hash ?? ''
  await report(former)
  expect(await behind()).toEqual([])
  await rule.publish()
  expect(await behind()).toEqual([room_code])
  await report((await read()).bundle_hash ?? '')
  expect(await behind()).toEqual([])
  end(one, two)
})

describe('publishing', () => {
  test('of what is live already answers the live version', async () => {
    const { rule, one, two } = await liveInTwo()
    const { data: second } = await rule.publish()
    expect(second).toMatchObject({ v: 2, rooms: 2 })
    expect((await rule.publish()).data).toEqual(second)
    // Written once more as it was
    await rule.write(saying('二'))
    const { v, hash } = second
    expect((await rule.publish([one.room.room_code])).data).toMatchObject({ v, hash })
    expect(await rule.row()).toMatchObject({ is_dirty: false, canary: null })
    end(one, two)
  })

  test('by two at once: one does, the other is told who did', async () => {
    const { rule, one, two } = await liveInTwo()
    const second = await server.login('operator')
    const answers = await Promise.all([rule.publish(), rule.publish(undefined, second)])
    const codes = answers.map(({ code }) => code)
    expect(codes.sort((a, b) => a - b)).toEqual([0, 1006])
    expect(answers.find(({ code }) => code !== 0)?.msg).toMatch(/刚刚保存过此规则集/)
    expect(await rule.versions()).toHaveLength(2)
    end(one, two)
  })
})

test('the live version goes back to the one before it, or to any other', async () => {
  const { rule, one, two } = await liveInTwo()
  await rule.publish()
  expect(await one.next()).toContain('"text":"二"')
  expect((await rule.rollout('rollback')).data).toMatchObject({ v: 1, row: { is_dirty: true } })
  expect(await one.next()).toContain('"text":"一"')
  expect(await rule.rollout('rollback')).toMatchObject({
    code: 1006,
    msg: '没有更早的版本可以回到',
  })
  expect((await rule.rollout('rollback', 2)).data).toMatchObject({ v: 2 })
  expect(await one.next()).toContain('"text":"二"')
  expect(await rule.rollout('rollback', 2)).toMatchObject({ code: 1006 })
  expect(await rule.rollout('rollback', 9)).toMatchObject({ code: 1001 })
  end(one, two)
})

test('a version says which rules it added, removed and changed', async () => {
  const { rule, one, two } = await liveInTwo()
  const extra = saying('', {
    id: 'new',
    type: 'son',
    name: '新的',
    enabled: 1,
    actions: [{ kind: 'say', templates: [{ text: '好', weight: 1 }], no_repeat: 0 }],
  })
  await rule.write({
    ...extra,
    root: {
      ...extra.root,
      children: [...saying('二').root.children, ...extra.root.children.slice(1)],
    },
  })
  await rule.publish()
  const [version, first] = await rule.versions()
  expect([version?.base_v, first?.base_v]).toEqual([1, null])
  expect(version?.diff).toEqual({
    added: [{ id: 'new', name: '新的' }],
    removed: [],
    changed: [{ id: 'thanks', name: '答谢' }],
  })
  end(one, two)
})

test('a rule that changed places is a change of the branch that it stands in', () => {
  const [a, b] = [saying('一').root.children[0], { ...saying('一').root.children[0], id: 'b' }]
  expect(nodeDiff(of(a, b), of(b, a))).toMatchObject({ added: [], changed: [{ id: 'root' }] })
  expect(nodeDiff(of(a, b), of(a))).toMatchObject({ removed: [{ id: 'b' }], changed: [] })
})

test('a rule whose parts were written in another order has not changed', () => {
  const a = saying('一').root.children[0] as object
  const turned = Object.fromEntries(Object.entries(a).toReversed())
  expect(nodeDiff(of(a), of(turned))).toEqual({ added: [], removed: [], changed: [] })
})

const of = (...children: unknown[]) =>
  ({ ...saying(''), root: { ...saying('').root, children } }) as ReturnType<typeof saying>
