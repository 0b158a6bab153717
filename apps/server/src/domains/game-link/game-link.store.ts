import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import { CmdCause } from '@kaibo/contract/game-link/game-link.enums.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
export type Rounds = ParsedOf<typeof gameLinkApi.rounds>
export type Effects = ParsedOf<typeof gameLinkApi.effects>

/** A room of the caller's. */
export const roomByCode = (q: Q, scope: Scope, room_code: string) =>
  q
    .selectFrom('room')
    .select(['id', 'room_code', 'name', 'pc_id', 'state', 'reported_json'])
    .where('room_code', '=', room_code)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()

const roundsIn = (q: Q, scope: Scope) =>
  q
    .selectFrom('game_round as it')
    .innerJoin('room', 'room.id', 'it.room_id')
    .where(within(scope, 'it.org_id'))

export const rounds = (q: Q, scope: Scope, { room_code, game_id, run_id }: Rounds) =>
  roundsIn(q, scope).where((eb) =>
    eb.and({ 'room.room_code': room_code, 'it.game_id': game_id, 'it.run_id': run_id }),
  )

/** Of these rounds, the best first. */
export const players = (q: Q, of: readonly { room_id: string; run_id: string; seq: number }[]) =>
  q
    .selectFrom('round_player')
    .selectAll()
    .where((eb) => eb.or(of.map(({ room_id, run_id, seq }) => eb.and({ room_id, run_id, seq }))))
    .orderBy('place')
    .execute()

const cmdsIn = (q: Q, scope: Scope) =>
  q
    .selectFrom('game_cmd as it')
    .innerJoin('room', 'room.id', 'it.room_id')
    .leftJoin('account as person', 'person.uid', 'it.made_good_by')
    .where(within(scope, 'it.org_id'))

/** What had no effect; a test owes nobody anything, but is shown. */
export const effects = (q: Q, scope: Scope, query: Effects) => {
  const { room_code, game_id, run_id, cause = CmdCause.gift, made_good } = query
  return cmdsIn(q, scope)
    .where('it.state', '!=', 'done')
    .where((eb) =>
      eb.and({
        'room.room_code': room_code,
        'it.game_id': game_id,
        'it.run_id': run_id,
        'it.cause': cause,
      }),
    )
    .$if(made_good === IsOrNot.is, (some) => some.where('it.made_good_at', 'is not', null))
    .$if(made_good === IsOrNot.not, (some) => some.where('it.made_good_at', 'is', null))
}

export const cmd = (q: Q, scope: Scope, of: { room_code: string; cmd_id: string }) =>
  cmdsIn(q, scope)
    .where('room.room_code', '=', of.room_code)
    .where('it.cmd_id', '=', of.cmd_id)
    .where('it.state', '!=', 'done')

/** False where somebody has done it already. */
export async function makeGood(
  q: Q,
  of: { room_id: string; cmd_id: string; by: string; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('game_cmd')
    .set({ made_good_at: of.at, made_good_by: of.by })
    .where('room_id', '=', of.room_id)
    .where('cmd_id', '=', of.cmd_id)
    .where('made_good_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
