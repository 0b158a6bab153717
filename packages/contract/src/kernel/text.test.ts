import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldMessages } from './messages.ts'
import { words } from './words.ts'
import { line, maybeLine } from './text.ts'

const schema = z.object({
  name: line(words('名称', '名称'), 20),
  area: maybeLine(words('地区', '地区'), 20),
})

/** What is said of a name, or the name as it is taken. */
function taken(name: string) {
  const given = { name }
  const { success, data, error } = z.safeParse(schema, given)
  return success ? { name: data.name } : fieldMessages(schema, error.issues, given)['name']?.zh
}

const CONTROL = '名称含有换行或控制字符，请删除后重试'
const DIRECTION = '名称含有改变文字方向的字符，请删除后重试'
const HIDDEN = '名称含有看不见的字符，请删除后重试'
const BLANK = '名称不能为空字符'

test.each([
  ['夜谈\n', CONTROL],
  ['夜\r\n谈', CONTROL],
  ['夜谈\t', CONTROL],
  ['\u001b[31m夜谈', CONTROL],
  ['夜\u0085谈', CONTROL],
  ['夜\u2028谈', CONTROL],
  ['夜\u2029谈', CONTROL],
  ['夜\u007f谈', CONTROL],
  ['\u202e夜谈', DIRECTION],
  ['夜\u2066谈\u2069', DIRECTION],
  ['夜\u200e谈', DIRECTION],
  ['夜\u200f谈', DIRECTION],
  ['夜\u061c谈', DIRECTION],
  ['夜\u200b谈', HIDDEN],
  ['夜\u200c谈', HIDDEN],
  ['夜\u200d谈', HIDDEN],
  ['夜\u00ad谈', HIDDEN],
  ['夜\u2060谈', HIDDEN],
  ['\ufeff夜谈', HIDDEN],
  ['夜\u3164谈', HIDDEN],
  ['夜\ufffa谈', HIDDEN],
  ['夜\u{e0041}谈', HIDDEN],
  ['😀\u200d', HIDDEN],
  ['\u200d😀', HIDDEN],
  ['😀\u200b😀', HIDDEN],
  ['\u200b\u200b', BLANK],
  ['\u2060 \ufeff', BLANK],
  ['\ufe0f', BLANK],
  ['\u3164', BLANK],
  ['\u2800', BLANK],
  ['\u202e', BLANK],
  ['\u0007', BLANK],
  ['   ', BLANK],
  [' \t\n', BLANK],
  ['', '请输入名称'],
])('%j is refused in words', (name, message) => {
  expect(taken(name)).toBe(message)
})

test.each([
  '夜谈',
  'Night talk №1 <b>',
  '👨‍👩‍👧‍👦的家',
  '🏳️‍🌈',
  '👩🏽‍⚕️医生',
  '❤️‍🔥',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  '🇨🇳1️⃣',
  '葛\u{e0100}',
  'é à ñ',
  'مرحبا',
  'ก็',
])('%s is taken as it is', (name) => {
  expect(taken(name)).toEqual({ name })
})

test('spaces around a line are not part of it', () => {
  expect(taken(' \u3000夜谈 ')).toEqual({ name: '夜谈' })
})

test('a line that may be empty is held to the same', () => {
  for (const area of ['', '  ']) expect(z.parse(schema, { name: '夜谈', area }).area).toBe('')
  const given = { name: '夜谈', area: '华\u202e东' }
  const { error } = z.safeParse(schema, given)
  expect(fieldMessages(schema, error?.issues ?? [], given)).toMatchObject({
    area: { zh: '地区含有改变文字方向的字符，请删除后重试' },
  })
})
