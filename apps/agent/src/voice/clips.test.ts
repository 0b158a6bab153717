import { readdir, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { Clips } from './clips.ts'

const about = {
  ms: 10,
  marks: { phonemes: [], words: [] },
  via: 'server' as const,
}
let now = 1_000
const open = (folder: string, maxBytes?: number) =>
  Clips.open({ folder, maxBytes, log: heardLog().log, now: () => now })
const bytes = (count: number) => Buffer.alloc(count)

test('of more than fit those go that were not used for longest', async () => {
  const folder = await freshFolder()
  const clips = await open(folder, 100)
  await clips.put('a', bytes(40), about)
  await clips.put('b', bytes(40), about)
  expect(await clips.get('a')).toMatchObject({ ms: 10 })
  await clips.put('c', bytes(40), about)
  expect(await clips.get('b')).toBeUndefined()
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'a.wav', 'c.json', 'c.wav'])
})

test('a clip that a crash left half written is none', async () => {
  const folder = await freshFolder()
  const clips = await open(folder)
  await clips.put('a', bytes(40), about)
  await clips.put('b', bytes(40), about)
  await writeFile(clips.path('a'), bytes(20))
  await writeFile(`${folder}/b.json`, '{"ms":')
  await writeFile(clips.path('c'), bytes(20))
  const again = await open(folder)
  for (const hash of ['a', 'b', 'c']) expect(await again.get(hash)).toBeUndefined()
})

test('what a plan is to say stays until then', async () => {
  const clips = await open(await freshFolder(), 100)
  await clips.put('plan', bytes(60), about, 5_000)
  await clips.put('a', bytes(40), about)
  expect(await clips.get('a', 3_000)).toBeDefined()
  await clips.put('b', bytes(40), about)
  expect(await clips.get('plan')).toBeDefined()
  expect(await clips.get('a')).toBeDefined()
  expect(await clips.get('b')).toBeUndefined()
  now = 6_000
  await clips.put('c', bytes(90), about)
  expect(await clips.get('plan')).toBeUndefined()
  expect(await clips.get('c')).toBeDefined()
})

test('what cannot be written is not kept, and nothing of it stays', async () => {
  const folder = await freshFolder()
  const clips = await open(folder)
  await rm(folder, { recursive: true })
  expect(await clips.put('a', bytes(40), about)).toBe(false)
  expect(await clips.get('a')).toBeUndefined()
})
