import { describe, expect, test } from 'vitest'
import { compileBundle } from './bundle.ts'
import { at, bundleWith, doorOf, heard, stored, withVars } from './engine.fixture.ts'
import { RoomRules } from './engine.ts'
import { check, giftEvent, input, par, ruleSet, say, son, variable } from './fixture.ts'

const SECOND = 1_000

describe('folding', () => {
  const folding = ruleSet({
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: [
      son({ id: 'each', actions: say('单') }),
      son({
        id: 'sum',
        triggers: [{ event: 'gift.receive', merge_ms: 3_000 }],
        actions: say('共{{ev.gift.count}}'),
      }),
    ],
  })

  test('the gifts of one viewer are one event, so long after the first', () => {
    const room = doorOf([folding])
    for (const [index, now] of [0, 1_000, 2_900].entries())
      expect(heard(room.happen(giftEvent({ 'ev.gift.count': 2 }, `g${index}`), at(now)))).toEqual([
        '单',
      ])
    expect(room.tick(at(2_999))).toEqual([])
    const [folded, ...others] = room.tick(at(3_000))
    expect(folded).toMatchObject({ text: '共6', event_key: 'gift.receive', event_id: 'g2' })
    expect(others).toEqual([])
    expect(room.tick(at(9_000))).toEqual([])
  })

  test('an event answers first what is due, and each viewer and gift is folded apart', () => {
    const room = doorOf([folding])
    room.happen(giftEvent({ 'ev.gift.count': 1 }, 'a'), at(0))
    room.happen(giftEvent({ 'ev.user.open_id': 'user-2', 'ev.gift.count': 5 }, 'b'), at(1))
    expect(heard(room.happen(giftEvent({}, 'c'), at(3_001)))).toEqual(['共1', '共5', '单'])
  })

  test('waits over a restart', () => {
    const room = doorOf([folding])
    room.happen(giftEvent({ 'ev.gift.count': 4 }), at(0))
    const { rules } = compileBundle(bundleWith([folding]))
    const back = RoomRules.from(JSON.parse(JSON.stringify(room.snapshot())), { trace: false })
    back.use(rules, 2_000)
    expect(heard(back.tick(at(3_000)))).toEqual(['共4'])
  })
})

const setVar = (key: string, op: 'set' | 'add', value: number) => [
  { kind: 'setVar' as const, key, op, value: input(value) },
]

describe('chains', () => {
  const counting = ruleSet({
    triggers: [{ event: 'gift.receive' }, { event: 'var.changed' }],
    hit: 'all',
    children: [
      son({
        id: 'count',
        triggers: [{ event: 'gift.receive' }],
        actions: [...say('记下{{thanks}}'), ...setVar('thanks', 'add', 1)],
      }),
      son({
        id: 'tell',
        triggers: [{ event: 'var.changed' }],
        actions: say('{{ev.key}}从{{ev.old}}到{{ev.new}}，现在{{thanks}}'),
      }),
    ],
  })

  test('a variable is set when all has been decided, and what follows is decided after', () => {
    const room = doorOf([counting], { catalogue: withVars(stored('thanks')) })
    expect(heard(room.happen(giftEvent({}, 'a'), at(0)))).toEqual(['记下0', 'thanks从0到1，现在1'])
    expect(heard(room.happen(giftEvent({}, 'b'), at(1)))).toEqual(['记下1', 'thanks从1到2，现在2'])
  })

  test('the same value again raises nothing', () => {
    const room = doorOf([counting], { catalogue: withVars(stored('thanks')) })
    expect(heard(room.setVar('thanks', 7, at(0)))).toEqual(['thanks从0到7，现在7'])
    expect(room.setVar('thanks', 7, at(1))).toEqual([])
    expect(room.setVar('thanks', 'seven', at(1))).toEqual([])
  })

  test('a rule does not hear what it set itself', () => {
    const own = ruleSet({
      triggers: [{ event: 'var.changed' }],
      children: [son({ id: 'own', actions: setVar('a', 'add', 1) })],
    })
    const room = doorOf([own], { catalogue: withVars(stored('a')) })
    expect(heard(room.setVar('a', 1, at(0)))).toEqual(['FIRED', 'NOT_HEARD'])
  })

  test('after eight links a chain is a loop', () => {
    const children = Array.from({ length: 12 }, (_, index) =>
      son({
        id: `n${index}`,
        when: check('ev.key', '=', `v${index}`),
        actions: setVar(`v${index + 1}`, 'add', 1),
      }),
    )
    const vars = Array.from({ length: 13 }, (_, index) => stored(`v${index}`))
    const long = ruleSet({ triggers: [{ event: 'var.changed' }], children })
    const decisions = doorOf([long], { catalogue: withVars(...vars) }).setVar('v0', 1, at(0))
    expect(decisions.filter(({ outcome }) => outcome === 'FIRED')).toHaveLength(9)
    expect(decisions.at(-1)).toMatchObject({ outcome: 'ERROR', fault: 'LOOP', effects: [] })
  })

  test('a value is of its round, session or viewer', () => {
    const telling = ruleSet({
      children: [son({ actions: [...say('{{mine}}/{{round}}'), ...setVar('mine', 'add', 1)] })],
    })
    const catalogue = withVars(
      stored('mine', { scope: 'user' }),
      stored('round', { reset: 'round' }),
    )
    const room = doorOf([telling], { catalogue })
    room.round(1)
    room.setVar('round', 5, at(0))
    const from = (viewer: string) =>
      heard(room.happen(giftEvent({ 'ev.user.open_id': viewer }, viewer), at(0)))
    expect([from('a'), from('a'), from('b')].flat()).toEqual(['0/5', '1/5', '0/5'])
    room.round(1)
    expect(from('b')).toEqual(['1/5'])
    room.round(2)
    expect(from('b')).toEqual(['2/0'])
  })
})

