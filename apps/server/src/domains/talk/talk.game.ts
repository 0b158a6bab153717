import type { Transaction } from 'kysely'
import type { GameDrive } from '@kaibo/contract/game/game.rows.schema.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { gameDriveOf, mayUse } from '#domains/lookup/game.ts'
import { catalogueFor } from '#domains/lookup/playables.ts'
import type { Tables } from '#migrations/tables.ts'
import { invalid } from '#platform/fault.ts'
import { bind, leaveTrials, ownSets } from './talk.bind.ts'
import type { Bundles } from './talk.bundles.ts'
import { driveIn } from './talk.parts.ts'
import { isFaulty, problemsOf } from './talk.problems.ts'
import * as store from './talk.store.ts'

type Trx = Transaction<Tables>

interface Needs {
  bundles: Bundles
  /** Has these PCs told their desired state, after the commit. */
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>
}

const roomsOf = (trx: Trx, game_id: string) =>
  trx
    .selectFrom('room')
    .select(['id', 'org_id', 'game_id'])
    .where('game_id', '=', game_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** What follows for rules and rooms where a game, or the game of a room, is another one. */
export function createGameRules({ bundles, wake }: Needs) {
  async function renew(trx: Trx, room_ids: readonly string[]): Promise<void> {
    const pcs = await bundles.renew(trx, room_ids)
    await wake(trx, pcs)
  }

  return {
    /** What rules can speak of, or what PCs are told of the game. The caller holds the game. */
    async changed(trx: Trx, game_id: string): Promise<void> {
      await judgeDrafts(trx, game_id)
      await renew(
        trx,
        (await roomsOf(trx, game_id)).map(({ id }) => id),
      )
    },

    /** What its rooms say of their own accord. The caller holds the sets, and then the game. */
    async driveChanged(trx: Trx, game_id: string): Promise<void> {
      const rooms = await roomsOf(trx, game_id)
      for (const room of rooms) await inheritDrive(trx, room)
      await renew(
        trx,
        rooms.map(({ id }) => id),
      )
    },

    async checkDrive(trx: Trx, game_id: string, list: GameDrive['list']): Promise<void> {
      for (const [index, { rule_id }] of list.entries()) {
        const rule = await trx
          .selectFrom('talk_rule')
          .select(['kind', 'game_id'])
          .where('rule_id', '=', rule_id)
          .executeTakeFirst()
        if (rule?.kind !== 'drive' || (rule.game_id !== null && rule.game_id !== game_id))
          throw invalid({
            [`list.${index}.rule_id`]: words(
              '请选择不限游戏或属于这个游戏的主动话术',
              'Choose an unprompted set of this game, or of none',
            ),
          })
      }
    },

    /** The room has another game now, which the caller holds. */
    async useGame(
      trx: Trx,
      room: { id: string; org_id: string; game_id: string | null },
    ): Promise<void> {
      await inheritDrive(trx, room)
      await renew(trx, [room.id])
    },
  }
}

export type GameRules = ReturnType<typeof createGameRules>

/** A room that speaks as its game does is bound to the sets that it says, of those that its organisation has. */
async function inheritDrive(
  trx: Trx,
  { id, org_id, game_id }: { id: string; org_id: string; game_id: string | null },
): Promise<void> {
  if (!(await driveIn(trx, id)).inherits && game_id !== null) return
  const drive = game_id === null ? undefined : await gameDriveOf(trx, game_id)
  const former = await store.partOf(trx, id, 'initiative')
  const list = (await ownSets(trx, org_id, drive?.list ?? [])).map((one) => {
    const { off_json } = former.find(({ rule_id }) => rule_id === one.rule_id) ?? {}
    return { ...one, off_nodes: off_json ? (JSON.parse(off_json) as string[]) : one.off_nodes }
  })
  await bind(trx, { room_id: id, part: 'initiative' }, list)
  await leaveTrials(trx, id)
}

/** How many problems the drafts have now that speak of the game. */
async function judgeDrafts(trx: Trx, game_id: string): Promise<void> {
  const drafts = await trx
    .selectFrom('talk_rule')
    .select(['rule_id', 'org_id', 'draft_json', 'problems'])
    .where('game_id', '=', game_id)
    .execute()
  for (const { rule_id, org_id, draft_json, problems } of drafts) {
    const set = JSON.parse(draft_json) as RuleSet
    const catalogue = await catalogueFor(trx, { game_id, org_id }, [set])
    const now = isFaulty(problemsOf(set, catalogue))
    if (now !== problems)
      await trx
        .updateTable('talk_rule')
        .set({ problems: now })
        .where('rule_id', '=', rule_id)
        .execute()
  }
}

/** 1001 where rules of the organisation cannot speak of the game. */
export async function assertGame(
  trx: Trx,
  { game_id, ...of }: { game_id: string | null; org_id: string; now: number },
): Promise<void> {
  if (game_id !== null && !(await mayUse(trx, { game_id, ...of })))
    throw invalid({
      game_id: words(
        '游戏不存在或未授权，请重新选择',
        'There is no such game, or it is not allowed; choose again',
      ),
    })
}
