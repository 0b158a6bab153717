import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { remove, takeLock } from './lock.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-prepare-'))
  file = join(folder, 'prepare.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const holder = () => readFileSync(file, 'utf8')
const never = () => expect.fail('it waited')

/** The id of a process that has ended. */
async function formerProcess(): Promise<string> {
  const former = spawn(process.execPath, ['-e', ''])
  await once(former, 'close')
  return String(former.pid)
}

test('it is held by its process id and leaves nothing behind', async () => {
  const unlock = await takeLock(file, never)
  expect(holder()).toBe(String(process.pid))
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

test('what another process holds is waited for, and told once', async () => {
  const other = String(process.ppid)
  writeFileSync(file, other)
  let told = 0
  const taking = takeLock(file, () => void told++)
  await expect.poll(() => told).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(holder()).toBe(other)
  rmSync(file)
  await taking
  expect(holder()).toBe(String(process.pid))
  expect(told).toBe(1)
})

test.each(['a process that has ended', 'one that was killed before it wrote its id'])(
  'the lock of %s is taken over',
  async (whose) => {
    writeFileSync(file, whose.startsWith('one') ? '' : await formerProcess())
    await takeLock(file, never)
    expect(holder()).toBe(String(process.pid))
    expect(readdirSync(folder)).toEqual(['prepare.lock'])
  },
)

test('a lock that somebody else has taken over meanwhile stays', async () => {
  writeFileSync(file, String(process.ppid))
  remove(file, await formerProcess())
  expect(holder()).toBe(String(process.ppid))
  expect(readdirSync(folder)).toEqual(['prepare.lock'])
})

test('a lock that cannot be written is no lock to wait for', async () => {
  await expect(takeLock(join(folder, 'x'.repeat(300)), never)).rejects.toThrow('ENAMETOOLONG')
})