const ringing = (room: RoomRules, until: number) => {
  const all: string[] = []
  for (let now = 0; now <= until; now += SECOND)
    for (const text of heard(room.tick(at(now)))) all.push(`${now / SECOND} ${text}`)
  return all
}

describe('of its own accord', () => {
  const timed = ruleSet({
    triggers: [{ event: 'timer' }],
    hit: 'all',
    children: [
      par({
        id: 'often',
        triggers: [{ event: 'timer', every_s: 10 }],
        children: [son({ actions: say('十秒') })],
      }),
      son({ triggers: [{ event: 'timer', every_s: 30 }], actions: say('半分钟') }),
    ],
  })
  test('a timer rings for its own node, the first time after a whole interval', () => {
    expect(ringing(doorOf([timed]), 31_000)).toEqual(['10 十秒', '20 十秒', '30 十秒', '30 半分钟'])
  })

  test('in quiet hours nothing rings, and nothing of it is made up', () => {
    // The clock begins at 08:00 in business time
    const room = doorOf([timed], { quiet: [{ from: '07:00', to: '08:01' }] })
    expect(ringing(room, 70_000)).toEqual(['60 十秒', '60 半分钟', '70 十秒'])
  })

  test('a turn that the queue holds is BUSY, reserves nothing, and is not made up', () => {
    const once = ruleSet({
      triggers: [{ event: 'timer', every_s: 10 }],
      children: [son({ actions: say('一次'), policy: { limit: { max: 1, per: 'session' } } })],
    })
    const room = doorOf([once])
    const busy = { now: 10_000, speech: { waiting: 1, silent_ms: 60_000, saying: [] } }
    expect(heard(room.tick(busy))).toEqual(['BUSY'])
    expect(room.tick(at(19_000))).toEqual([])
    expect(heard(room.tick(at(20_000)))).toEqual(['一次'])
  })

  test('a silence is raised when it is one, then each time it is as long again', () => {
    const idle = ruleSet({
      triggers: [{ event: 'idle' }],
      children: [son({ actions: say('静了{{ev.idle_s}}秒') })],
    })
    const room = doorOf([idle], { idle_s: 20 })
    const told = [19, 20, 21, 39, 41, 100, 101, 3, 25].flatMap((second, index) =>
      heard(room.tick(at(index * SECOND, second * SECOND))),
    )
    expect(told).toEqual(['静了20秒', '静了41秒', '静了100秒', '静了25秒'])
  })

  test('in advance of a foreseen moment, once for each', () => {
    const ahead = ruleSet({
      triggers: [{ event: 'game.round_end', notify: 2, lead_s: 10 }],
      children: [son({ actions: say('还有十秒') })],
    })
    const catalogue = {
      ...withVars(),
      events: [{ key: 'game.round_end', label: '本局结束', variables: [], eta: true as const }],
    }
    const room = doorOf([ahead], { catalogue })
    room.eta('game.round_end', { id: 'r1', at: 60_000 })
    expect(room.tick(at(49_000))).toEqual([])
    const [decision] = room.tick(at(50_000))
    expect(decision).toMatchObject({ text: '还有十秒', priority: 70, ttl_ms: 15_000 })
    room.eta('game.round_end', { id: 'r1', at: 70_000 })
    expect(room.tick(at(61_000))).toEqual([])
    room.eta('game.round_end', { id: 'r2', at: 90_000 })
    room.eta('game.round_end', null)
    expect(room.tick(at(85_000))).toEqual([])
    room.eta('game.round_end', { id: 'r3', at: 90_000 })
    // Its moment is over
    expect(room.tick(at(90_000))).toEqual([])
  })
})

const running = (run: 'single' | 'restart') =>
  doorOf([ruleSet({ children: [son({ id: 'it', policy: { run } })] })])
const speech = { waiting: 0, silent_ms: 0, saying: ['set/it'] }

