import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { reconcile } from './reconcile.ts'

let server: TestServer
let air: OnAir

beforeAll(async () => {
  server = await bootServer()
  air = await buildOnAir(server.platform)
  const code = air.room.room_code
  const events = [
    giftEvent(code, { event_id: 'paid', gift: { fen: 700, count: 7 } }),
    giftEvent(code, { event_id: 'free', gift: { fen: 0, paid: false } }),
    giftEvent(code, { event_id: 'test', is_test: true }),
  ]
  await server.app.ingest.push(air.account.account_id, code, events)
})
afterAll(() => server.close())

test('what ingest wrote has no difference', async () => {
  expect(await reconcile(server.db)).toEqual([])
})

const day = '2026-03-02'
/** Each spoils one thing and mends it again. */
const spoilt: [string, string, string, object[]][] = [
  [
    'a run’s sum',
    'update run set gift_fen = gift_fen + 1',
    'update run set gift_fen = gift_fen - 1',
    [{ what: 'run.gift_fen', expected: 700, actual: 701 }],
  ],
  [
    'a run’s payers',
    'update run set payers = 0',
    'update run set payers = 1',
    [{ what: 'run.payers', expected: 1, actual: 0 }],
  ],
  [
    'what a viewer gave in a run',
    'update run_giver set fen = 1',
    'update run_giver set fen = 700',
    [{ what: 'run_giver.fen', expected: 700, actual: 1 }],
  ],
  [
    'a run’s number of events',
    'update run set event_count = 9',
    'update run set event_count = 3',
    [{ what: 'run.event_count', expected: 3, actual: 9 }],
  ],
  [
    'an account’s day',
    'update account_day set count = 6',
    'update account_day set count = 7',
    [{ what: 'account_day.count', expected: 7, actual: 6 }],
  ],
  [
    'a room’s day',
    `update room_day set day = '2026-03-01'`,
    `update room_day set day = '${day}'`,
    [
      { what: 'room_day.fen', expected: 0, actual: 700 },
      { what: 'room_day.fen', expected: 700, actual: 0 },
      { what: 'room_day.count', expected: 0, actual: 7 },
      { what: 'room_day.count', expected: 7, actual: 0 },
      { what: 'room_day.event_count', expected: 0, actual: 3 },
      { what: 'room_day.event_count', expected: 3, actual: 0 },
    ],
  ],
  [
    'an account’s day that moved to another organisation with it',
    `update account_day set org_id = 'next'`,
    `update account_day set org_id = 'default'`,
    ['fen', 'count', 'event_count'].flatMap((column, i) => {
      const [what, sum] = [`account_day.${column}`, [700, 7, 3][i]]
      const key = { default: `${day} default`, next: `${day} next` }
      return [
        { what, key: expect.stringContaining(key.default) as string, expected: sum, actual: 0 },
        { what, key: expect.stringContaining(key.next) as string, expected: 0, actual: sum },
      ]
    }),
  ],
  [
    'a part that left its run',
    `update income_part set run_id = ''`,
    `update income_part set run_id = (select run_id from run)`,
    [
      ['fen', 700],
      ['count', 7],
      ['event_count', 3],
    ].flatMap(([column, sum]) => {
      const what = `income_part.${column}`
      const outside = expect.stringContaining(`${day}  `) as string
      return [
        { what, key: outside, expected: 0, actual: sum },
        { what, expected: sum, actual: 0 },
      ]
    }),
  ],
  [
    'a run that another organisation has taken',
    `update run set org_id = 'next'`,
    `update run set org_id = 'default'`,
    [
      { what: 'event of another organisation than its run', key: 'default bilibili paid' },
      { what: 'event of another organisation than its run', key: 'default bilibili free' },
      { what: 'event of another organisation than its run', key: 'default bilibili test' },
    ],
  ],
  [
    'a room’s minute',
    'update room_minute set fen = 1',
    'update room_minute set fen = 700',
    [{ what: 'room_minute.fen', expected: 700, actual: 1 }],
  ],
  [
    'an event that stopped counting',
    `update gift_event set is_test = 1 where event_id = 'paid'`,
    `update gift_event set is_test = 0 where event_id = 'paid'`,
    [{ what: 'entries of an event', key: 'default bilibili paid', expected: 0, actual: 1 }],
  ],
  [
    'an event that lost its entry',
    `update gift_event set is_test = 0 where event_id = 'test'`,
    `update gift_event set is_test = 1 where event_id = 'test'`,
    [{ what: 'entries of an event', key: 'default bilibili test', expected: 1, actual: 0 }],
  ],
  [
    'an entry on another day than its event',
    `update gift_event set at = at - 86400000 where event_id = 'paid'`,
    `update gift_event set at = at + 86400000 where event_id = 'paid'`,
    [
      { what: 'account_day.event_count', expected: 1, actual: 0 },
      { what: 'account_day.event_count', expected: 2, actual: 3 },
      { what: 'room_day.event_count', expected: 1, actual: 0 },
      { what: 'room_day.event_count', expected: 2, actual: 3 },
      { what: 'income_part.event_count', expected: 1, actual: 0 },
      { what: 'income_part.event_count', expected: 2, actual: 3 },
      { what: 'entry unlike its event', key: 'default bilibili paid' },
    ],
  ],
]

test.each(spoilt)('%s is found', async (_, spoil, mend, expected) => {
  const run = (text: string) => server.db.query.executeQuery(CompiledQuery.raw(text))
  await run(spoil)
  expect(await reconcile(server.db)).toMatchObject(expected)
  await run(mend)
  expect(await reconcile(server.db)).toEqual([])
})
