import { describe, expect, test } from 'vitest'
import {
  MAX_DEPTH,
  MAX_NODES,
  RuleSet,
  type ChildNode,
  type Condition,
  type SonNode,
} from '@kaibo/contract/talk/talk.schema.ts'
import { compileRules } from './compile.ts'
import {
  all,
  any,
  check,
  errorsOf,
  input,
  not,
  par,
  programOf,
  range,
  ruleSet,
  say,
  son,
  variable,
  yes,
} from './fixture.ts'

const errorOf = (...children: ChildNode[]) => errorsOf(ruleSet({ children }))[0]
const ofCondition = (when: Condition) => errorOf(son({ when }))?.message
const ofText = (text: string) => errorOf(son({ actions: say(text) }))?.message
const followTrigger = [{ event: 'user.follow' }]

test('an error says which set, where and what', () => {
  const when = all(yes(), any(check('ev.nothing', '=', 1)))
  expect(errorOf(son(), par({ children: [son({ when })] }))).toEqual({
    set_id: 'set',
    path: 'root/par[1]/son[0]/when/all[1]/any[0]',
    message: '没有名为 ev.nothing 的变量',
  })
})

describe('conditions', () => {
  test.each([
    ['an unknown variable', check('ev.nope', '=', 1), '没有名为 ev.nope 的变量'],
    ['a variable of another event', check('ev.text', '=', 'a'), '触发事件“礼物”没有变量 ev.text'],
    ['an order of texts', check('ev.user.name', '>', 'a'), '> 只能比较数字，“观众昵称”是文本'],
    [
      'a part of a number',
      check('ev.gift.value', 'contains', '1'),
      'contains 只能比较文本，“礼物价值（分）”是数字',
    ],
    [
      'keywords of a number',
      check('ev.gift.value', 'kwAny', ['1']),
      'kwAny 只能比较文本，“礼物价值（分）”是数字',
    ],
    [
      'a number against a text',
      check('ev.gift.value', '=', '1'),
      '“礼物价值（分）”是数字，不能与文本比较',
    ],
    ['a mixed list', check('ev.gift.value', 'in', [1, '2']), 'in 的值必须都是数字，不能为空'],
    ['an empty keyword', check('ev.gift.name', 'kwAny', ['']), 'kwAny 的值必须都是文本，不能为空'],
    ['a single value for a list', check('ev.gift.value', 'in', 1), 'in 要填一组值'],
    ['a list for a single value', check('ev.gift.value', '=', [1]), '这里只能填一个值'],
    ['$ without a subject', check('$', '=', 1), '$ 的上级没有设置比较对象'],
    [
      'too fine a number',
      check('ev.gift.value', '=', 0.12345678912),
      '数字最多 15 位有效数字、10 位小数',
    ],
    [
      'too long a number',
      check('ev.gift.value', '=', 1_234_567_890_123_456),
      '数字最多 15 位有效数字、10 位小数',
    ],
    ['an empty text', check('ev.gift.name', 'contains', ''), 'contains 的值不能为空'],
    ['an empty all', all(), '条件组是空的'],
    ['an empty any', not(any()), '条件组是空的'],
    [
      'a range of texts',
      range(['<', input('a')], 'ev.gift.name', ['<', input('b')]),
      '双侧区间只能比较数字，“礼物名称”是文本',
    ],
    [
      'a text as a bound',
      range(['<', input('a')], 'ev.gift.value', ['<', input(1)]),
      '“礼物价值（分）”是数字，不能与文本比较',
    ],
    [
      'a text as the other bound',
      range(['<', input(1)], 'ev.gift.value', ['<', input('a')]),
      '“礼物价值（分）”是数字，不能与文本比较',
    ],
    [
      'a range upside down',
      range(['<=', input(9)], 'ev.gift.value', ['<=', input(1)]),
      '区间是空的：9 <= $ <= 1',
    ],
    [
      'a range of nothing',
      range(['<=', input(9)], 'ev.gift.value', ['<', input(9)]),
      '区间是空的：9 <= $ < 9',
    ],
  ])('%s', (_, condition, message) => {
    expect(ofCondition(condition)).toBe(message)
  })

  test('a range of one value is a range', () => {
    expect(ofCondition(range(['<=', input(9)], 'ev.gift.value', ['<=', input(9)]))).toBeUndefined()
  })

  test('a variable of another event is found under the one event that lacks it', () => {
    const triggers = [{ event: 'danmu.message' }, { event: 'super_chat.receive' }, ...followTrigger]
    const children = [son({ when: check('ev.text', 'contains', '好') })]
    expect(errorsOf(ruleSet({ triggers, children })).map((e) => e.message)).toEqual([
      '触发事件“关注”没有变量 ev.text',
    ])
  })
})

