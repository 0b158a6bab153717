import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { addRule } from './talk.add.store.ts'
import { nodesIn } from './talk.problems.ts'
import type { Rollouts } from './talk.rollout.ts'

/** The rule of the demonstration's own set. */
export const DEMO_NODE = 'big'
const NAME = '大额答谢'
const LARGE_FEN = 1_000
/** A sound that comes with the program. */
const APPLAUSE = 'builtin:applause'

const rule: Omit<SonNode, 'actions'> = {
  id: DEMO_NODE,
  type: 'son',
  name: '十元以上点名',
  enabled: OpenStatus.open,
  when: {
    id: 'is-big',
    type: 1,
    subject: { origin: 'variable', key: 'ev.gift.value' },
    op: '>=',
    rhs: { origin: 'input', value: LARGE_FEN },
  },
  policy: { priority: 70, cooldown: { ms: 30_000, scope: 'user', on_hit: 'drop' } },
}

const setOf = (...texts: string[]): RuleSet => ({
  id: 'any',
  name: NAME,
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: NAME,
    enabled: OpenStatus.open,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: [
      {
        ...rule,
        actions: [
          { kind: 'say', templates: texts.map((text) => ({ text, weight: 1 })), no_repeat: 1 },
          { kind: 'playAsset', asset_id: APPLAUSE, volume: 60 },
        ],
      },
    ],
  },
})

const FIRST = '{{ev.user.name}}送了{{ev.gift.name}}，[大气|谢谢老板]！'
const SECOND = '让我们谢谢{{ev.user.name}}，{{ev.gift.count}}个{{ev.gift.name}}！'

/** Gives rooms of one organisation a set beside 默认话术, whose second version is on trial in the first of them. Answers both sets. */
export const createDemoSets =
  ({ db, ids, clock, search }: Platform<Tables>, rollouts: Rollouts) =>
  (by: string, org_id: string, room_ids: readonly string[]) =>
    db.transaction(async (trx) => {
      const now = clock.now()
      const rule_id = ids.next(now)
      const set = setOf(FIRST)
      await addRule(trx, {
        rule_id,
        org_id,
        name: NAME,
        draft_json: JSON.stringify({ ...set, id: rule_id }),
        is_default: IsOrNot.not,
        is_demo: IsOrNot.is,
        live_v: null,
        nodes: nodesIn(set.root),
        created_at: now,
      })
      await search.keep(trx, 'talk_rule', [rule_id])
      for (const room_id of room_ids)
        await trx
          .insertInto('room_rule')
          .values({
            room_id,
            part: 'talk',
            rule_id,
            place: 1,
            enabled: OpenStatus.open,
            shift: 0,
            off_json: '[]',
          })
          .execute()
      await rollouts.publish(trx, rule_id, { set, note: '上线', by })
      const second = setOf(FIRST, SECOND)
      const canary = room_ids.slice(0, 1).map((id) => ({ id, fault: null }))
      await rollouts.publish(trx, rule_id, { set: second, note: '多一句', by, canary })
      await trx
        .updateTable('talk_rule')
        .set({ draft_json: JSON.stringify({ ...second, id: rule_id }) })
        .where('rule_id', '=', rule_id)
        .execute()
      const { rule_id: usual } = await trx
        .selectFrom('talk_rule')
        .select('rule_id')
        .where('org_id', '=', org_id)
        .where('is_default', '=', IsOrNot.is)
        .executeTakeFirstOrThrow()
      return { usual, large: rule_id }
    })
