import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { hashOf, type ChainRow } from './audit.chain.ts'
import { entry, PATIENT } from './audit.fixture.ts'
import { verifyChain } from './audit.verify.ts'
import { createAuditWriter } from './audit.writer.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
beforeEach(() => forget())
afterAll(() => server.close())

async function forget() {
  await server.db.query.deleteFrom('audit').execute()
  await server.db.query.deleteFrom('setting').where('key', '=', 'audit_end').execute()
}
const rowsOf = () => server.db.query.selectFrom('audit').selectAll().orderBy('seq').execute()
const verify = () => verifyChain(server.db, server.platform.seal)
const change = (seq: number, values: Partial<ChainRow>) =>
  server.db.query.updateTable('audit').set(values).where('seq', '=', seq).execute()
const remove = (...seqs: number[]) =>
  server.db.query.deleteFrom('audit').where('seq', 'in', seqs).execute()

async function write(...targets: string[]): Promise<ChainRow[]> {
  const writer = createAuditWriter(server.platform, PATIENT)
  await Promise.all(targets.map((target) => writer.record(entry(target), async () => {})))
  return rowsOf()
}
const writeFive = () => write('1', '2', '3', '4', '5')

test('each row follows the one before it', async () => {
  const rows = await writeFive()
  expect(rows.map((row) => [row.seq, row.target])).toEqual(
    ['1', '2', '3', '4', '5'].map((target, i) => [i + 1, target]),
  )
  expect(rows.slice(1).map((row) => row.prev_hash)).toEqual(rows.slice(0, 4).map((r) => r.hash))
  expect(rows[0]).toMatchObject({
    at: server.clock.now(),
    before_json: '{"name":"夜谈"}',
    after_json: '{"name":"早间"}',
    reason: '换人',
    outcome: null,
  })
  const end = { seq: 5, hash: rows[4]?.hash }
  expect(await verify()).toEqual({ rows: 5, end, since: 1, broken: undefined })
})

test('a text that the database would alter does not break the chain', async () => {
  const writer = createAuditWriter(server.platform, PATIENT)
  const odd = entry('断网\ud83d', {
    actor: { uid: 'u1', username: '\ude00王' },
    origin: { ip: '203.0.113.7', request_id: 'r-1' },
    reason: '半\ud83d个',
    input: { name: '\ud83d' },
  })
  await writer.record(odd, async () => {})
  await write('2')
  expect(await verify()).toMatchObject({ rows: 2, broken: undefined })
  const [row] = await rowsOf()
  expect(row).toMatchObject({ target: '断网\uFFFD', username: '\uFFFD王', reason: '半\uFFFD个' })
})

test('nothing written is nothing broken', async () => {
  expect(await verify()).toMatchObject({ rows: 0, broken: undefined })
})

test('two servers that write at once keep one chain without a gap', async () => {
  const [here, there] = [
    createAuditWriter(server.platform, PATIENT),
    createAuditWriter(server.platform, PATIENT),
  ]
  const targets = Array.from({ length: 20 }, (_, i) => String(i))
  await Promise.all(
    targets.flatMap((t) => [here, there].map((writer) => writer.record(entry(t), async () => {}))),
  )
  expect(await verify()).toMatchObject({ rows: 40, end: { seq: 40 }, broken: undefined })
})

test('the first rows of an installation, from several servers at once', async () => {
  const writers = Array.from({ length: 4 }, () => createAuditWriter(server.platform, PATIENT))
  for (let round = 0; round < 10; round++) {
    await forget()
    const rows = ['1', '2', '3'].flatMap((target) =>
      writers.map((writer) => writer.record(entry(target), async () => {})),
    )
    const outcomes = await Promise.allSettled(rows)
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toEqual([])
    expect(await verify()).toMatchObject({ rows: 12, since: 1, broken: undefined })
  }
})

test('more rows than fit one page are read to the end', async () => {
  await write(...Array.from({ length: 1_001 }, (_, i) => String(i)))
  expect(await verify()).toMatchObject({ rows: 1_001, broken: undefined })
  await change(1_000, { reason: '换 人' })
  expect(await verify()).toMatchObject({ rows: 999, broken: { row: { seq: 1_000 } } })
})

function flipped(value: string | number | null): string | number {
  if (typeof value === 'number') return value + 1
  return value ? value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x') : 'x'
}

