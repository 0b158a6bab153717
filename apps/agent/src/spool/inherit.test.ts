import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#disk/lock.ts'
import { formerFolders } from '#identity/former.ts'
import { folderOf, storeIdentity } from '#identity/identity.ts'
import { systemTime } from '#time/time.ts'
import { inherit } from './inherit.ts'
import { freshFolder, giftItem, heardLog, logItem, openSpool, readAll } from './spool.fixture.ts'

const SERVER = new URL('https://kaibo.test/')
let data: string
let heard: ReturnType<typeof heardLog>

beforeEach(async () => {
  data = await freshFolder()
  heard = heardLog()
})

async function enrolled(code: string, pc_id = 'pc-1', server = SERVER): Promise<string> {
  const folder = folderOf(data, server, code)
  await storeIdentity(folder, { pc_id, name: '一号机', server_time: 1 }, server)
  return folder
}

async function leave(folder: string, ...gifts: string[]): Promise<string> {
  const spool = await openSpool(join(folder, 'spool'))
  for (const gift of gifts) spool.append(giftItem(gift))
  spool.append(logItem('离线'))
  await spool.close()
  return spool.id
}

/** What the agent does at its start; answers what it then has to send. */
async function start(folder: string) {
  const own = join(folder, 'spool')
  const former = await formerFolders(folder, 'pc-1', SERVER)
  await inherit(own, former, { time: systemTime, log: heard.log })
  const spool = await openSpool(own)
  const items = readAll(spool).map(({ item }) => item)
  await spool.close()
  const gifts = items.flatMap((item) => (item.type === 'event' ? [item.event.event_id] : []))
  return { id: spool.id, gifts, logs: items.length - gifts.length }
}

test('enrolled anew, a PC goes on with the spool of before, under its name and number', async () => {
  const before = await enrolled('one')
  const id = await leave(before, 'g1', 'g2')
  const now = await enrolled('two')
  expect(await start(now)).toEqual({ id, gifts: ['g1', 'g2'], logs: 1 })
  expect(await readdir(before)).not.toContain('spool')
  expect(await start(now)).toEqual({ id, gifts: ['g1', 'g2'], logs: 1 })
})

test('what it had set aside goes along, under its own name', async () => {
  const before = join(await enrolled('one'), 'spool')
  const spool = await openSpool(before)
  spool.append(giftItem('old'))
  await spool.setAside()
  spool.append(giftItem('new'))
  await spool.close()
  const now = await enrolled('two')
  expect(await start(now)).toMatchObject({ id: spool.id, gifts: ['old', 'new'] })
  expect((await openSpool(join(now, 'spool'))).backlogs).toEqual(spool.backlogs)
})

test('a spool that is already its own gets the events of several others', async () => {
  const [first, second] = [await enrolled('one'), await enrolled('two')]
  await leave(first, 'g1')
  await leave(second, 'g2')
  const now = await enrolled('three')
  const id = await leave(now, 'g3')
  const taken = await start(now)
  expect(taken).toMatchObject({ id, logs: 1 })
  expect(taken.gifts.sort()).toEqual(['g1', 'g2', 'g3'])
  expect(await readdir(first)).not.toContain('spool')
  expect((await start(now)).gifts).toHaveLength(3)
})

test('killed before what was poured is deleted: poured again, nothing is missing', async () => {
  const before = await enrolled('one')
  await leave(before, 'g1')
  const now = await enrolled('two')
  await leave(now, 'g2')
  const copy = join(data, 'copy')
  await cp(join(before, 'spool'), copy, { recursive: true })
  await start(now)
  await cp(copy, join(before, 'spool'), { recursive: true })
  // The server counts the second g1 as the first
  expect((await start(now)).gifts).toEqual(['g2', 'g1', 'g1'])
  expect(await readdir(before)).not.toContain('spool')
})

test('what belongs to another PC or another server stays where it is', async () => {
  const others = [
    await enrolled('one', 'pc-2'),
    await enrolled('one', 'pc-1', new URL('https://other.test/')),
  ]
  for (const other of others) await leave(other, 'not-ours')
  expect((await start(await enrolled('two'))).gifts).toEqual([])
  for (const other of others) expect(await readdir(other)).toContain('spool')
})

test('a former enrolment that still runs keeps its spool until it has ended', async () => {
  const before = await enrolled('one')
  await leave(before, 'g1')
  const now = await enrolled('two')
  const unlock = await lockFolder(before)
  expect((await start(now)).gifts).toEqual([])
  expect(heard.lines.join('')).toContain('还在运行')
  await unlock()
  expect((await start(now)).gifts).toEqual(['g1'])
})
