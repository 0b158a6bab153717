import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day } from './day.ts'
import { field } from './field.ts'
import { fieldMessages } from './messages.ts'
import { words } from './words.ts'

const wordsFor = (schema: z.ZodMiniType, input: unknown) => {
  const { error } = z.safeParse(schema, input)
  return error ? fieldMessages(schema, error.issues, input) : {}
}

/** In Chinese. */
const say = (schema: z.ZodMiniType, input: unknown) =>
  Object.fromEntries(Object.entries(wordsFor(schema, input)).map(([path, { zh }]) => [path, zh]))

/** What the one field 名称 is told. */
const about = (schema: z.ZodMiniType, input: unknown) =>
  say(z.object({ name: field(words('名称', '名称'), schema) }), { name: input })['name']

const text = (...checks: Parameters<ReturnType<typeof z.string>['check']>) =>
  z.string().check(...checks)
const number = (...checks: Parameters<ReturnType<typeof z.number>['check']>) =>
  z.number().check(...checks)
const list = (...checks: z.core.$ZodCheck<string[]>[]) => z.array(z.string()).check(...checks)

// Spec §5 and the zh_CN form messages it describes, word for word.
test.each<[string, z.ZodMiniType, unknown, string]>([
  ['required, missing', z.string(), undefined, '请输入名称'],
  ['required, null', z.int(), null, '请输入名称'],
  ['required, empty', text(z.minLength(1)), '', '请输入名称'],
  ['required, empty where two are the least', text(z.minLength(2)), '', '请输入名称'],
  ['required, a number sent empty', z.int(), '', '请输入名称'],
  ['required, one of', z.enum({ a: 1 }), undefined, '请输入名称'],
  ['whitespace', text(z.trim(), z.minLength(1)), ' \t ', '名称不能为空字符'],
  ['string, exact', text(z.length(3)), 'ab', '名称须为3个字符'],
  ['string, exact by two limits', text(z.minLength(3), z.maxLength(3)), 'ab', '名称须为3个字符'],
  ['string, minimum', text(z.minLength(2)), 'a', '名称最少2个字符'],
  ['string, maximum', text(z.maxLength(2)), 'abc', '名称最多2个字符'],
  [
    'string, maximum of a required one',
    text(z.minLength(1), z.maxLength(2)),
    'abc',
    '名称最多2个字符',
  ],
  ['string, range below', text(z.minLength(2), z.maxLength(5)), 'a', '名称须在2-5字符之间'],
  ['string, range above', text(z.minLength(2), z.maxLength(5)), 'abcdef', '名称须在2-5字符之间'],
  ['number, equal', number(z.gte(3), z.lte(3)), 4, '名称必须等于3'],
  ['number, minimum', number(z.gte(3)), 2, '名称最小值为3'],
  ['number, maximum', number(z.lte(3)), 4, '名称最大值为3'],
  ['number, range below', z.int().check(z.gte(1), z.lte(5)), 0, '名称须在1-5之间'],
  ['number, range above', z.int().check(z.gte(1), z.lte(5)), 6, '名称须在1-5之间'],
  ['number, range with zero', number(z.gte(0), z.lte(5)), -1, '名称须在0-5之间'],
  ['array, exact', list(z.length(2)), ['a'], '须为2个名称'],
  ['array, minimum', list(z.minLength(2)), ['a'], '最少2个名称'],
  ['array, maximum', list(z.maxLength(1)), ['a', 'b'], '最多1个名称'],
  ['array, range', list(z.minLength(2), z.maxLength(3)), [], '名称数量须在2-3之间'],
  ['enum', z.enum({ a: 'x', b: 'y' }), 'z', '名称必须是其中一个[x, y]'],
  ['enum of numbers', z.enum({ a: 1, b: 0 }), 2, '名称必须是其中一个[1, 0]'],
  ['date, format', day(), '2026-1-5', '名称日期格式无效'],
  ['date, invalid', day(), '2026-02-30', '名称是一个无效日期'],
  ['type string', z.string(), 5, '名称不是一个有效的字符串'],
  ['type number', z.number(), 'x', '名称不是一个有效的数字'],
  ['type number, not a number', z.number(), Number.NaN, '名称不是一个有效的数字'],
  ['type integer', z.int(), 1.5, '名称不是一个有效的整数'],
  ['type boolean', z.boolean(), 'x', '名称不是一个有效的布尔值'],
  ['type array', z.array(z.string()), 'x', '名称不是一个有效的列表'],
  ['type object', z.object({}), 'x', '名称不是一个有效的对象'],
  ['pattern', text(z.regex(/^a+$/)), 'b', '名称与模式不匹配/^a+$/'],
  ['anything else', number(z.multipleOf(5)), 3, '字段验证错误名称'],
  ['a rule without words', text(z.refine(() => false)), 'b', '字段验证错误名称'],
  ['a rule with words', text(z.refine(() => false, '{label}不可用')), 'b', '名称不可用'],
])('%s', (_, schema, input, message) => {
  expect(about(schema, input)).toBe(message)
})

