import { afterAll, beforeAll, expect, test } from 'vitest'
import { ON_AIR, ROOM_STATES, roomMoves, type RoomState } from '@kaibo/contract/room/room.state.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { roomBooks } from '@kaibo/testkit/room-books.ts'
import { move, RoomMoved, type CurrentRoom } from './room.move.ts'

let server: TestServer
beforeAll(async () => {
  server = await bootServer()
})
afterAll(() => server.close())

const go = (room: CurrentRoom, to: RoomState) =>
  server.db.transaction((trx) => move(trx, server.platform, room, to, { cause: 'operator_start' }))

async function current(state: RoomState): Promise<CurrentRoom> {
  const { id, room_code, org_id, run_id } = await buildRoom(server.platform, { state })
  return { id, room_code, org_id, run_id, state }
}

const pairs = ROOM_STATES.flatMap((from) => ROOM_STATES.map((to) => [from, to] as const))

test.each(pairs)('%s → %s holds to the table', async (from, to) => {
  const room = await current(from)
  const isMove = roomMoves[from].includes(to)
  if (isMove) await go(room, to)
  else await expect(go(room, to)).rejects.toThrow('cannot move')
  const books = roomBooks(server.db)
  expect(await books.room(room.id)).toMatchObject({
    state: isMove ? to : from,
    desired_run: isMove && [...ON_AIR, 'starting'].includes(to) ? 1 : 0,
  })
  expect(await books.moves(room.id)).toEqual(isMove ? [`${from}→${to} operator_start`] : [])
})

test('who saw the room before somebody else moved it moves nothing and logs nothing', async () => {
  const seen = await current('idle')
  await go(seen, 'preflight')
  await expect(go(seen, 'preflight')).rejects.toThrow(RoomMoved)
  expect(await roomBooks(server.db).moves(seen.id)).toEqual(['idle→preflight operator_start'])

  // The same state again, but of another run.
  const older = { ...(await current('living')), run_id: 'older' }
  await expect(go(older, 'stopping')).rejects.toThrow(RoomMoved)
})