describe('templates', () => {
  test.each([
    ['{{ev.nope}}', '没有名为 ev.nope 的变量'],
    ['{{ev.text}}', '触发事件“礼物”没有变量 ev.text'],
    ['{{}}', '没有名为  的变量'],
    ['{{ev.user.name', '括号没有成对：变量用 {{ }}，任选用 [ | ]'],
    ['a]b', '括号没有成对：变量用 {{ }}，任选用 [ | ]'],
    ['[a', '括号没有成对：变量用 {{ }}，任选用 [ | ]'],
    ['[[a|b]|c]', '括号没有成对：变量用 {{ }}，任选用 [ | ]'],
    ['[a]', '[a] 里至少要有两个选项，用 | 分开'],
    ['[a|{{ev.user.name}}]', '[a|{{ev.user.name}}] 里不能放变量'],
    ['{{ev.user.name|upper}}', '没有名为 upper 的过滤器'],
    ['{{ev.user.name|constructor}}', '没有名为 constructor 的过滤器'],
    ['{{ev.user.name|cut}}', '过滤器 cut 要填 1-100 的整数'],
    ['{{ev.user.name|cut:0}}', '过滤器 cut 要填 1-100 的整数'],
    ['{{ev.gift.value|fixed:11}}', '过滤器 fixed 要填 0-10 的整数'],
    ['{{ev.gift.value|wan:1}}', '过滤器 wan 不需要参数'],
    ['{{ev.user.name|default:}}', '过滤器 default 要填缺省的文字'],
    ['{{ev.user.name|wan}}', '过滤器 wan 只能用于数字'],
    ['{{ev.gift.value|cut:3}}', '过滤器 cut 只能用于文本'],
    ['{{ev.gift.value|fixed:1|wan}}', '过滤器 wan 只能用于数字'],
  ])('%s', (text, message) => {
    expect(ofText(text)).toBe(message)
  })

  test('the path names the template', () => {
    expect(errorOf(son({ actions: say('好', '{{ev.nope}}') }))?.path).toBe(
      'root/son[0]/say/templates[1]',
    )
  })
})

describe('structure', () => {
  const nested = (depth: number): ChildNode =>
    depth === 1 ? son() : par({ children: [nested(depth - 1)] })
  const deepCondition = (depth: number): Condition =>
    depth === 1 ? yes() : not(deepCondition(depth - 1))

  test('depth and number of nodes have limits', () => {
    expect(errorOf(nested(MAX_DEPTH - 1))).toBeUndefined()
    expect(errorOf(nested(MAX_DEPTH))?.message).toBe('规则最多 6 层')
    const children = Array.from({ length: MAX_NODES }, () => son())
    expect(errorOf(par({ hit: 'all', children: children.slice(2) }))).toBeUndefined()
    expect(errorOf(...children)?.message).toBe('规则最多 200 个节点，现有 201 个')
  })

  test('depth and number of conditions have limits', () => {
    expect(ofCondition(deepCondition(MAX_DEPTH))).toBeUndefined()
    expect(ofCondition(deepCondition(MAX_DEPTH + 1))).toBe('条件最多 6 层')
    const many = Array.from({ length: MAX_NODES }, yes)
    expect(ofCondition(all(...many.slice(1)))).toBeUndefined()
    expect(ofCondition(all(...many))).toBe('条件最多 200 个，现有 201 个')
  })

  test.each<[string, ChildNode[], string]>([
    ['a node twice', [son({ id: 'a' }), son({ id: 'a' })], '编号 a 重复'],
    [
      'a check with the id of a node',
      [son({ id: 'a', when: { ...yes(), id: 'a' } })],
      '编号 a 重复',
    ],
    ['a branch of nothing', [par({ children: [] })], '分支下没有规则'],
    ['a rule that does nothing', [son({ actions: [] })], '规则没有动作'],
    [
      'a rule that does too much',
      [son({ actions: Array.from({ length: 9 }, () => say('a')).flat() })],
      '一条规则最多 8 个动作',
    ],
    ['an unknown event', [son({ triggers: [{ event: 'x' }] })], '没有名为 x 的事件'],
    [
      'an event that does not come down',
      [son({ triggers: followTrigger })],
      '上级不触发事件“关注”',
    ],
    ['no event', [son({ triggers: [] })], '没有触发事件'],
  ])('%s', (_, children, message) => {
    expect(errorOf(...children)?.message).toBe(message)
  })

  test('a set needs an event and a rule', () => {
    expect(errorsOf(ruleSet({ triggers: undefined }))[0]?.message).toBe('没有触发事件')
    expect(errorsOf(ruleSet({ children: [] }))[0]?.message).toBe('分支下没有规则')
  })

  test('two sets of one bundle cannot share an id', () => {
    expect(errorsOf(ruleSet(), ruleSet())[0]?.message).toBe('规则集编号 set 重复')
  })
})

