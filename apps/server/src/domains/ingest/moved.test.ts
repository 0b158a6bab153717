import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'

const ago = (minutes: number) => TEST_NOW - minutes * 60_000

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
  await buildOrg(server.platform, { id: 'after', name: '后来的公会' })
})
afterAll(() => server.close())

/** An account whose last run ended two hours ago, moved one hour ago, and bound to a room of its new organisation. */
async function moved() {
  const { account, room } = await buildOnAir(server.platform, {
    org_id: 'before',
    room: { state: 'ended', desired_run: 0, run_id: null, deleted_at: ago(70) },
    run: { started_at: ago(180), ended_at: ago(120), end_cause: 'operator_stop' },
  })
  const { account_id } = account
  const { query } = server.db
  const at = [
    { account_id, from_at: ago(600), org_id: 'before' },
    { account_id, from_at: ago(60), org_id: 'after' },
  ]
  await query.insertInto('account_move').values(at).execute()
  await query
    .updateTable('live_account')
    .set({ org_id: 'after' })
    .where('account_id', '=', account_id)
    .execute()
  const later = await buildRoom(server.platform, { org_id: 'after', account_id })
  const push = (...events: ReturnType<typeof giftEvent>[]) =>
    server.app.ingest.push(account_id, later.room_code, events)
  const booked = () =>
    query
      .selectFrom('gift_event')
      .select(['org_id', 'room_id', 'run_id', 'at'])
      .where('account_id', '=', account_id)
      .orderBy('at')
      .execute()
  return {
    room,
    later,
    push,
    booked,
    gift: (minutes: number) => giftEvent(later.room_code, { at: ago(minutes) }),
  }
}

test('what came before an account was moved is the former organisation’s, in its room there; told again it is one', async () => {
  const { room, later, push, booked, gift } = await moved()
  const [run, early, first, last] = [gift(150), gift(90), gift(60), gift(5)] as const
  expect((await push(last, first, early, run)).accepted).toBe(4)
  const rows = await booked()
  expect(rows.map(({ org_id, room_id }) => [org_id, room_id])).toEqual([
    ['before', room.id],
    ['before', room.id],
    ['after', later.id],
    ['after', later.id],
  ])
  expect(rows.map(({ run_id }) => run_id !== null)).toEqual([true, false, false, false])
  expect(await push(early, last)).toMatchObject({ accepted: 0, repeated: 2 })
  expect(await reconcile(server.db)).toEqual([])
})

test('of an account that never had a run there the room is the present one', async () => {
  const { later, push, booked, gift } = await moved()
  await server.db.query.updateTable('run').set({ org_id: 'elsewhere' }).execute()
  expect((await push(gift(90))).accepted).toBe(1)
  expect(await booked()).toMatchObject([{ org_id: 'before', room_id: later.id, run_id: null }])
})
