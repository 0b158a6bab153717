import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rmdir,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { danmuItem, freshFolder, heardLog, logItem, openSpool, readAll } from './spool.fixture.ts'

let folder: string

beforeEach(async () => {
  folder = await freshFolder()
})

const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
const seqsOf = (all: { seq: number }[]) => all.map(({ seq }) => seq)

test('numbers begin at 1 and go on after a restart', async () => {
  const first = await openSpool(folder)
  first.append(logItem('a'))
  first.append(logItem('b'))
  await first.close()
  const second = await openSpool(folder)
  expect(second.id).toBe(first.id)
  expect(second.lastSeq).toBe(2)
  second.append(logItem('c'))
  await second.flush()
  expect(readAll(second)).toEqual([
    { seq: 1, item: logItem('a') },
    { seq: 2, item: logItem('b') },
    { seq: 3, item: logItem('c') },
  ])
  await second.close()
})

test('an item can be read only when it is durable', async () => {
  const spool = await openSpool(folder)
  spool.append(logItem('a'))
  expect(spool.read(0, { items: 10, bytes: 1000 })).toBeUndefined()
  expect(spool.lastSeq).toBe(0)
  await spool.flush()
  expect(spool.lastSeq).toBe(1)
  await spool.close()
})

test('appending alone makes durable within 50 ms and says so', async () => {
  const spool = await openSpool(folder)
  const began = Date.now()
  const durable = new Promise<void>((resolve) => (spool.onDurable = resolve))
  spool.append(logItem('a'))
  await durable
  expect(Date.now() - began).toBeLessThan(500)
  expect(spool.lastSeq).toBe(1)
  await spool.close()
})

test('a batch is bounded by items and by size, but never empty', async () => {
  const spool = await openSpool(folder)
  for (let i = 0; i < 10; i++) spool.append(logItem('x'.repeat(100)))
  await spool.flush()
  expect(spool.read(0, { items: 3, bytes: 100_000 })?.items).toHaveLength(3)
  expect(spool.read(3, { items: 100, bytes: 10 })?.items).toHaveLength(1)
  expect(spool.read(3, { items: 100, bytes: 10 })).toMatchObject({ first_seq: 4, last_seq: 4 })
  expect(spool.read(10, { items: 100, bytes: 100_000 })).toBeUndefined()
  await spool.close()
})

test('a line that a crash tore is not there, and the next one is whole', async () => {
  const first = await openSpool(folder)
  first.append(logItem('a'))
  first.append(logItem('b'))
  await first.close()
  const path = join(folder, (await files())[0] ?? '')
  await truncate(path, (await stat(path)).size - 5)
  const second = await openSpool(folder)
  expect(second.lastSeq).toBe(1)
  second.append(logItem('c'))
  await second.close()
  const third = await openSpool(folder)
  expect(readAll(third)).toEqual([
    { seq: 1, item: logItem('a') },
    { seq: 2, item: logItem('c') },
  ])
  await third.close()
})

test('a damaged line in the middle costs only itself, and is told', async () => {
  const first = await openSpool(folder)
  first.append(logItem('a'))
  await first.close()
  await appendFile(join(folder, (await files())[0] ?? ''), 'nonsense\n')
  const { log, lines } = heardLog()
  const second = await openSpool(folder, undefined, log)
  second.append(logItem('c'))
  await second.flush()
  expect(seqsOf(readAll(second))).toEqual([1, 2])
  expect(lines.join('')).toContain('损坏')
  await second.close()
})

test('bytes that are no text cost only their line, not what is durable after it', async () => {
  const first = await openSpool(folder)
  first.append(logItem('甲'))
  await first.close()
  const path = join(folder, (await files())[0] ?? '')
  await appendFile(path, Buffer.from([...Buffer.from('{"seq":2,"item":'), 0xff, 0xfe, 0xff, 0x0a]))
  const second = await openSpool(folder)
  second.append(logItem('乙'))
  second.append(logItem('丙'))
  expect(await second.flush()).toBe(true)
  const whole = [logItem('甲'), logItem('乙'), logItem('丙')]
  expect(readAll(second).map(({ item }) => item)).toEqual(whole)
  await second.close()
  const third = await openSpool(folder)
  expect(readAll(third).map(({ item }) => item)).toEqual(whole)
  await third.close()
})

test('files are deleted once acknowledged, and numbers still go on after a restart', async () => {
  const first = await openSpool(folder)
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 100; j++) first.append(logItem('x'.repeat(2_000)))
    await first.flush()
  }
  expect((await files()).length).toBeGreaterThan(1)
  expect(first.items).toBe(400)
  first.ack(150)
  expect(first.items).toBe(250)
  first.ack(400)
  await first.close()
  expect(await files()).toHaveLength(1)
  const second = await openSpool(folder)
  expect(second.lastSeq).toBe(400)
  second.append(danmuItem('after'))
  await second.flush()
  expect(seqsOf(readAll(second, 400))).toEqual([401])
  await second.close()
})

