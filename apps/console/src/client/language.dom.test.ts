import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from './errors.ts'
import { httpText } from '@kaibo/contract/facts/codes.ts'
import { bracketed, joined, listed, quoted, setLanguage, toldIn } from './language.ts'

beforeEach(() => setLanguage('zh'))

test('说中文', () => {
  expect(toldIn('PC客户端离线', 'The PC went offline', 'zh')).toBe('PC客户端离线')
  expect(listed(['甲', '乙'], 'zh')).toBe('甲、乙')
  expect(joined('：', ['外观', '深色'], 'zh')).toBe('外观：深色')
  expect(bracketed('一号', '离线', 'zh')).toBe('一号（离线）')
  expect(quoted('晚上好', 'zh')).toBe('「晚上好」')
})

test('说英文；只有中文的照原样', () => {
  setLanguage('en')
  expect(document.documentElement.lang).toBe('en')
  expect(toldIn('PC客户端离线', 'The PC went offline', 'en')).toBe('The PC went offline')
  expect(toldIn('从前的话', null, 'en')).toBe('从前的话')
  const error = new CallError(httpText(502), { status: 502 })
  expect(error.message).toBe('Network error')
  expect(listed(['a', 'b'], 'en')).toBe('a, b')
  expect(joined('：', ['Theme', 'Dark'], 'en')).toBe('Theme: Dark')
  expect(bracketed('One', 'offline', 'en')).toBe('One (offline)')
  expect(quoted('Good evening', 'en')).toBe('“Good evening”')
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
