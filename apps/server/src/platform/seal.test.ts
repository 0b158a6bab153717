import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const key = randomBytes(32)

test('what is signed depends on the text, the purpose and the installation', () => {
  const seal = createSeal(key)
  const signature = seal.sign('upload', 'a')
  expect(signature).toMatch(/^[\w-]{43}$/)
  expect(createSeal(key).sign('upload', 'a')).toBe(signature)
  expect(seal.sign('upload', 'b')).not.toBe(signature)
  expect(seal.sign('other', 'a')).not.toBe(signature)
  expect(createSeal(randomBytes(32)).sign('upload', 'a')).not.toBe(signature)
})