describe('one letter changed', () => {
  const columns = Object.keys({
    seq: 1,
    at: 1,
    uid: 1,
    username: 1,
    org_id: 1,
    action: 1,
    target: 1,
    target_id: 1,
    ip: 1,
    request_id: 1,
    input_json: 1,
    before_json: 1,
    after_json: 1,
    reason: 1,
    outcome: 1,
    prev_hash: 1,
    hash: 1,
  } satisfies Record<keyof ChainRow, 1>) as (keyof ChainRow)[]

  test.each(columns)('in %s of any row is found, and the row named', async (column) => {
    const rows = await writeFive()
    for (const row of rows) {
      const value = column === 'seq' ? row.seq + 100 : flipped(row[column])
      await change(row.seq, { [column]: value })
      const { broken } = await verify()
      if (column === 'seq') {
        expect(broken?.row?.seq).toBe(row.seq === 5 ? 105 : row.seq + 1)
        await change(row.seq + 100, { seq: row.seq })
      } else {
        expect(broken?.row?.seq).toBe(row.seq)
        await change(row.seq, { [column]: row[column] })
      }
    }
    expect((await verify()).broken).toBeUndefined()
  })
})

test('a row from before there was a target_id is hashed as it was then; set, it counts', async () => {
  await write('1')
  const row = entryRow((await rowsOf())[0])
  const { prev_hash, at, uid, username, action, target, ip, request_id } = row
  const { input_json, before_json, after_json, reason, org_id } = row
  const then = [prev_hash, at, uid, username, action, target, ip, request_id, input_json]
  const columns = [
    ...then,
    before_json,
    after_json,
    reason,
    ...(org_id === null ? [] : [{ org_id }]),
  ]
  expect(row.target_id).toBeNull()
  expect(row.hash).toBe(createHash('sha256').update(JSON.stringify(columns)).digest('hex'))

  const writer = createAuditWriter(server.platform, PATIENT)
  await writer.record({ ...entry('2'), target_id: 'room-2' }, async () => {})
  expect((await verify()).broken).toBeUndefined()
  await change(2, { target_id: 'room-3' })
  expect(await verify()).toMatchObject({ broken: { row: { seq: 2 }, why: '内容与校验值不符' } })
})

test('a row that was taken out is missed', async () => {
  await writeFive()
  await remove(2)
  const missing = { row: { seq: 3, username: 'wang' }, why: '其前缺第 2 条' }
  expect(await verify()).toMatchObject({ rows: 1, broken: missing })
})

test('a row that was put in between does not fit', async () => {
  const rows = await writeFive()
  await remove(3)
  const forged = { ...entryRow(rows[2]), target: '9', prev_hash: rows[1]?.hash ?? '' }
  await server.db.query
    .insertInto('audit')
    .values({ ...forged, hash: hashOf(forged) })
    .execute()
  expect(await verify()).toMatchObject({ rows: 3, broken: { row: { seq: 4 } } })
})

test('a chain that was written anew from one row on does not end as the kept one', async () => {
  const rows = await writeFive()
  await remove(4, 5)
  let prev_hash = rows[2]?.hash ?? ''
  for (const row of rows.slice(3)) {
    const forged = { ...row, target: '9', prev_hash }
    prev_hash = hashOf(forged)
    await server.db.query
      .insertInto('audit')
      .values({ ...forged, hash: prev_hash })
      .execute()
  }
  expect(await verify()).toMatchObject({ rows: 5, broken: { why: '与链尾记录不符，链被重写' } })
})

test('an end that was cut off is missed, and still after more was written', async () => {
  await writeFive()
  await remove(4, 5)
  expect(await verify()).toMatchObject({
    rows: 3,
    broken: { row: { seq: 3 }, why: '其后到第 5 条的行被删除' },
  })
  await write('6', '7', '8')
  expect((await verify()).broken).toBeDefined()
})

test('rows that were appended past the server are found', async () => {
  const rows = await writeFive()
  const forged = { ...entryRow(rows[4]), seq: 6, prev_hash: rows[4]?.hash ?? '' }
  await server.db.query
    .insertInto('audit')
    .values({ ...forged, hash: hashOf(forged) })
    .execute()
  expect(await verify()).toMatchObject({ broken: { row: { seq: 6 } } })
})

test('an end that was removed or replaced is found; kept anew, it says from which row on', async () => {
  await writeFive()
  const setting = server.db.query.updateTable('setting').where('key', '=', 'audit_end')
  await setting.set({ value: 'x' }).execute()
  expect((await verify()).broken?.why).toContain('链尾记录无法解开')
  await server.db.query.deleteFrom('setting').where('key', '=', 'audit_end').execute()
  expect((await verify()).broken?.why).toContain('链尾记录缺失')
  await write('6')
  expect(await verify()).toMatchObject({ rows: 6, since: 6, broken: undefined })
})

test('a chain that grows while it is read is whole', async () => {
  await write(...Array.from({ length: 600 }, (_, i) => String(i)))
  const [verdict] = await Promise.all([verify(), writeFive()])
  expect(verdict.broken).toBeUndefined()
  expect(verdict.rows).toBeGreaterThanOrEqual(600)
})

function entryRow(row: ChainRow | undefined): ChainRow {
  if (!row) throw new Error('no such row')
  return row
}
