import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { isOnRun } from '@kaibo/contract/room/room.state.ts'
import { mayUse } from '#domains/lookup/game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid } from '#platform/fault.ts'
import type { RoomContext } from './room.context.ts'
import type { Room } from './room.store.ts'

type Change = ParsedOf<typeof roomApi.changeGame>

/** Gives a room another game, or none. */
export const createGameChange =
  ({ platform: { db, clock }, rules, feed }: RoomContext) =>
  async (actor: Actor, room: Room, row: RoomRow, change: Change): Promise<void> => {
    const { game_id = null, force } = change
    if (game_id === room.game_id) return
    const isOnAir = isOnRun(room.state) && room.mode === RoomMode.live
    if (isOnAir && room.game_id !== null && !force)
      throw conflict(
        words(
          '直播中换游戏会打断正在进行的一局，请等本局结束，或填写原因强制切换',
          'On air this breaks off the round that is played: wait for its end, or give a reason and change anyway',
        ),
        row,
      )
    await db.transaction(async (trx) => {
      await assertGame(trx, { game_id, org_id: room.org_id, now: clock.now() })
      await trx
        .updateTable('room')
        .set({ game_id, updated_at: clock.now(), updated_by: actor.uid })
        .set((is) => ({ version: is('version', '+', 1) }))
        .where('id', '=', room.id)
        .where('deleted_at', 'is', null)
        .execute()
      await rules.useGame(trx, { ...room, game_id })
    })
    feed.touch(room.id)
  }

/** Holds the game before the room. 1001 unless rooms of the organisation may run it. */
export async function assertGame(
  trx: Queryable<Tables>,
  { game_id, ...of }: { game_id: string | null; org_id: string; now: number },
): Promise<void> {
  if (game_id === null) return
  await hold(trx, 'game', 'game_id', game_id)
  if (!(await mayUse(trx, { game_id, ...of })))
    throw invalid({
      game_id: words(
        '游戏不存在或未授权，请重新选择',
        'There is no such game, or it is not allowed; choose again',
      ),
    })
}
