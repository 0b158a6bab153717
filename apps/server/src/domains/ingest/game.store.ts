import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { GameItems } from './game.rows.ts'

type Trx = Transaction<Tables>

/**
 * Stores rounds and what became of commands, each once by its key, however often it comes. The end of a round may come before its
 * start, out of a backlog: an end stays.
 */
export async function addGameItems(trx: Trx, { rounds, cmds }: GameItems): Promise<void> {
  // In the order of their keys: two servers on one PostgreSQL lock rows in the same order
  for (const { round, players } of [...rounds].sort(byKey)) {
    await trx
      .insertInto('game_round')
      .values(round)
      .onConflict((on) =>
        on
          .columns(['room_id', 'run_id', 'seq'])
          .doUpdateSet({
            ended_at: round.ended_at,
            end_status: round.end_status,
            winner: round.winner,
            camps_json: round.camps_json,
          })
          .where('game_round.end_status', 'is', null),
      )
      .execute()
    if (players.length === 0) continue
    await trx
      .insertInto('round_player')
      .values(players)
      .onConflict((on) => on.columns(['room_id', 'run_id', 'seq', 'open_id']).doNothing())
      .execute()
  }
  for (const cmd of [...cmds].sort((a, b) => (a.cmd_id < b.cmd_id ? -1 : 1)))
    await trx
      .insertInto('game_cmd')
      .values(cmd)
      .onConflict((on) => on.columns(['room_id', 'cmd_id']).doNothing())
      .execute()
}

/** A round's start before its end. */
function byKey(a: GameItems['rounds'][number], b: GameItems['rounds'][number]): number {
  const [one, other] = [a.round, b.round]
  if (one.room_id !== other.room_id) return one.room_id < other.room_id ? -1 : 1
  return one.seq - other.seq
}
