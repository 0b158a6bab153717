import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileOnce, type Places } from './compile-once.ts'
import type { Queryable } from './db.ts'

interface Note {
  id: number
  text: string
}
type Tables = { note: Note }
interface Wanted {
  text?: string
  ids?: readonly number[]
  limit: number
}

let q: Kysely<Tables>
let built: number
beforeEach(() => {
  const database = new Database(':memory:')
  database.exec(`
    create table note (id integer, text text);
    insert into note values (1, 'a'), (2, 'b'), (3, 'b'), (4, 'c')`)
  q = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  built = 0
})
afterEach(() => q.destroy())

const notes = compileOnce(
  (on: Queryable<Tables>, { down }: { down: boolean }, { text, ids, limit }: Places<Wanted>) => {
    built++
    return on
      .selectFrom('note')
      .select('id')
      .$if(text !== undefined, (some) => some.where('text', '=', text ?? ''))
      .$if(ids !== undefined, (some) => some.where('id', 'in', ids ?? []))
      .orderBy('id', down ? 'desc' : 'asc')
      .limit(limit)
  },
)
const ids = async (...asked: Parameters<typeof notes>) =>
  (await notes(...asked)).map((note) => note.id)

test('other values run what was built for the first', async () => {
  expect(await ids(q, { down: false }, { text: 'a', limit: 9 })).toEqual([1])
  expect(await ids(q, { down: false }, { text: 'b', limit: 9 })).toEqual([2, 3])
  expect(await ids(q, { down: false }, { text: 'b', limit: 1 })).toEqual([2])
  expect(built).toBe(1)
})

test('another form, another filter and another number of items are each a query of their own', async () => {
  expect(await ids(q, { down: false }, { limit: 2 })).toEqual([1, 2])
  expect(await ids(q, { down: true }, { limit: 2 })).toEqual([4, 3])
  expect(await ids(q, { down: true }, { text: 'b', limit: 2 })).toEqual([3, 2])
  expect(await ids(q, { down: true }, { text: undefined, limit: 2 })).toEqual([4, 3])
  expect(await ids(q, { down: false }, { ids: [4, 2], limit: 9 })).toEqual([2, 4])
  expect(await ids(q, { down: false }, { ids: [1], limit: 9 })).toEqual([1])
  expect(await ids(q, { down: false }, { ids: [3, 1], limit: 9 })).toEqual([1, 3])
  expect(built).toBe(5)
  expect(await ids(q, { down: false }, { ids: [3, 1, 2], limit: 9 })).toEqual([1, 2, 3])
  expect(await ids(q, { down: false }, { ids: [3, 1, 2, 4], limit: 9 })).toEqual([1, 2, 3, 4])
  expect(built).toBe(6)
})

test('of very many forms those used last are kept', async () => {
  const words = compileOnce((on: Queryable<Tables>, form: number, { limit }: Places<Wanted>) => {
    built++
    return on.selectFrom('note').select('id').where('id', '>', form).limit(limit)
  })
  for (let form = 0; form < 600; form++) {
    await words(q, form, { limit: 1 })
    await words(q, 0, { limit: 1 })
  }
  expect(built).toBe(600)
  await words(q, 1, { limit: 1 })
  expect(built).toBe(601)
})

test('it runs in the transaction that asks', async () => {
  await q.transaction().execute(async (trx) => {
    await trx.insertInto('note').values({ id: 5, text: 'a' }).execute()
    expect(await ids(trx, { down: false }, { text: 'a', limit: 9 })).toEqual([1, 5])
  })
})

test('another database has its own', async () => {
  await ids(q, { down: false }, { limit: 1 })
  const other = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  })
  await expect(ids(other, { down: false }, { limit: 1 })).rejects.toThrow('no such table')
  await other.destroy()
  expect(built).toBe(2)
})

test('a place is not a value: nothing can be reckoned from it while the query is built', async () => {
  const wrong = compileOnce((on: Queryable<Tables>, _: null, { limit }: Places<Wanted>) =>
    on
      .selectFrom('note')
      .select('id')
      .limit(Number(limit) * 2),
  )
  await expect(wrong(q, null, { limit: 1 })).rejects.toThrow()
})
