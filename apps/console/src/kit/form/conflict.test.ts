import { words } from '@kaibo/contract/kernel/words.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field, setOf } from '@kaibo/contract/kernel/field.ts'
import { clashesIn, isSame } from './conflict.ts'

const schema = z.object({
  name: field(words('名称', '名称'), z.string()),
  phone: field(words('手机号', '手机号'), z.string()),
  groups: field(words('分组', '分组'), setOf(z.array(z.string()))),
  lines: z.optional(field(words('话术', '话术'), z.array(z.object({ text: z.string() })))),
})
const base = { name: '甲', phone: '', groups: ['a', 'b'] }

test('没改过的取对方的，改过的取我的，一样的不问', () => {
  const mine = { ...base, name: '乙' }
  const theirs = { name: '丙', phone: '110', groups: ['b', 'a'], version: 4 }
  expect(clashesIn(schema, { mine, base, theirs })).toEqual([
    {
      name: 'name',
      label: expect.objectContaining({ zh: '名称' }),
      mine: '乙',
      theirs: '丙',
      take: 'mine',
    },
    {
      name: 'phone',
      label: expect.objectContaining({ zh: '手机号' }),
      mine: '',
      theirs: '110',
      take: 'theirs',
    },
  ])
})

test('空着、没有和空字符串是一回事', () => {
  const theirs = { name: '甲', phone: null, groups: ['a', 'b'] }
  expect(clashesIn(schema, { mine: { ...base, phone: undefined }, base, theirs })).toEqual([])
})

test('集合在哪一层都不看顺序；内容不同就不同', () => {
  const rights = { menus: ['a', 'b'], actions: ['room.look', 'room.play'] }
  const again = { actions: ['room.play', 'room.look'], menus: ['b', 'a'] }
  const Rights = z.optional(
    z.object({ menus: setOf(z.array(z.string())), actions: setOf(z.array(z.string())) }),
  )
  expect(isSame(rights, again, Rights)).toBe(true)
  expect(isSame(rights, { ...again, menus: ['b'] }, Rights)).toBe(false)
  expect(isSame(rights, { menus: again.actions, actions: again.menus }, Rights)).toBe(false)
  expect(isSame(rights, again)).toBe(false)
  expect(isSame(['a', 'b'], ['a,b'])).toBe(false)
  expect(isSame({ note: '' }, {})).toBe(true)
})

test('没有标成集合的列表，换了顺序就是改过', () => {
  const lines = [{ text: '一' }, { text: '二' }]
  const turned = lines.toReversed()
  const mine = { ...base, lines }
  expect(clashesIn(schema, { mine, base: mine, theirs: { ...base, lines: turned } })).toEqual([
    {
      name: 'lines',
      label: expect.objectContaining({ zh: '话术' }),
      mine: lines,
      theirs: turned,
      take: 'theirs',
    },
  ])
  expect(clashesIn(schema, { mine, base: mine, theirs: { ...base, lines } })).toEqual([])
})
