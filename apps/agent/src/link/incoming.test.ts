import { expect, test } from 'vitest'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { readIncoming } from './incoming.ts'

const good = desiredRoom()
const [rules] = good.config.rules ?? []
const order = { room_code: 'LATER234', run: true, run_id: 'r', stop_mode: 'now', config_hash: 'h2' }
const config = { ...good.config, rules: [{ ...rules, colour: 'red' }] }
const desired = (...rooms: unknown[]) => ({ type: 'desired', rooms })

test('a rule field or a platform of a later server costs only its own room', () => {
  const other = { ...good, room_code: 'OTHER234', config: { ...good.config, platform: 'weibo' } }
  const read = readIncoming(desired(good, { ...order, config }, other))
  expect(read).toMatchObject({
    type: 'desired',
    rooms: [good],
    unread: [
      { room_code: 'LATER234', order, at: 'config.rules.0' },
      { room_code: 'OTHER234', at: 'config.platform' },
    ],
  })
})

test('of a room whose orders cannot be read either, the code is known', () => {
  const read = readIncoming(desired({ ...order, stop_mode: 'softly', config }))
  expect(read).toMatchObject({ rooms: [], unread: [{ room_code: 'LATER234', order: undefined }] })
})

test.each([
  ['no rooms', { type: 'desired' }, 'rooms'],
  ['rooms that are none', { type: 'desired', rooms: 7 }, 'rooms'],
  ['a room without a code', desired(good, { run: true }), 'rooms.1.room_code'],
  ['a kind of a later server', { type: 'dance', rooms: [good] }, 'type'],
])('not taken: %s', (_name, frame, at) => {
  expect(readIncoming(frame)).toMatchObject({ at })
})