const cooled = (cooldown: NonNullable<SonNode['policy']>['cooldown'], event: string) =>
  errorsOf(ruleSet({ triggers: [{ event }], children: [son({ policy: { cooldown } })] }))[0]

describe('policies', () => {
  test('a cooldown for each viewer is the rule’s own where the event has none', () => {
    const cooldown = { ms: 1, scope: 'user', on_hit: 'drop' } as const
    expect(cooled(cooldown, 'user.enter')).toBeUndefined()
    expect(cooled(cooldown, 'room.start')).toBeUndefined()
  })

  test('a group cooldown names its group', () => {
    const cooldown = { ms: 1, scope: 'group', on_hit: 'drop' } as const
    expect(cooled(cooldown, 'user.enter')?.message).toBe('请输入冷却组')
    expect(cooled({ ...cooldown, group: 'a' }, 'user.enter')).toBeUndefined()
  })

  test('only amounts can be merged', () => {
    const cooldown = { ms: 1, scope: 'rule', on_hit: 'merge' } as const
    expect(cooled(cooldown, 'user.like')).toBeUndefined()
    expect(cooled(cooldown, 'user.enter')?.message).toBe('触发事件“进房”没有可以合并的数量')
  })
})

const bad = (id: string) =>
  ruleSet({ children: [son({ when: check(id, '=', 1) }), son({ actions: say('[x]') })] }, { id })

test('all errors of all sets come at once', () => {
  const result = compileRules([bad('a'), bad('b')])
  expect(result.ok ? [] : result.errors.map((e) => e.set_id)).toEqual(['a', 'a', 'b', 'b'])
})

test('a program knows the sets of an event, and no others', () => {
  const gift = ruleSet({}, { id: 'gift' })
  const follow = ruleSet(
    {
      triggers: [...followTrigger, { event: 'gift.receive' }],
      children: [son({ triggers: followTrigger, when: check('ev.user.level', '>', 1) })],
    },
    { id: 'follow' },
  )
  const program = programOf(gift, follow)
  expect([...program.routes.keys()].sort()).toEqual(['gift.receive', 'user.follow'])
  expect(program.routes.get('gift.receive')?.sets.map((s) => s.id)).toEqual(['gift'])
})

const nestedIn = (depth: number) => {
  let when: Condition = yes()
  for (let level = 1; level < depth; level++) when = not(when)
  return RuleSet.safeParse(ruleSet({ when }))
}

describe('the stored form', () => {
  test('what the builders make is valid', () => {
    const set = ruleSet({
      subject: variable('ev.gift.value'),
      children: [par({ children: [son({ when: all(not(check('$', 'in', [1]))) })] })],
    })
    expect(RuleSet.parse(JSON.parse(JSON.stringify(set)))).toEqual(set)
  })

  test('a bottomless tree is refused before it overflows the stack', () => {
    expect(nestedIn(20_000).error?.issues[0]?.message).toBe('规则嵌套太深')
    expect(nestedIn(MAX_DEPTH).success).toBe(true)
  })

  test('a part that is not known is refused, not dropped', () => {
    const twoGroups = { ...all(yes()), any: [yes()] }
    expect(RuleSet.safeParse(ruleSet({ when: twoGroups })).success).toBe(false)
    expect(RuleSet.safeParse({ ...ruleSet(), extra: 1 }).success).toBe(false)
  })
})
