import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameOf, remove, takeLock } from './lock.mjs'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-prepare-'))
  file = join(folder, 'prepare.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const holder = () => readFileSync(file, 'utf8')
const never = () => expect.fail('it waited')

const own = nameOf(process.pid)
const other = nameOf(process.ppid)

/** A process that has ended. */
async function formerProcess(): Promise<string> {
  const former = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  await once(former, 'spawn')
  const name = nameOf(former.pid ?? 0)
  former.kill('SIGKILL')
  await once(former, 'close')
  return name
}

test('it is held by its process and leaves nothing behind', async () => {
  const unlock = await takeLock(file, never)
  expect(holder()).toBe(own)
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

test('what another process holds is waited for, and told once', async () => {
  writeFileSync(file, other)
  let told = 0
  const taking = takeLock(file, () => void told++)
  await expect.poll(() => told).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(holder()).toBe(other)
  rmSync(file)
  await taking
  expect(holder()).toBe(own)
  expect(told).toBe(1)
})

test.each([
  ['a process that has ended', formerProcess],
  ['one that was killed before it wrote its name', async () => ''],
  ['one of before a restart, whose id is another process now', async () => `${process.ppid} b 1`],
  ['one in a container of before, with the id of this one', async () => `${process.pid} b 1`],
])('the lock of %s is taken over', async (_, name) => {
  writeFileSync(file, await name())
  await takeLock(file, never)
  expect(holder()).toBe(own)
  expect(readdirSync(folder)).toEqual(['prepare.lock'])
})

test('a lock that somebody else has taken over meanwhile stays', async () => {
  writeFileSync(file, other)
  remove(file, await formerProcess())
  expect(holder()).toBe(other)
  expect(readdirSync(folder)).toEqual(['prepare.lock'])
})

test('a lock that cannot be written is no lock to wait for', async () => {
  await expect(takeLock(join(folder, 'x'.repeat(300)), never)).rejects.toThrow('ENAMETOOLONG')
})
