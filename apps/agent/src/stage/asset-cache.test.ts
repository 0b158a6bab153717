import { createHash } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { AssetCache } from './asset-cache.ts'
import { AssetFault, type FetchAsset } from './asset-fetch.ts'

const fileOf = (text: string): PackedFile => ({
  asset_id: 'a',
  sha256: createHash('sha256').update(text).digest('hex'),
  bytes: text.length,
  type: 'image/webp',
})
const contents = new Map(['one', 'two!', 'three'].map((text) => [fileOf(text).sha256, text]))
const [one, two, three] = ['one', 'two!', 'three'].map(fileOf) as [
  PackedFile,
  PackedFile,
  PackedFile,
]

async function opened({ folder = '', maxBytes = 100 } = {}) {
  const asked: string[] = []
  let isAway = false
  /** Files that take long. */
  const held = new Map<string, Promise<void>>()
  const fetch: FetchAsset = async ({ sha256 }, path) => {
    asked.push(contents.get(sha256) ?? '')
    if (isAway) throw new AssetFault('服务器没有响应')
    await held.get(contents.get(sha256) ?? '')
    await writeFile(path, contents.get(sha256) ?? '')
  }
  const time = new ManualTime()
  const { log } = heardLog()
  let changes = 0
  const at = folder || (await freshFolder())
  const changed = () => void changes++
  const cache = await AssetCache.open({ folder: at, time, log, fetch, changed, maxBytes })
  return {
    cache,
    asked,
    time,
    folder: at,
    away: (is: boolean) => (isAway = is),
    /** Holds the file up; the answer lets it come. */
    hold: (text: string) => {
      let goOn: (() => void) | undefined
      held.set(text, new Promise((resolve) => (goOn = resolve)))
      return () => goOn?.()
    },
    changes: () => changes,
  }
}

test('a file is fetched once, also by several at once, and is there after a restart', async () => {
  const { cache, asked, folder } = await opened()
  const [first, second] = await Promise.all([cache.get(one), cache.get(one)])
  expect(first).toBe(second)
  expect(await cache.get(one)).toBe(first)
  expect(asked).toEqual(['one'])
  const again = await opened({ folder })
  expect(await again.cache.path(one)).toBe(first)
  expect(await again.cache.has([one, two])).toBe(false)
  expect(again.asked).toEqual([])
})

test('a file of another length than it should have is fetched anew', async () => {
  const { cache, asked, folder } = await opened()
  await writeFile(await cache.get(one), 'on')
  expect(await cache.path(one)).toBeUndefined()
  await cache.get(one)
  expect(asked).toEqual(['one', 'one'])
  expect((await stat(join(folder, one.sha256))).size).toBe(3)
})

test('of more than fit those go that were not used for longest, but none that a room wants', async () => {
  const { folder, cache } = await opened({ maxBytes: 9 })
  await cache.get(one)
  await cache.get(two)
  await utimes(join(folder, one.sha256), 1, 1)
  await utimes(join(folder, two.sha256), 2, 2)
  const again = await opened({ folder, maxBytes: 9 })
  await again.cache.get(three)
  expect((await readdir(folder)).sort()).toEqual([two.sha256, three.sha256].sort())
  again.cache.want('RC1', [two])
  await again.cache.get(one)
  expect((await readdir(folder)).sort()).toEqual([two.sha256, one.sha256].sort())
})

test('what one room wants is told when it is there, whatever another room still waits for', async () => {
  const { cache, hold, changes } = await opened()
  const goOn = hold('two!')
  cache.want('RC1', [two])
  cache.want('RC2', [one])
  await expect.poll(changes).toBe(1)
  expect([await cache.has([one]), cache.isComing(two)]).toEqual([true, true])
  goOn()
  await expect.poll(changes).toBe(2)
  expect(cache.isComing(two)).toBe(false)
  cache.close()
})

test('what a room wants is tried again until the server is there, and told', async () => {
  const { cache, asked, time, away, changes } = await opened()
  away(true)
  cache.want('RC1', [one])
  await expect.poll(() => asked).toEqual(['one'])
  await expect.poll(async () => (await time.advance(15_000), asked.length)).toBeGreaterThan(1)
  expect(changes()).toBe(0)
  away(false)
  await expect.poll(async () => (await time.advance(15_000), changes())).toBe(1)
  expect(await cache.has([one])).toBe(true)
  cache.close()
})
