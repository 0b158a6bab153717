import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { throwawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { openDb } from '#platform/db/open.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const set = {
  id: 'default',
  name: '默认话术',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '默认话术',
    enabled: 1,
    triggers: [{ event: 'user.enter' }],
    hit: 'all',
    children: [
      {
        id: 'welcome',
        type: 'son',
        name: '欢迎',
        enabled: 1,
        actions: [{ kind: 'say', templates: [{ text: '欢迎', weight: 1 }], no_repeat: 0 }],
      },
    ],
  },
}

type Old = Kysely<Record<string, Record<string, string | number | null>>>

test('equal sets that rooms had in themselves become one of their organisation, published and bound', async () => {
  const database = await throwawayDatabase({ empty: true })
  const db = openDb<Tables>({ url: database.url, file: `${database.dataDir}/kaibo.db` })
  try {
    await migrate(db, '0015-income-parts')
    const old = db.query as unknown as Old
    const addRoom = (id: string, org_id: string, rules_json: string) =>
      old
        .insertInto('room')
        .values({
          id,
          room_code: id,
          name: id,
          org_id,
          account_id: 'a',
          actor: '',
          rules_json,
          state: 'idle',
          state_since: 1,
          desired_run: 0,
          stop_mode: 'now',
          mode: 1,
          is_demo: 0,
          created_at: 1,
          updated_at: 1,
          version: 1,
        })
        .execute()
    const plain = JSON.stringify([set])
    const other = JSON.stringify([{ ...set, version: 7, root: { ...set.root, hit: 'first' } }])
    await addRoom('one', 'org-a', plain)
    await addRoom('two', 'org-a', plain)
    await addRoom('three', 'org-a', other)
    await addRoom('four', 'org-b', plain)
    await addRoom('none', 'org-b', '[]')
    await addRoom('broken', 'org-b', '{')
    await migrate(db)

    const rules = await db.query.selectFrom('talk_rule').selectAll().orderBy('name').execute()
    expect(
      rules
        .map(({ org_id, name, live_v, is_default }) => [org_id, name, live_v, is_default])
        .sort((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['org-a', '默认话术 2', 1, 0],
      ['org-a', '默认话术', 1, 1],
      ['org-b', '默认话术', 1, 1],
    ])
    const rooms = await db.query.selectFrom('room').select(['id', 'bundle_hash']).execute()
    const hashOf = (id: string) => rooms.find((room) => room.id === id)?.bundle_hash
    expect(hashOf('one')).toBe(hashOf('two'))
    expect(new Set(rooms.flatMap(({ bundle_hash }) => bundle_hash ?? [])).size).toBe(3)
    expect([hashOf('none'), hashOf('broken')]).toEqual([null, null])
    const pack = await db.query
      .selectFrom('pack')
      .select('body')
      .where('hash', '=', hashOf('one') ?? '')
      .executeTakeFirstOrThrow()
    expect(createHash('sha256').update(pack.body).digest('base64url')).toBe(hashOf('one'))
    const [bound] = Bundle.parse(JSON.parse(pack.body)).sets
    const rule = rules.find(({ org_id, is_default }) => org_id === 'org-a' && is_default === 1)
    expect(bound).toEqual({
      kind: 'talk',
      set: { ...set, id: rule?.rule_id, version: 1 },
      shift: 0,
      off_nodes: [],
    })
  } finally {
    await db.close()
    await database.remove()
  }
})
