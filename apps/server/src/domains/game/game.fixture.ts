import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'

let names = 0

export const asStudio = (server: TestServer, org_id: string) =>
  server.db.query.updateTable('org').set({ is_studio: 1 }).where('id', '=', org_id).execute()

/** A game of a studio, which that organisation may also run itself. */
export async function studioGame(
  server: TestServer,
  org_id: string,
  more: Partial<InputOf<typeof gameApi.add>> = {},
): Promise<GameRow> {
  await asStudio(server, org_id)
  const admin = await server.login('admin')
  const draft = { name: `游戏第${++names}个`, owner_org_id: org_id, org_ids: [org_id], ...more }
  return (await server.call(gameApi.add, draft, admin)).data
}

export const lead = (game_id: string) => ({
  game_id,
  key: 'lead_change',
  name: '反超',
  payload: [
    { key: 'camp_name', label: '阵营名', type: 1 as const },
    { key: 'gap', label: '差距', type: 0 as const, fallback: 0 },
  ],
  sample: { camp_name: '红队', gap: 3 },
})

export const stored = (game_id: string, key: string) => ({
  game_id,
  key,
  name: key,
  data_type: 0 as const,
  how: { calc: 0, scope: 'room', reset: 'round', default: 0 } as const,
})

export const sum = (
  game_id: string,
  key: string,
  left: string,
  right: string,
): InputOf<typeof gameApi.addVar> => ({
  game_id,
  key,
  name: key,
  data_type: 0,
  how: {
    calc: 1,
    steps: [
      {
        id: 's1',
        left: { origin: 'variable', key: left },
        op: '+',
        right: { origin: 'variable', key: right },
        method: 'none',
      },
    ],
  },
})

/** What somebody with a login adds to a game. */
export const adding = (server: TestServer, as: Login) => ({
  event: (draft: InputOf<typeof gameApi.addEvent>) => server.call(gameApi.addEvent, draft, as),
  variable: (draft: InputOf<typeof gameApi.addVar>) => server.call(gameApi.addVar, draft, as),
})
