import { readdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freshFolder } from '#spool/spool.fixture.ts'
import { Clips } from './clips.ts'

const about = { ms: 10, marks: { phonemes: [], words: [] } }
const bytes = (count: number) => Buffer.alloc(count)

test('of more than fit those go that were not used for longest', async () => {
  const folder = await freshFolder()
  const clips = await Clips.open(folder, 100)
  await clips.put('a', bytes(40), about)
  await clips.put('b', bytes(40), about)
  expect(await clips.get('a')).toMatchObject({ ms: 10 })
  await clips.put('c', bytes(40), about)
  expect(await clips.get('b')).toBeUndefined()
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'a.wav', 'c.json', 'c.wav'])
})

test('a clip that a crash left half written is none', async () => {
  const folder = await freshFolder()
  const clips = await Clips.open(folder)
  await clips.put('a', bytes(40), about)
  await clips.put('b', bytes(40), about)
  await writeFile(clips.path('a'), bytes(20))
  await writeFile(`${folder}/b.json`, '{"ms":')
  await writeFile(clips.path('c'), bytes(20))
  const again = await Clips.open(folder)
  for (const hash of ['a', 'b', 'c']) expect(await again.get(hash)).toBeUndefined()
})
