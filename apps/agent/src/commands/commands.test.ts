import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { systemTime } from '#time/time.ts'
import { ServerClock } from '#time/server-clock.ts'
import type { Room } from '#rooms/room.ts'
import { Commands } from './commands.ts'
import { Journal } from './journal.ts'

let path: string
let sent: string[]
let resets: number
let slow: Promise<void>
let finish: () => void
let fail: (error: Error) => void
let time: ManualTime
let clock: ServerClock

beforeEach(async () => {
  path = join(await freshFolder(), 'commands.json')
  sent = []
  resets = 0
  slow = new Promise((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  time = new ManualTime()
  clock = new ServerClock(time)
})

/** Two rooms on air, of which one is slow, and one that is over. */
const rooms = {
  get(code: string) {
    if (!['RUNNING2', 'SLOW2222', 'OVER2222'].includes(code)) return undefined
    const phase = code === 'OVER2222' ? 'over' : 'running'
    const reset = () => {
      resets++
      return code === 'SLOW2222' ? slow : undefined
    }
    return { actual: () => ({ phase }), reset } as unknown as Room
  },
}

function send(frame: AgentFrame): void {
  if (frame.type !== 'command_state') return
  sent.push(`${frame.id} ${frame.state} ${frame.detail ?? ''}`.trim())
}

const openJournal = () => Journal.open(path, { time: systemTime, log: heardLog().log })

async function open(): Promise<Commands> {
  return new Commands({
    rooms,
    journal: await openJournal(),
    clock,
    log: heardLog().log,
    send,
  })
}

const reset = (id: string, room_code = 'RUNNING2', deliver_by = clock.now() + 10_000) =>
  ({ type: 'command', id, name: 'room.reset', room_code, deliver_by }) as const

test('received, then done', async () => {
  await (await open()).handle(reset('c1'))
  expect(sent).toEqual(['c1 received', 'c1 done'])
  expect(resets).toBe(1)
})

test('a command of a later server is refused, and nothing is done', async () => {
  await (await open()).handle({ ...reset('c1'), name: 'room.sing' })
  expect(sent).toEqual(['c1 rejected 这个版本的客户端没有此功能，请升级客户端'])
  expect(resets).toBe(0)
})

test('the same command again is answered, not done again, after a restart too', async () => {
  const commands = await open()
  await commands.handle(reset('c1'))
  await commands.handle(reset('c1'))
  await (await open()).handle(reset('c1'))
  expect(sent).toEqual(['c1 received', 'c1 done', 'c1 done', 'c1 done'])
  expect(resets).toBe(1)
})

test('too late by the server’s clock, not by ours', async () => {
  const commands = await open()
  await commands.handle(reset('late', 'RUNNING2', clock.now() - 1))
  expect(sent).toEqual(['late rejected 送达时已过期'])
  clock.learn(time.now() + 60_000)
  await commands.handle(reset('late-there', 'RUNNING2', time.now() + 10_000))
  expect(sent.at(-1)).toBe('late-there rejected 送达时已过期')
  expect(resets).toBe(0)
})

test('a room that is not on air here', async () => {
  const commands = await open()
  await commands.handle(reset('c1', 'UNKNOWN2'))
  await commands.handle(reset('c2', 'OVER2222'))
  expect(sent.filter((line) => line.includes('failed'))).toHaveLength(2)
  expect(resets).toBe(0)
})

test('a slow command holds up its own room only, and in that the ones behind it', async () => {
  const commands = await open()
  const [first, second] = [reset('s1', 'SLOW2222'), reset('s2', 'SLOW2222')]
  const work = [commands.handle(first), commands.handle(second)]
  await commands.handle(reset('c1'))
  expect(sent).toEqual(['s1 received', 'c1 received', 'c1 done'])
  finish()
  await Promise.all(work)
  expect(sent.slice(3)).toEqual(['s1 done', 's2 received', 's2 done'])
})

test('a command that comes again while it is being done is answered once it is done, and done once', async () => {
  const commands = await open()
  const work = [commands.handle(reset('s1', 'SLOW2222')), commands.handle(reset('s1', 'SLOW2222'))]
  finish()
  await Promise.all(work)
  expect(sent).toEqual(['s1 received', 's1 done', 's1 done'])
  expect(resets).toBe(1)
})

test('what goes wrong in a command is its outcome, and the next one is done', async () => {
  const commands = await open()
  const work = commands.handle(reset('s1', 'SLOW2222'))
  fail(new Error('EIO'))
  await work
  await commands.handle(reset('c1'))
  expect(sent).toEqual([
    's1 received',
    's1 failed 没有做成，原因见客户端日志',
    'c1 received',
    'c1 done',
  ])
})

test('a disk that takes no more does not keep the server from hearing what was done', async () => {
  await mkdir(`${path}.new`)
  await (await open()).handle(reset('c1'))
  expect(sent).toEqual(['c1 received', 'c1 done'])
})

test('the journal is bounded', async () => {
  const journal = await openJournal()
  for (let i = 0; i <= 500; i++) {
    await journal.add(`c${i}`, { state: 'done', detail: null })
    if (i === 0) expect(journal.get('c0')).toEqual({ state: 'done', detail: null })
  }
  expect(journal.get('c0')).toBeUndefined()
  expect((await openJournal()).get('c500')).toEqual({ state: 'done', detail: null })
})
