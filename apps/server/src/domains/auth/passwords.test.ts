import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords({ memoryCost: 19_456, timeCost: 2 })

test('a password matches its hash and no other', async () => {
  const stored = await passwords.hash('open sesame')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, 'open sesame')).toBe(true)
  expect(await passwords.matches(stored, 'open says me')).toBe(false)
})

test('nobody has a password, not even the one of the stand-in', async () => {
  expect(await passwords.matches(undefined, 'no account has this password')).toBe(false)
})

test('an unknown account costs the same work as a wrong password', async () => {
  const stored = await passwords.hash('open sesame')
  const cpu = async (hash: string | undefined) => {
    const before = process.cpuUsage()
    for (let i = 0; i < 10; i++) await passwords.matches(hash, 'guess')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await cpu(undefined)
  const [known, unknown] = [await cpu(stored), await cpu(undefined)]
  expect(unknown / known).toBeGreaterThan(0.4)
})
