import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

let made = 0

/** A round and a gift without effect of a room. */
export async function playedIn(
  server: TestServer,
  room: { id: string; org_id: string },
): Promise<{ round_id: string; cmd_id: string; player: string }> {
  const at = server.clock.now()
  const number = ++made
  const round_id = `round-${number}`
  const cmd_id = `cmd-${number}`
  const player = `player-${number}`
  const key = { room_id: room.id, run_id: '', seq: number }
  await server.db.query
    .insertInto('game_round')
    .values({
      ...key,
      org_id: room.org_id,
      game_id: 'g1',
      round_id,
      camps_json: '[]',
      winner: null,
      started_at: at,
      ended_at: at,
      end_status: 1,
    })
    .execute()
  await server.db.query
    .insertInto('round_player')
    .values({ ...key, open_id: player, nickname: player, camp: null, score: 1, place: 1, at })
    .execute()
  await server.db.query
    .insertInto('game_cmd')
    .values({
      room_id: room.id,
      cmd_id,
      run_id: '',
      org_id: room.org_id,
      game_id: 'g1',
      cause: 'gift',
      state: 'lost',
      detail: '',
      name: 'pull',
      args_json: '[1]',
      event_id: null,
      open_id: player,
      nickname: player,
      gift: '小心心',
      count: 1,
      value_fen: 10,
      is_ai: 0,
      is_test: 0,
      queued_at: at,
      at,
      round_seq: number,
      made_good_at: null,
      made_good_by: null,
    })
    .execute()
  return { round_id, cmd_id, player }
}

const ofRoom = ({ room_code }: { room_code: string }) => ({ room_code })
const pull = { command: 'pull', args: [1] }

export const gameLinkSamples: DomainSamples = {
  async rows(server, org_id) {
    const room = await server.db.query
      .selectFrom('room')
      .select(['id', 'org_id'])
      .where('org_id', '=', org_id)
      .executeTakeFirstOrThrow()
    const { player, cmd_id } = await playedIn(server, room)
    return [player, cmd_id]
  },
  calls: {
    // No game is linked
    'game-link.command': {
      input: ({ own }) => ({ ...ofRoom(own.room), ...pull }),
      foreign: ({ foreign }) => ({ ...ofRoom(foreign.room), ...pull }),
      code: 1009,
    },
    'game-link.state': {
      input: ({ own }) => ofRoom(own.room),
      foreign: ({ foreign }) => ofRoom(foreign.room),
    },
    'game-link.rounds': nothing,
    'game-link.effects': nothing,
    'game-link.madeGood': {
      async input({ server, own }) {
        const { cmd_id } = await playedIn(server, own.room)
        return { ...ofRoom(own.room), cmd_id }
      },
      async foreign({ server, foreign }) {
        const { cmd_id } = await playedIn(server, foreign.room)
        return { ...ofRoom(foreign.room), cmd_id }
      },
    },
  },
}
