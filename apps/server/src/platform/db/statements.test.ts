import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepStatements, type Statements } from './statements.ts'

let raw: Database.Database
let statements: Statements
beforeEach(() => {
  raw = new Database(':memory:')
  raw.exec(`create table note (text); insert into note values ('a'), ('b')`)
  statements = keepStatements(raw)
})
afterEach(() => statements.close())

const ALL = 'select text from note order by text'

test('a statement is prepared once', () => {
  expect(statements.prepare(ALL)).toBe(statements.prepare(ALL))
})

test('one that is being read is left alone', () => {
  const seen: unknown[] = []
  for (const row of statements.prepare(ALL).iterate()) {
    seen.push(row, statements.prepare(ALL).all().length)
  }
  expect(seen).toEqual([{ text: 'a' }, 2, { text: 'b' }, 2])
})

test('a statement outlives a change of the schema', () => {
  const everything = 'select * from note limit 1'
  expect(statements.prepare(everything).all()).toEqual([{ text: 'a' }])
  raw.exec('alter table note add column at')
  expect(statements.prepare(everything).all()).toEqual([{ text: 'a', at: null }])
})

test('what SQLite has taken back by itself is not taken back again', () => {
  raw.pragma('max_page_count = 1')
  statements.prepare('begin').run([])
  const tooMuch = () => statements.prepare('insert into note values (?)').run(['x'.repeat(9_000)])
  expect(tooMuch).toThrow('database or disk is full')
  expect(raw.inTransaction).toBe(false)
  const rollback = statements.prepare('rollback')
  // As Kysely runs what it does not know.
  expect(() => (rollback.reader ? rollback.all([]) : rollback.run([]))).not.toThrow()
})

test('however many there are, they work, and what is used all the time stays prepared', () => {
  const often = statements.prepare(ALL)
  for (let n = 0; n < 1_200; n++) {
    expect(statements.prepare(`select ${n} as n`).get()).toEqual({ n })
    expect(statements.prepare(ALL)).toBe(often)
  }
})
