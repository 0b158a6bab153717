import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { padded, padLists } from './padding.ts'

test.each([
  [[], []],
  [[1], [1]],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2, 3],
    [1, 2, 3, 3],
  ],
  [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 5, 5, 5],
  ],
])('%j is asked for as %j', (values, expected) => {
  expect(padded(values)).toEqual(expected)
})

test('what is too long as it is grows no longer', () => {
  expect(padded(Array.from({ length: 16_385 }, () => 1))).toHaveLength(16_385)
})

test('lists of like length are one statement, wherever they stand, and find the same', async () => {
  const statements = new Set<string>()
  const database = new Database(':memory:')
  database.exec(`create table note (id integer, text text)`)
  database.exec(`insert into note values (1, 'a'), (2, 'b'), (3, 'b'), (4, 'c'), (5, 'd')`)
  const q = new Kysely<{ note: { id: number; text: string } }>({
    dialect: new SqliteDialect({ database }),
    plugins: [padLists],
    log: ({ query }) => void statements.add(query.sql),
  })
  const find = async (ids: number[], texts: string[]) => {
    const found = await q
      .selectFrom('note')
      .select('id')
      .where('id', 'in', ids)
      .where((eb) => eb.or([eb('text', 'in', texts), eb('id', '=', 5)]))
      .where('id', 'not in', [2])
      .execute()
    return found.map(({ id }) => id)
  }
  expect(await find([1, 2, 3], ['b', 'c'])).toEqual([3])
  expect(await find([1, 2, 4, 5], ['b', 'c'])).toEqual([4, 5])
  expect(statements.size).toBe(1)
  await q.updateTable('note').set({ text: 'z' }).where('id', 'in', [1, 2, 3]).execute()
  await q.deleteFrom('note').where('id', 'in', [1, 2, 4]).execute()
  expect(await q.selectFrom('note').select('text').execute()).toEqual([
    { text: 'z' },
    { text: 'd' },
  ])
  await q.destroy()
})
