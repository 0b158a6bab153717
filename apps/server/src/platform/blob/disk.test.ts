import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BlobStore } from './blob.ts'
import { createDiskBlobs } from './disk.ts'

const KEY = 'kept/01J00000000000000000000000'

let folder: string
let blobs: BlobStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-blob-'))
  blobs = createDiskBlobs(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const whole = async () => {
  const body = await blobs.read(KEY)
  return body && text(body)
}
const files = () => readdirSync(join(folder, 'kept'))

/** One whose sender goes away in the middle. */
async function* broken(onHalf = async () => {}) {
  yield Buffer.from('ha')
  await onHalf()
  throw new Error('gone')
}

test('what fails on its way leaves the former file as it was, and no part of its own', async () => {
  await expect(blobs.write(KEY, broken())).rejects.toThrow('gone')
  expect(await whole()).toBeUndefined()
  await blobs.write(KEY, [Buffer.from('former')])
  let meanwhile: string | undefined
  const failing = blobs.write(
    KEY,
    broken(async () => {
      meanwhile = await whole()
    }),
  )
  await expect(failing).rejects.toThrow('gone')
  expect(meanwhile).toBe('former')
  expect(await whole()).toBe('former')
  expect(files()).toHaveLength(1)
})

test('what comes whole replaces the former file', async () => {
  await blobs.write(KEY, [Buffer.from('a longer former')])
  await blobs.write(KEY, [Buffer.from('new')])
  expect(await whole()).toBe('new')
  expect(files()).toHaveLength(1)
})

test('what is removed takes along what a killed server had half written', async () => {
  let goOn: (() => void) | undefined
  const onHalf = () => new Promise<void>((resolve) => (goOn = resolve))
  const half = blobs.write(KEY, broken(onHalf))
  await expect.poll(files).toHaveLength(1)
  await blobs.remove(KEY)
  expect(files()).toEqual([])
  goOn?.()
  await expect(half).rejects.toThrow('gone')
})
