import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { sheetOf } from '@kaibo/testkit/unzip.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'
import { entry, PATIENT } from './audit.fixture.ts'
import { createAuditWriter } from './audit.writer.ts'

let server: TestServer
let admin: Login
let member: Login
let studio: Login

const HOUR_MS = 3_600_000

async function write(at: number, target: string, more: Partial<AuditEntry> = {}) {
  server.clock.set(at)
  const writer = createAuditWriter(server.platform, PATIENT)
  await writer.record(entry(target, more), async () => {})
}

const by = ({ uid }: Login, username: string) => ({ actor: { uid, username } })

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'boss' })
  const look = { extra_actions: ['audit.look'] }
  member = await server.login('guild', { org_id: 'guild-1', username: 'li', ...look })
  studio = await server.login('studio', { org_id: 'guild-1', username: 'zhao', ...look })
  // The last moment of 1 March in Shanghai and the first of the 2nd, whatever the machine's own zone.
  const midnight = Date.UTC(2026, 2, 1, 16)
  await write(midnight - 1, 'A1', by(admin, 'boss'))
  await write(midnight, 'A2', { ...by(member, 'li'), action: 'room.start' })
  await write(midnight + HOUR_MS, 'A1', { ...by(studio, 'zhao'), reason: '主播=100%_换' })
  await write(midnight + HOUR_MS, 'B_1', by(admin, 'boss'))
  server.clock.set(TEST_NOW)
})
afterAll(() => server.close())

const list = (input: InputOf<typeof auditApi.list> = {}, as = admin) =>
  server.call(auditApi.list, input, as)
const seqs = async (input: InputOf<typeof auditApi.list> = {}, as = admin) => {
  const { data } = await list(input, as)
  expect(data.total).toBe(data.list.length)
  return data.list.map((row) => row.seq)
}

test('newest first; of two of one moment the later in the chain', async () => {
  expect(await seqs()).toEqual([4, 3, 2, 1])
  expect(await seqs({ sort_by: 'at', sort_dir: SortDir.ascend })).toEqual([1, 2, 3, 4])
  const { data } = await list()
  expect(data.list[2]).toMatchObject({
    seq: 2,
    username: 'li',
    action: 'room.start',
    target: 'A2',
    outcome: 'done',
    ip: '203.0.113.7',
    request_id: 'r-A2',
    reason: '换人',
    changes_of: 'row',
    changes: [{ field: 'name', label: '名称', kind: 'text', before: '夜谈', after: '早间' }],
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('page by page, with the total of all', async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, page_size: 3 })))
  expect(pages.map(({ data }) => [data.total, data.list.map((row) => row.seq)])).toEqual([
    [4, [4, 3, 2]],
    [4, [1]],
    [4, []],
  ])
})

describe('filters', () => {
  test('who, what, which, and the row that is open', async () => {
    expect(await seqs({ uid: studio.uid })).toEqual([3])
    expect(await seqs({ action: 'room.start' })).toEqual([2])
    expect(await seqs({ target: 'A1' })).toEqual([3, 1])
    expect(await seqs({ target: 'A1', uid: admin.uid })).toEqual([1])
    expect(await seqs({ seq: 2 })).toEqual([2])
    expect(await seqs({ seq: 99 })).toEqual([])
  })

  test('days are Shanghai’s, the last one to its end', async () => {
    expect(await seqs({ day_to: '2026-03-01' })).toEqual([1])
    expect(await seqs({ day_from: '2026-03-02' })).toEqual([4, 3, 2])
    expect(await seqs({ day_from: '2026-03-01', day_to: '2026-03-02' })).toEqual([4, 3, 2, 1])
    const wrong = await list({ day_from: '2026-03-02', day_to: '2026-03-01' })
    expect(wrong).toMatchObject({
      code: 1001,
      data: { fields: { day_to: '结束日期不能早于开始日期' } },
    })
  })

  test('a word in target, user name or reason, whatever its case and its signs', async () => {
    expect(await seqs({ keyword: 'a1' })).toEqual([3, 1])
    expect(await seqs({ keyword: 'BOSS' })).toEqual([4, 1])
    expect(await seqs({ keyword: '=100%_' })).toEqual([3])
    expect(await seqs({ keyword: '_' })).toEqual([4, 3])
    expect(await seqs({ keyword: "' or 1=1 --" })).toEqual([])
  })
})

