import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { admit } from './admit.ts'
import { MONEY } from './value.ts'
import {
  danmuItem,
  decisionItem,
  freshFolder,
  giftItem,
  heardLog,
  logItem,
  openSpool,
  readAll,
} from './spool.fixture.ts'

const MB = 1_048_576
let folder: string

beforeEach(async () => {
  folder = await freshFolder()
})

async function sizeOf(path: string): Promise<number> {
  const names = await readdir(path)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a full spool gives up traces and logs first, then decisions; gifts and their order stay', async () => {
  const { log, lines } = heardLog()
  const spool = await openSpool(folder, 2 * MB, log)
  for (let i = 0; i < 1_500; i++) {
    spool.append(giftItem(`gift-${i}`))
    spool.append(decisionItem(`d-${i}`, 2_000))
    spool.append(logItem(`log-${i}`))
    if (i % 50 === 0) await spool.flush()
  }
  await spool.flush()
  expect(await sizeOf(folder)).toBeLessThanOrEqual(2 * MB)
  const items = readAll(spool).map(({ item }) => item)
  const gifts = items.flatMap((item) => (item.type === 'event' ? [item.event.event_id] : []))
  expect(gifts).toEqual(Array.from({ length: 1_500 }, (_, i) => `gift-${i}`))
  const oldDecisions = items.filter((item) => item.type === 'decision' && item.event_id === 'd-0')
  expect(oldDecisions).toEqual([{ ...decisionItem('d-0', 0), trace: null }])
  expect(items.some((item) => item.type === 'log' && item.text === 'log-0')).toBe(false)
  expect(spool.dropped).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain('礼物记录丢失')
  await spool.close()
})

test('in a full spool, too, a gift is in its file before anybody hears of it', async () => {
  const spool = await openSpool(folder, MB)
  for (let i = 0; i < 800; i++) {
    spool.append(decisionItem(`d-${i}`, 2_000))
    if (i % 50 === 0) await spool.flush()
  }
  const contents = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  for (let i = 0; i < 500; i++) {
    spool.append(giftItem(`gift-${i}`))
    if (i % 100 === 0) expect(contents().join('')).toContain(`"gift-${i}"`)
  }
  expect(spool.dropped).toBe(0)
  await spool.close()
})

test('numbers of what was given up do not come back after a restart', async () => {
  const first = await openSpool(folder, MB)
  for (let i = 0; i < 2_000; i++) {
    first.append(logItem('x'.repeat(1_000)))
    if (i % 50 === 0) await first.flush()
  }
  await first.close()
  const last = first.lastSeq
  expect(last).toBe(2_000)
  const second = await openSpool(folder, MB)
  expect(second.lastSeq).toBe(last)
  second.append(giftItem('g'))
  await second.flush()
  expect(readAll(second).at(-1)?.seq).toBe(last + 1)
  await second.close()
})

test('when not even money can be kept, it is counted and said aloud', async () => {
  const { log, lines } = heardLog()
  const spool = await openSpool(folder, 20_000, log)
  for (let i = 0; i < 200; i++) spool.append(giftItem(`gift-${i}`))
  await spool.flush()
  const kept = readAll(spool).length
  expect(kept).toBeGreaterThan(20)
  expect(spool.dropped).toBe(200 - kept)
  expect(lines.join('')).toContain('礼物记录丢失')
  await spool.close()
})

const one = (seq: number, value: number) => ({ seq, value, text: 'x'.repeat(10) })

const seqs = (list: { seq: number }[]) => list.map(({ seq }) => seq)

test('among what waits, the least valuable goes first and the oldest of it; money has a reserve', () => {
  const waiting = [one(1, MONEY), one(2, 0), one(3, 3), one(4, 0), one(5, MONEY)]
  expect(seqs(admit(waiting, 50, 50).kept)).toEqual([1, 2, 3, 4, 5])
  expect(seqs(admit(waiting, 40, 60).given)).toEqual([2])
  expect(seqs(admit(waiting, 20, 80).kept)).toEqual([1, 5])
  expect(seqs(admit(waiting, 0, 100).kept)).toEqual([1, 5])
  expect(seqs(admit(waiting, 0, 10).kept)).toEqual([5])
  expect(seqs(admit([one(1, 3)], 0, 100).kept)).toEqual([])
})

/** The kernel refuses writes beyond a file size, as it would on a full disk. */
test.skipIf(process.platform !== 'linux')(
  'a disk that takes no more stops nothing; what was durable stays whole, and it goes on with room',
  async () => {
    const program = fileURLToPath(new URL('./full-disk.child.ts', import.meta.url))
    const script = `trap '' XFSZ; ulimit -S -f 64; exec "$0" --import tsx "$1" "$2"`
    const { stdout } = await promisify(execFile)('bash', [
      '-c',
      script,
      process.execPath,
      program,
      folder,
    ])
    const { durable, items, log } = JSON.parse(stdout) as {
      durable: number
      items: number
      log: string
    }
    expect(log).toContain('写不进磁盘')
    expect(durable).toBeLessThan(items)
    const spool = await openSpool(folder)
    const all = readAll(spool)
    // Whole lines of the write that was cut short may be there too
    expect(all.length).toBeGreaterThanOrEqual(durable)
    expect(all.map(({ seq }) => seq)).toEqual(Array.from(all, (_, i) => i + 1))
    spool.append(danmuItem('after'))
    await spool.flush()
    expect(readAll(spool).at(-1)).toEqual({ seq: all.length + 1, item: danmuItem('after') })
    await spool.close()
  },
)
