import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import { ServerClock } from '#time/server-clock.ts'
import type { Room } from '#rooms/room.ts'
import { Commands } from './commands.ts'
import { Journal } from './journal.ts'

let path: string
let sent: string[]
let resets: number
let time: ManualTime
let clock: ServerClock

beforeEach(async () => {
  path = join(await freshFolder(), 'commands.json')
  sent = []
  resets = 0
  time = new ManualTime()
  clock = new ServerClock(time)
})

/** Two rooms: one on air, one that is over. */
const rooms = {
  get(code: string) {
    if (code !== 'RUNNING2' && code !== 'OVER2222') return undefined
    const phase = code === 'RUNNING2' ? 'running' : 'over'
    return { actual: () => ({ phase }), reset: () => void resets++ } as unknown as Room
  },
}

function send(frame: AgentFrame): void {
  if (frame.type !== 'command_state') return
  sent.push(`${frame.id} ${frame.state} ${frame.detail ?? ''}`.trim())
}

async function open(): Promise<Commands> {
  return new Commands({
    rooms,
    journal: await Journal.open(path),
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

test('the journal is bounded', async () => {
  const journal = await Journal.open(path)
  for (let i = 0; i <= 500; i++) {
    await journal.add(`c${i}`, { state: 'done', detail: null })
    if (i === 0) expect(journal.get('c0')).toEqual({ state: 'done', detail: null })
  }
  expect(journal.get('c0')).toBeUndefined()
  expect((await Journal.open(path)).get('c500')).toEqual({ state: 'done', detail: null })
})
