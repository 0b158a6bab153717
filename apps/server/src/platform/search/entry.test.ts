import { expect, test } from 'vitest'
import { entryOf } from './entry.ts'
import { soughtBy } from './sought.ts'

const startsOf = async (text: string) =>
  (await entryOf('room', { texts: [text], codes: [] })).starts.split('\n')

test('an entry has the texts folded, what they sound like from each syllable on, and the pieces of all that', async () => {
  const entry = await entryOf('room', { texts: ['阿狸·夜', 'R2'], codes: ['01J-X'] })
  expect(entry.parts).toBe('\n阿狸夜\nr2')
  expect(entry.starts.split('\n')).toEqual(['', 'aliye', 'liye', 'ye', 'aly', 'ly', 'y', '01j-x'])
  const tokens = entry.tokens.split(' ')
  expect(tokens).toEqual([...new Set(tokens)])
  for (const token of ['of_room', '阿', '阿狸', '狸夜', 'r2', 'al', 'iy', '1j', 'jx'])
    expect(tokens).toContain(token)
  expect(tokens.join('')).not.toMatch(/[-·]/)
})

test('a surname is read as one and as a word, ü is typed v, and what is beside Chinese stands in its place', async () => {
  expect(await startsOf('曾女士')).toEqual(
    expect.arrayContaining(['cengnvshi', 'zengnvshi', 'cns', 'zns', 'nvshi']),
  )
  expect(await startsOf('夜Room 2（读）')).toEqual(
    expect.arrayContaining(['yeroom2du', 'yroom2d', 'room2du']),
  )
  expect(await startsOf('no Chinese')).toEqual([''])
})

test('of what is looked for the index is asked by pairs, of one letter by itself, and never by signs', () => {
  expect(soughtBy('AL 夜')).toMatchObject({ grams: 'al 夜', parts: ['%al%', '%夜%'] })
  expect(soughtBy("xi'an_")).toMatchObject({
    grams: 'xi ia an',
    parts: ["%xi'an\\_%"],
    starts: ['%\nxian\\_%'],
  })
  expect(soughtBy('%')).toMatchObject({ grams: undefined, parts: ['%\\%%'] })
  expect(soughtBy(' · ')).toBeUndefined()
})
