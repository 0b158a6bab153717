import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { roomBooks } from '@kaibo/testkit/room-books.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

test('a room that cannot be moved does not keep the others in their states', async () => {
  const { db, platform, clock } = server
  const rooms = [
    await buildRoom(platform, { state: 'preflight' }),
    await buildRoom(platform, { state: 'preflight' }),
    await buildRoom(platform, { state: 'preflight' }),
  ]
  // Whichever way the rooms are gone through, one comes after that in the middle.
  const [first = '', stuck = '', last = ''] = rooms.map(({ id }) => id)
  // Its timeline takes one line and no other, as a damaged index would have it.
  await sql`create unique index one_line on room_moment (room_id) where room_id = ${sql.lit(stuck)}`.execute(
    db.query,
  )
  await db.query
    .insertInto('room_moment')
    .values({ key: 'first', room_id: stuck, at: clock.now(), kind: 'log', tag: '', text: '' })
    .execute()

  clock.advance(15_001)
  const { state } = roomBooks(db)
  await expect.poll(() => state(first), { timeout: 5_000 }).toBe('idle')
  await expect.poll(() => state(last), { timeout: 5_000 }).toBe('idle')
  expect(await state(stuck)).toBe('preflight')
})
