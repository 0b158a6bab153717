import { appendFile, readdir, truncate, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { Segment } from './segment.ts'
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
  expect(await readAll(second)).toEqual([
    { seq: 1, item: logItem('a') },
    { seq: 2, item: logItem('b') },
    { seq: 3, item: logItem('c') },
  ])
  await second.close()
})

test('an item can be read only when it is durable', async () => {
  const spool = await openSpool(folder)
  spool.append(logItem('a'))
  expect(await spool.read(0, 10, 1000)).toBeUndefined()
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
  expect((await spool.read(0, 3, 100_000))?.items).toHaveLength(3)
  expect((await spool.read(3, 100, 10))?.items).toHaveLength(1)
  expect(await spool.read(3, 100, 10)).toMatchObject({ first_seq: 4, last_seq: 4 })
  expect(await spool.read(10, 100, 100_000)).toBeUndefined()
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
  expect(await readAll(third)).toEqual([
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
  expect(seqsOf(await readAll(second))).toEqual([1, 2])
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
  expect((await readAll(second)).map(({ item }) => item)).toEqual(whole)
  await second.close()
  const third = await openSpool(folder)
  expect((await readAll(third)).map(({ item }) => item)).toEqual(whole)
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
  expect(seqsOf(await readAll(second, 400))).toEqual([401])
  await second.close()
})

/** The first file that the disk does not let go of. */
function failToClose(isIt: (segment: Segment) => boolean) {
  // oxlint-disable-next-line typescript/unbound-method -- `call` binds it
  const close = Segment.prototype.close
  const closing = vi.spyOn(Segment.prototype, 'close')
  closing.mockImplementation(function (this: Segment) {
    if (!isIt(this)) return close.call(this)
    closing.mockRestore()
    return Promise.reject(new Error('EIO'))
  })
}

test('a file that cannot be deleted now is deleted later, and new items go to the disk', async () => {
  const { log, lines } = heardLog()
  const spool = await openSpool(folder, undefined, log)
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 100; j++) spool.append(logItem('x'.repeat(2_000)))
    await spool.flush()
  }
  failToClose(() => true)
  spool.ack(400)
  spool.append(logItem('after'))
  expect(await spool.flush()).toBe(true)
  expect(lines.join('')).toContain('EIO')
  expect(seqsOf(await readAll(spool, 400))).toEqual([401])
  spool.ack(401)
  await spool.close()
  expect(await files()).toHaveLength(1)
})

test('where no room can be made now, what waits is written when it can', async () => {
  const { log, lines } = heardLog()
  const spool = await openSpool(folder, 1_048_576, log)
  failToClose(({ seqs }) => seqs.length === 0)
  for (let i = 0; i < 10; i++) {
    for (let j = 0; j < 100; j++) spool.append(logItem('x'.repeat(2_000)))
    await spool.flush()
  }
  spool.append(danmuItem('after'))
  expect(await spool.flush()).toBe(true)
  expect(lines.join('')).toContain('EIO')
  expect((await readAll(spool)).at(-1)).toMatchObject({ item: danmuItem('after') })
  await spool.close()
})

test('a folder whose files were all deleted but the newest keeps counting', async () => {
  await writeFile(join(folder, '000000000042.jsonl'), '')
  const spool = await openSpool(folder)
  expect(spool.lastSeq).toBe(41)
  spool.append(logItem('a'))
  await spool.flush()
  expect(seqsOf(await readAll(spool))).toEqual([42])
  await spool.close()
})

test('a renewed spool has another id and keeps its items', async () => {
  const spool = await openSpool(folder)
  const { id } = spool
  spool.append(logItem('a'))
  await spool.flush()
  await spool.renew()
  expect(spool.id).not.toBe(id)
  expect(await readAll(spool)).toHaveLength(1)
  await spool.close()
  expect((await openSpool(folder)).id).toBe(spool.id)
})