test('a rule that is still speaking: single is busy, restart replaces', () => {
  expect(heard(running('single').happen(giftEvent(), { now: 0, speech }))).toEqual(['BUSY'])
  expect(heard(running('single').happen(giftEvent(), at(0)))).toEqual(['it'])
  const [decision] = running('restart').happen(giftEvent(), { now: 0, speech })
  expect(decision).toMatchObject({ text: 'it', replaces: true })
})

const screen = (text: string) => (text.includes('坏') ? undefined : { text })

const spoken = (...texts: string[]) => {
  const room = new RoomRules({ trace: false, screen })
  const policy = { limit: { max: 1, per: 'session' } } as const
  const children = [son({ actions: say(...texts), policy })]
  room.use(compileBundle(bundleWith([ruleSet({ children })])).rules, 0)
  return [room.happen(giftEvent({}, 'a'), at(0)), room.happen(giftEvent({}, 'b'), at(1))]
}

describe('forbidden words', () => {
  test('the next line is tried; without any the rule is BLOCKED and nothing is reserved', () => {
    expect(spoken('坏话', '好话').map(heard)).toEqual([['好话'], ['LIMIT']])
    expect(spoken('坏话').map(heard)).toEqual([['BLOCKED'], ['BLOCKED']])
  })

  test('of several actions none leaves where one cannot', () => {
    const alarm = { kind: 'alarm' as const, type: 3 as const, text: '坏消息' }
    const room = new RoomRules({ trace: false, screen })
    const children = [son({ actions: [...say('好话'), alarm] })]
    room.use(compileBundle(bundleWith([ruleSet({ children })])).rules, 0)
    expect(room.happen(giftEvent(), at(0))).toMatchObject([{ outcome: 'BLOCKED', effects: [] }])
  })
})

describe('a fork', () => {
  test('decides as the room would, and leaves nothing behind', () => {
    const policy = {
      cooldown: { ms: 10_000, scope: 'user', on_hit: 'merge' },
      limit: { max: 3, per: 'session' },
    } as const
    const room = doorOf([ruleSet({ children: [son({ policy })] })])
    room.happen(giftEvent({}, 'a'), at(0))
    const before = JSON.stringify(room.snapshot())
    const fork = room.fork()
    expect(heard(fork.happen(giftEvent({}, 'b'), at(1)))).toEqual(['COOLDOWN'])
    expect(heard(fork.tick(at(10_000)))).toHaveLength(1)
    for (const [index, viewer] of ['x', 'y', 'z'].entries())
      fork.happen(giftEvent({ 'ev.user.open_id': viewer }, viewer), at(11_000 + index))
    fork.reset(12_000)
    expect(JSON.stringify(room.snapshot())).toBe(before)
    expect(heard(room.happen(giftEvent({}, 'b'), at(1)))).toEqual(['COOLDOWN'])
  })
})

describe('the same inputs', () => {
  test('make the same effects, each with a name of its own', () => {
    const set = ruleSet({ hit: 'all', children: [son({ id: 'a' }), son({ id: 'b' })] })
    const idsOf = () => {
      const room = doorOf([set])
      return ['e1', 'e2'].flatMap((id) =>
        room.happen(giftEvent({}, id), at(0)).flatMap((d) => d.effects.map((e) => e.effect_id)),
      )
    }
    expect(idsOf()).toEqual(idsOf())
    expect(new Set(idsOf()).size).toBe(4)
  })
})

test('a set with a fault keeps its former version, the others go on', () => {
  const good = ruleSet({ children: [son({ actions: say('旧') })] }, { id: 'a' })
  const other = ruleSet({ children: [son({ actions: say('邻') })] }, { id: 'b' })
  const { rules } = compileBundle(bundleWith([good, other]))
  const broken = ruleSet({ children: [] }, { id: 'a', version: 2 })
  const next = compileBundle(bundleWith([broken, other]), rules)
  expect(next.faults).toMatchObject([{ set_id: 'a', message: '分支下没有规则' }])
  const room = new RoomRules({ trace: false })
  room.use(next.rules, 0)
  expect(heard(room.happen(giftEvent(), at(0)))).toEqual(['旧', '邻'])
})

test('a variable that is gone reads as missing', () => {
  const children = [son({ when: check('gone', '>', 1) }), son({ actions: say('在') })]
  const room = doorOf([ruleSet({ children, subject: variable('gone') })])
  expect(heard(room.happen(giftEvent(), at(0)))).toEqual(['在'])
})

test('a room sets aside nodes, and shifts the priority', () => {
  const set = ruleSet({ hit: 'all', children: [son({ id: 'a' }), son({ id: 'b' })] })
  const room = doorOf([{ kind: 'talk', set, shift: 20, off_nodes: ['a'] }])
  expect(room.happen(giftEvent(), at(0))).toMatchObject([{ text: 'b', priority: 70 }])
})