test.each([
  ['optional', z.optional(text(z.minLength(2), z.maxLength(5)))],
  ['nullable', z.nullable(text(z.minLength(2), z.maxLength(5)))],
  ['defaulted', z._default(text(z.minLength(2), z.maxLength(5)), 'ab')],
])('the limits of an %s field are found under its wrapper', (_, schema) => {
  expect(about(schema, 'a')).toBe('名称须在2-5字符之间')
})

test('the label is found under the wrapper, whichever of the two carries it', () => {
  const schema = z.object({
    inner: z._default(field(words('等级', '等级'), z.int()), 1),
    outer: field(words('权重', '权重'), z.optional(z.int())),
  })
  expect(say(schema, { inner: 'x', outer: 'x' })).toEqual({
    inner: '等级不是一个有效的数字',
    outer: '权重不是一个有效的数字',
  })
})

test('nested fields are named by path and by their own label', () => {
  const schema = z.object({
    credentials: field(
      words('平台凭据', '平台凭据'),
      z.strictObject({ code: field(words('身份码', '身份码'), z.string()) }),
    ),
    events: field(words('事件', '事件'), z.array(z.object({ kind: z.string() }))),
    tags: field(words('关键词', '关键词'), z.array(z.string())),
    plain: z.string(),
  })
  expect(
    say(schema, { credentials: { code: 1, hat: 2 }, events: [{}, 5], tags: ['a', 7], plain: 1 }),
  ).toEqual({
    'credentials.code': '身份码不是一个有效的字符串',
    'credentials.hat': '不认识的字段hat',
    'events.0.kind': '请输入kind',
    'events.1': '事件第2项不是一个有效的对象',
    'tags.1': '关键词第2项不是一个有效的字符串',
    plain: 'plain不是一个有效的字符串',
  })
})

test('unknown fields are named even when they are called like parts of every object', () => {
  const input = JSON.parse('{"constructor": 1, "toString": 2, "__proto__": 3}') as object
  expect(Object.entries(say(z.strictObject({}), input))).toEqual([
    ['constructor', '不认识的字段constructor'],
    ['toString', '不认识的字段toString'],
    ['__proto__', '不认识的字段__proto__'],
  ])
})

test('a body that is no object is said so', () => {
  expect(say(z.object({ name: z.string() }), [1])).toEqual({ '': '参数不是一个有效的对象' })
})

test('of two faults of a field the first is told', () => {
  expect(about(text(z.minLength(3), z.regex(/^a+$/)), 'b')).toBe('名称最少3个字符')
})

test('the same in English, for whoever reads English', () => {
  const schema = z.object({
    name: field(words('用户名', 'User name'), z.string().check(z.maxLength(3))),
    areas: field(words('地区', 'Area'), z.array(z.string().check(z.maxLength(2)))),
    address: field(words('地址', 'Address'), z.string()),
    when: z.optional(field(words('日期', 'Date'), day())),
  })
  const told = wordsFor(schema, { name: 'long', areas: ['a', 'long'], when: '2026' })
  expect(Object.fromEntries(Object.entries(told).map(([path, { en }]) => [path, en]))).toEqual({
    name: 'User name must have at most 3 characters',
    'areas.1': 'Area, item 2 must have at most 2 characters',
    address: 'Address is required',
    when: 'Date must be a date, as 2026-01-31',
  })
})

test('a field of a choice is named as its branch names it', () => {
  const stored = z.strictObject({
    calc: z.literal(0),
    scope: field(words('范围', 'Scope'), z.string()),
  })
  const server = z.strictObject({ calc: z.literal(1), rows: z.array(stored) })
  const how = field(words('取值方式', 'How'), z.discriminatedUnion('calc', [server, stored]))
  const draft = z.object({ how })
  expect(say(draft, { how: { calc: 0 } })).toEqual({ 'how.scope': '请输入范围' })
  expect(say(draft, { how: { calc: 1, rows: [{ calc: 0 }] } })).toEqual({
    'how.rows.0.scope': '请输入范围',
  })
})

test('a field is named by its own label, not by that of what it holds, and no schema by two', () => {
  const value = field(words('缺省值', 'Otherwise'), z.string())
  const now = field(words('现在的值', 'Present value'), z.nullable(value))
  expect(say(z.object({ now }), {})).toEqual({ now: '请输入现在的值' })
  expect(() => field(words('别的', 'Other'), value)).toThrow('缺省值')
})
