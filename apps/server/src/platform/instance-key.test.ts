import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instanceKey } from './instance-key.ts'
import { createSeal } from './seal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the key is made once, for its owner only', () => {
  const file = join(folder, 'secret.key')
  const key = instanceKey(file)
  expect(key).toHaveLength(32)
  expect(instanceKey(file)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('what another container of the same process id is about to link is left alone', () => {
  const file = join(folder, 'secret.key')
  const theirs = `${file}.${process.pid}`
  writeFileSync(theirs, 'theirs', { mode: 0o644 })
  instanceKey(file)
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a damaged key is refused instead of being replaced', () => {
  const file = join(folder, 'secret.key')
  writeFileSync(file, 'short')
  expect(() => instanceKey(file)).toThrow('不是有效的密钥文件')
})

test('what was sealed opens under the same key, unchanged only', () => {
  const seal = createSeal(instanceKey(join(folder, 'a.key')))
  const sealed = seal.close('身份码 1234')
  expect(sealed).not.toContain('1234')
  expect(seal.open(sealed)).toBe('身份码 1234')
  const other = createSeal(instanceKey(join(folder, 'b.key')))
  expect(() => other.open(sealed)).toThrow()
  expect(() => seal.open(`${sealed.slice(0, -2)}AA`)).toThrow()
})