/** Something else stands in the place of a file, until `mended`. */
async function damage(name: string): Promise<() => Promise<void>> {
  const path = join(folder, name)
  await rename(path, `${path}.away`)
  await mkdir(path)
  return async () => {
    await rmdir(path)
    await rename(`${path}.away`, path)
  }
}

test('a file that cannot be deleted now is deleted later, and new items go to the disk', async () => {
  const { log, lines } = heardLog()
  const spool = await openSpool(folder, undefined, log)
  for (let i = 0; i < 400; i++) spool.append(logItem('x'.repeat(2_000)))
  await spool.flush()
  const mend = await damage((await files())[1] ?? '')
  spool.ack(400)
  expect(lines.join('')).toContain('待发数据整理失败')
  spool.append(logItem('after'))
  expect(await spool.flush()).toBe(true)
  expect(seqsOf(readAll(spool, 400))).toEqual([401])
  await mend()
  spool.ack(401)
  await spool.close()
  expect(await files()).toHaveLength(1)
})

test('where one file cannot give up anything now, others do', async () => {
  const spool = await openSpool(folder, 1_048_576)
  for (let i = 0; i < 500; i++) spool.append(logItem('x'.repeat(2_000)))
  await spool.flush()
  const mend = await damage((await files())[0] ?? '')
  for (let i = 0; i < 500; i++) {
    spool.append(logItem('x'.repeat(2_000)))
    if (i % 50 === 0) await spool.flush()
  }
  spool.append(danmuItem('after'))
  expect(await spool.flush()).toBe(true)
  await mend()
  const items = readAll(spool)
  expect(items[0]?.seq).toBe(1)
  expect(items.at(-1)).toMatchObject({ item: danmuItem('after') })
  expect(items.length + spool.dropped).toBe(1_001)
  await spool.close()
})

test('what is set aside keeps its name; what comes after it has one of its own, after a restart too', async () => {
  const first = await openSpool(folder)
  for (let i = 0; i < 3; i++) first.append(logItem(`old ${i}`))
  await first.flush()
  const { id } = first
  first.ack(1)
  await first.setAside()
  first.append(logItem('new'))
  await first.flush()
  expect(first).toMatchObject({ items: 3, liveItems: 1 })
  await first.close()

  const second = await openSpool(folder)
  expect(second.id).toBe(first.id)
  expect(second.id).not.toBe(id)
  expect(second.backlogs).toMatchObject([{ id, after: 0, to: 3 }])
  expect(second.live).toMatchObject({ after: 3, acked: 3 })
  second.ack(3, id)
  expect(second).toMatchObject({ items: 1, liveItems: 1 })
  expect(second.finish(second.live)).toBe(false)
  for (const backlog of second.backlogs) expect(second.finish(backlog)).toBe(true)
  second.append(logItem('newer'))
  await second.close()
  expect(seqsOf(readAll(await openSpool(folder)))).toEqual([4, 5])
})

test('where the disk does not take the new name, all stays under the one it has', async () => {
  const spool = await openSpool(folder)
  spool.append(logItem('a'))
  await spool.flush()
  const { id } = spool
  await mkdir(join(folder, 'spool.json.new'))
  await spool.setAside()
  expect(spool).toMatchObject({ id, backlogs: [], liveItems: 1 })
  await rmdir(join(folder, 'spool.json.new'))
  await spool.close()
})

test('a mark that makes no sense loses nothing: all is sent again under another name', async () => {
  const first = await openSpool(folder)
  first.append(logItem('a'))
  await first.setAside()
  await first.close()
  const path = join(folder, 'spool.json')
  const mark = JSON.parse(await readFile(path, 'utf8')) as object
  await writeFile(path, JSON.stringify({ ...mark, backlogs: [{ spool_id: 1 }] }))
  const second = await openSpool(folder)
  expect(second.id).not.toBe(first.id)
  expect(second).toMatchObject({ backlogs: [], liveItems: 1 })
  await second.close()
})

test('a folder whose files were all deleted but the newest keeps counting', async () => {
  await writeFile(join(folder, '000000000042.jsonl'), '')
  const spool = await openSpool(folder)
  expect(spool.lastSeq).toBe(41)
  spool.append(logItem('a'))
  await spool.flush()
  expect(seqsOf(readAll(spool))).toEqual([42])
  await spool.close()
})

test('a renewed spool has another id and keeps its items', async () => {
  const spool = await openSpool(folder)
  const { id } = spool
  spool.append(logItem('a'))
  await spool.flush()
  await spool.renew()
  expect(spool.id).not.toBe(id)
  expect(readAll(spool)).toHaveLength(1)
  await spool.close()
  expect((await openSpool(folder)).id).toBe(spool.id)
})
