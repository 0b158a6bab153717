import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { throwawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { openDb } from '#platform/db/open.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const gift = (n: number, more: object = {}) => ({
  source: 'bilibili',
  event_id: `g${n}`,
  kind: 'gift',
  room_id: 'room',
  room_code: 'room',
  run_id: 'run',
  account_id: 'account',
  org_id: 'default',
  open_id: 'viewer',
  nickname: '观众',
  gift_id: 'g',
  gift_name: '花',
  count: 2,
  raw_unit: '分',
  raw_value: 100,
  fen: 100,
  is_ai: 0,
  is_test: 0,
  at: n,
  received_at: n,
  ...more,
})

test('what was given before is summed by run and viewer', async () => {
  const database = await throwawayDatabase({ empty: true })
  const db = openDb<Tables>({ url: database.url, file: `${database.dataDir}/kaibo.db` })
  const old = db.query as unknown as Kysely<Record<string, Record<string, unknown>>>
  try {
    await migrate(db, '0012-both-languages')
    const other = { open_id: 'other', nickname: '别人' }
    const uncounted = [{ run_id: null }, { is_test: 1 }, { is_ai: 1 }, { fen: 0 }]
    const gifts = [gift(1), gift(2), gift(3, other), gift(4, { run_id: 'next' })]
    await old
      .insertInto('gift_event')
      .values([...gifts, ...uncounted.map((one, i) => gift(5 + i, one))])
      .execute()
    await migrate(db)
    const given = db.query.selectFrom('run_giver').selectAll().orderBy('run_id').orderBy('open_id')
    const viewer = { open_id: 'viewer', nickname: '观众' }
    expect(await given.execute()).toEqual([
      { run_id: 'next', ...viewer, fen: 100, count: 2 },
      { run_id: 'run', ...other, fen: 100, count: 2 },
      { run_id: 'run', ...viewer, fen: 200, count: 4 },
    ])
  } finally {
    await db.close()
    await database.remove()
  }
})
