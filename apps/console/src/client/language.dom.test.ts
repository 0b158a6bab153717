import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from './errors.ts'
import {
  bracketed,
  chooseLanguage,
  currentLanguage,
  joined,
  listed,
  quoted,
  setLanguage,
  speak,
} from './language.ts'

beforeEach(() => setLanguage('zh'))

test('说中文的人听到的就是线上的话', () => {
  expect(speak('账号已停用')).toBe('账号已停用')
  expect(listed(['甲', '乙'])).toBe('甲、乙')
  expect(joined('：', ['外观', '深色'])).toBe('外观：深色')
  expect(bracketed('一号', '离线')).toBe('一号（离线）')
  expect(quoted('晚上好')).toBe('「晚上好」')
})

test('选了英文，词句到了才换；服务器的话和字段的话都是英文', async () => {
  const chosen = chooseLanguage('en')
  expect(currentLanguage()).toBe('zh')
  await chosen
  expect(currentLanguage()).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(speak('账号已停用')).toBe('The account is disabled already')
  const error = new CallError('用户名「lin」已被使用', {
    status: 200,
    code: 1006,
    data: { fields: { username: '用户名已被使用' } },
  })
  expect(error.message).toBe('The user name “lin” is taken')
  expect(error.fields).toEqual({ username: 'This user name is taken' })
  expect(listed(['a', 'b'])).toBe('a, b')
  expect(joined('：', ['Theme', 'Dark'])).toBe('Theme: Dark')
  expect(bracketed('One', 'offline')).toBe('One (offline)')
  expect(quoted('Good evening')).toBe('“Good evening”')
})

test('很快又改回中文，晚到的英文不再换过去', async () => {
  await Promise.all([chooseLanguage('en'), chooseLanguage('zh')])
  expect(currentLanguage()).toBe('zh')
})

const SRC = join(import.meta.dirname, '..')
const texts = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.i18n.ts'),
)
/** What each language is called in itself. */
const OWN_NAMES = /'中文'|'简体中文'/g

test.each(texts)('%s 的英文里没有汉字，也没有中文标点', (path) => {
  const [, english = ''] = readFileSync(join(SRC, path), 'utf8').split(/^const en\b/m)
  expect(english).not.toBe('')
  expect(english.replaceAll(OWN_NAMES, '')).not.toMatch(/[\p{Script=Han}（），：；、「」]/u)
})
