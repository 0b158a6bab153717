import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJournal, type Entry, type Journal } from './journal.ts'
import { createPush, type Later } from './push.ts'
import { douyinSignature } from './signature.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const failing = async () => {
  throw new Error('the database is away')
}
const entry = (body: string): Entry => ({ account_id: 'a', room_id: 'r', type: 'live_gift', body })
async function taken(journal: Journal): Promise<string[]> {
  const bodies: string[] = []
  await journal.drain(async ({ body }) => void bodies.push(body))
  return bodies
}

/** A disk that is full while it is told so: of what is written half arrives. */
function fullDisk() {
  const disk = { isFull: false }
  const openFile: typeof open = async (...given) => {
    const file = await open(...given)
    const whole = file.appendFile.bind(file)
    file.appendFile = async (text: string) => {
      if (!disk.isFull) return whole(text)
      await whole(text.slice(0, text.length / 2))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    return file
  }
  return { disk, openFile }
}

test('what is kept comes in its order, by its bytes whatever the letters, and is gone when it was taken', async () => {
  const journal = createJournal({ folder, owner: 'one' })
  for (const body of ['一', '二', 'three']) expect(await journal.append(entry(body))).toBe(true)
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(sizes).toEqual([journal.bytes])
  expect(await taken(journal)).toEqual(['一', '二', 'three'])
  expect(journal.bytes).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('beyond its bound nothing is taken, until there is room again', async () => {
  const journal = createJournal({ folder, owner: 'one', maxBytes: 400 })
  const long = '长'.repeat(100)
  expect(await journal.append(entry(long))).toBe(true)
  expect(await journal.append(entry(long))).toBe(false)
  expect(await taken(journal)).toEqual([long])
  expect(await journal.append(entry(long))).toBe(true)
})

test('on a full disk it says so, and half a line costs neither what was before nor what comes after', async () => {
  const { disk, openFile } = fullDisk()
  const journal = createJournal({ folder, owner: 'one', openFile })
  await journal.append(entry('before'))
  disk.isFull = true
  await expect(journal.append(entry('lost'))).rejects.toMatchObject({ code: 'ENOSPC' })
  disk.isFull = false
  expect(await journal.append(entry('after'))).toBe(true)
  expect(await taken(journal)).toEqual(['before', 'after'])
  expect(journal.bytes).toBe(0)
})

test('where taking fails the rest stays, and what a server left that is gone is taken by another', async () => {
  const gone = createJournal({ folder, owner: 'gone' })
  for (const body of ['1', '2']) await gone.append(entry(body))
  await expect(gone.drain(failing)).rejects.toThrow('away')
  const other = createJournal({ folder, owner: 'other' })
  other.inherit(() => true)
  expect(other.bytes).toBe(0)
  other.inherit((owner) => owner === 'other')
  expect(other.bytes).toBe(gone.bytes)
  expect(await taken(other)).toEqual(['1', '2'])
})

test('what a server writes that was taken for gone is kept: what it answers for is taken by one of both', async () => {
  const cutOff = createJournal({ folder, owner: 'cut off' })
  await cutOff.append(entry('1'))
  const other = createJournal({ folder, owner: 'other' })
  other.inherit(() => false)
  expect(await taken(other)).toEqual(['1'])
  expect(await cutOff.append(entry('2'))).toBe(true)
  expect(await taken(cutOff)).toEqual(['2'])
  expect([cutOff.bytes, other.bytes]).toEqual([0, 0])
})

test('a push that finds the journal full is told to come again', async () => {
  const later: Later = {
    journal: createJournal({ folder, owner: 'one', maxBytes: 10 }),
    secrets: {
      of: () => ({ account_id: 'a', secret: 'secret', sealed: '' }),
      learn: () => {},
      read: async () => {},
    },
  }
  const away = { db: { isAway: true } } as Parameters<typeof createPush>[0]
  const push = createPush(away, {} as Parameters<typeof createPush>[1], later)
  const body = Buffer.from('[]')
  const unsigned = { 'x-roomid': 'r', 'x-msg-type': 'live_gift', 'x-timestamp': '1' }
  const headers = { ...unsigned, 'x-signature': douyinSignature(unsigned, body, 'secret') }
  await expect(push.douyin(headers, body)).rejects.toMatchObject({ status: 503 })
})