describe('scope', () => {
  test('an organisation sees what its own people did, one’s own only that', async () => {
    expect(await seqs({}, member)).toEqual([3, 2])
    expect(await seqs({}, studio)).toEqual([3])
    expect(await seqs({ uid: admin.uid }, member)).toEqual([])
    expect(await seqs({ seq: 1 }, member)).toEqual([])
    expect(await seqs({ seq: 2 }, studio)).toEqual([])
    expect((await rowsIn(await workbook({}, member))).map(([seq]) => seq)).toEqual(['3', '2'])
  })

  test('and chooses among those people', async () => {
    const [all, own, alone] = await Promise.all(
      [admin, member, studio].map((as) => server.call(auditApi.people, {}, as)),
    )
    expect(all?.data.list).toHaveLength(3)
    expect(own?.data.list.map((one) => one.name)).toEqual(['li', 'zhao'])
    expect(alone?.data.list).toEqual([{ uid: studio.uid, name: 'zhao' }])
  })

  test('without the right there is neither list nor file', async () => {
    const nobody = await server.login('operator')
    expect(await list({}, nobody)).toMatchObject({ code: 1003, data: { need: 'audit.look' } })
    expect((await list({ export: 'xlsx' }, nobody)).code).toBe(1003)
  })
})

async function workbook(filter: InputOf<typeof auditApi.list> = {}, as = admin, lang = 'zh') {
  const query = Object.entries({ ...filter, export: 'xlsx' }).map(([key, one]) => [
    key,
    String(one),
  ])
  return server.app.http.inject({
    url: auditApi.list.path,
    headers: { token: as.token, 'accept-language': lang },
    query: Object.fromEntries(query),
  })
}

const rowsIn = async ({ rawPayload }: Awaited<ReturnType<typeof workbook>>) =>
  sheetOf(rawPayload).slice(1)

test('the file has every row that matches, in words', async () => {
  const answer = await workbook({ target: 'A1' })
  expect(answer.headers['content-disposition']).toContain(
    encodeURIComponent('操作记录_最早_2026-03-02.xlsx'),
  )
  const [first, second] = await rowsIn(answer)
  expect(first?.slice(2, 9)).toEqual([
    'zhao',
    '编辑直播间',
    'A1',
    '成功',
    '名称：夜谈 → 早间',
    '主播=100%_换',
    '203.0.113.7',
  ])
  expect(second?.[0]).toBe('1')
  const [english] = await rowsIn(await workbook({ target: 'A1' }, admin, 'en'))
  expect(english?.[6]).toBe('Name: 夜谈 → 早间')
})

test('a file of more rows than are read at once has each of them once, in both orders', async () => {
  const target = 'many'
  const writer = createAuditWriter(server.platform, PATIENT)
  await Promise.all(
    Array.from({ length: 1_003 }, () => writer.record(entry(target), async () => {})),
  )
  for (const sort_dir of Object.values(SortDir)) {
    const read = (await rowsIn(await workbook({ target, sort_dir }))).map(([seq]) => Number(seq))
    const expected = Array.from({ length: 1_003 }, (_, i) => i + 5)
    expect(read).toEqual(sort_dir === SortDir.ascend ? expected : expected.toReversed())
  }
})

test('a row that somebody has tampered with does not keep the others from being read', async () => {
  await write(TEST_NOW, 'torn')
  const torn = { before_json: '{"name":', after_json: 'x', outcome: '?' }
  await server.db.query.updateTable('audit').set(torn).where('target', '=', 'torn').execute()
  const { data } = await list({ target: 'torn' })
  expect(data.list).toMatchObject([{ outcome: 'interrupted', changes: [{ after: 'x' }] }])
})

test('an instant beyond the calendar, or that is none, does not keep the file from being read', async () => {
  await write(TEST_NOW, 'odd')
  const odd = { before_json: '{"expire_at":"x"}', after_json: '{"expire_at":9000000000000000}' }
  await server.db.query.updateTable('audit').set(odd).where('target', '=', 'odd').execute()
  const [row] = await rowsIn(await workbook({ target: 'odd' }))
  expect(row?.[6]).toMatch(/x → 275760-09-13 08:00:00$/)
})
