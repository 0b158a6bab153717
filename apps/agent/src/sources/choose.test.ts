import { expect, test } from 'vitest'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { ServerClock } from '#time/server-clock.ts'
import { systemTime } from '#time/time.ts'
import { CREDENTIALS } from './bilibili-platform.fixture.ts'
import { sourceFor, sourceKinds, type SourceChoice } from './choose.ts'

const kindOf = (choice: SourceChoice, config: Parameters<typeof desiredRoom>[1] = {}) => {
  const clock = new ServerClock(systemTime)
  const settings = {
    choice,
    speed: 1,
    seed: 1,
    bilibiliHost: '',
    time: systemTime,
    clock,
    random: Math.random,
  }
  const source = sourceFor(desiredRoom({}, config).config, settings)
  return typeof source === 'string' ? source : source.status().kind
}

const bilibili = { platform: 'bilibili', credentials: CREDENTIALS } as const
const incomplete = { platform: 'bilibili', credentials: { code: 'x' } } as const

test('auto: the platform that the agent can connect to, else what the server forwards', () => {
  expect(kindOf({ kind: 'auto' }, bilibili)).toBe('bilibili')
  expect(kindOf({ kind: 'auto' }, incomplete)).toBe('push')
  expect(kindOf({ kind: 'auto' })).toBe('push')
})

test('what was asked for at the start holds for every room', () => {
  expect(kindOf({ kind: 'simulator' }, bilibili)).toBe('simulator')
  expect(kindOf({ kind: 'replay', file: 'x' }, bilibili)).toBe('replay')
  expect(kindOf({ kind: 'bilibili' }, bilibili)).toBe('bilibili')
  expect(kindOf({ kind: 'bilibili' }, incomplete)).toMatch(/没有填齐哔哩哔哩的凭据/)
  expect(kindOf({ kind: 'bilibili' })).toMatch(/没有填齐哔哩哔哩的凭据/)
})

test('a rehearsal touches no platform', () => {
  expect(kindOf({ kind: 'auto' }, { ...bilibili, mode: RoomMode.record })).toBe('simulator')
  expect(kindOf({ kind: 'bilibili' }, { ...bilibili, mode: RoomMode.record })).toBe('simulator')
  expect(kindOf({ kind: 'replay', file: 'x' }, { mode: RoomMode.record })).toBe('replay')
})

test('the kinds that the server is told', () => {
  expect(sourceKinds({ kind: 'auto' })).toEqual(['bilibili', 'push'])
  expect(sourceKinds({ kind: 'replay', file: 'x' })).toEqual(['replay'])
})
