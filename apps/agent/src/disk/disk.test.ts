import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { readJson, writeJson } from './json-file.ts'
import { KeptFile } from './kept-file.ts'

test('a file is replaced as a whole, for this user only', async () => {
  const folder = await freshFolder()
  const path = join(folder, 'a.json')
  expect(await readJson(path)).toBeUndefined()
  await writeJson(path, { a: 1 })
  await writeJson(path, { a: 2 })
  expect(await readJson(path)).toEqual({ a: 2 })
  expect(await readdir(folder)).toEqual(['a.json'])
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  await writeFile(path, '{"a":')
  expect(await readJson(path)).toBeUndefined()
})

test('a kept file gathers changes, and a failed write is told but harms nothing', async () => {
  const folder = await freshFolder()
  const path = join(folder, 'a.json')
  const time = new ManualTime()
  const { log, lines } = heardLog()
  let value = 0
  const file = new KeptFile({ path, value: () => value, ms: 2_000, time, log })
  file.touch()
  value = 1
  file.touch()
  await time.advance(1_999)
  expect(await readJson(path)).toBeUndefined()
  await time.advance(1)
  await file.save()
  expect(await readJson(path)).toBe(1)
  await new KeptFile({ path: '/no/such/folder/a', value: () => 1, ms: 0, time, log }).save()
  expect(lines.join('')).toContain('状态没有写入磁盘')
})
