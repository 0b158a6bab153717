import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const URL_ = 'https://at.alicdn.com/t/c/font_1234_abc.js'
const digest = (name: string) => `${name}-${createHash(name).update('alert(1)').digest('base64')}`
const read = (url: string, integrity: string) =>
  readConfig({ KAIBO_ICON_SCRIPT: url, KAIBO_ICON_SCRIPT_INTEGRITY: integrity }).iconScript

test('without the setting there is no script', () => {
  expect(readConfig({}).iconScript).toBeUndefined()
  expect(read(' ', '')).toBeUndefined()
})

test.each(['sha256', 'sha384', 'sha512'])('a script with its %s', (name) => {
  expect(read(URL_, digest(name))).toEqual({ url: URL_, integrity: digest(name) })
})

test.each(['http://127.0.0.1:9000/a.js', 'http://localhost/a.js', 'http://[::1]:80/a.js'])(
  '%s is this machine, and may go without TLS',
  (url) => expect(read(url, digest('sha384'))).toMatchObject({ url: new URL(url).href }),
)

test('one without the other does not start', () => {
  expect(() => read(URL_, '')).toThrow('KAIBO_ICON_SCRIPT_INTEGRITY 未设置')
  expect(() => read('', digest('sha256'))).toThrow('KAIBO_ICON_SCRIPT 未设置')
})

test.each([
  'http://at.alicdn.com/a.js',
  '//at.alicdn.com/a.js',
  'data:text/javascript,alert(1)',
  'https://cdn.example.com',
  'https://cdn.example.com/a.js?v=1',
  'https://cdn.example.com/a.js#x',
  'https://user:secret@cdn.example.com/a.js',
  "https://cdn.example.com/a.js;script-src'unsafe-inline'",
  'https://cdn.example.com/a,b.js',
  'https://cdn.example.com/"onload=alert(1)',
])('%s is refused, and not repeated', (url) => {
  expect(() => read(url, digest('sha256'))).toThrow('KAIBO_ICON_SCRIPT 须形如 https://')
  expect(() => read(url, digest('sha256'))).not.toThrow('secret')
})

test.each(['md5-rL0Y20zC+Fzt72VPzMSk2A==', 'sha256-abc', `${digest('sha256')} 'unsafe-inline'`])(
  'the digest %s is refused',
  (integrity) => expect(() => read(URL_, integrity)).toThrow('KAIBO_ICON_SCRIPT_INTEGRITY 须为'),
)
