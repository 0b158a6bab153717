import { IsOrNot, NotifyMode, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { RuleSet, SonNode, Trigger } from '@kaibo/contract/talk/talk.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { addRule } from './talk.add.store.ts'
import { nodesIn } from './talk.problems.ts'
import type { Rollouts } from './talk.rollout.ts'

const NAME = '拔河话术'

interface Line {
  id: string
  name: string
  trigger: Trigger
  texts: string[]
  every_s?: number
  when?: SonNode['when']
}

const LINES: readonly Line[] = [
  {
    id: 'join',
    name: '欢迎入队',
    trigger: { event: 'game.camp_join' },
    texts: ['{{ev.user.name}}加入{{ev.camp_name}}，[加油|一起拉]！'],
    every_s: 8,
  },
  {
    id: 'lead',
    name: '反超',
    trigger: { event: 'game.lead_change' },
    texts: ['{{ev.camp_name}}反超了！', '场上换边了，现在是{{ev.camp_name}}领先！'],
    every_s: 10,
  },
  {
    id: 'near',
    name: '快赢了',
    trigger: { event: 'game.near_win' },
    texts: ['{{ev.camp_name}}就差一点了，还有{{ev.left_s}}秒！'],
    every_s: 20,
  },
  {
    id: 'last',
    name: '最后十秒',
    trigger: { event: 'game.round_end', notify: NotifyMode.advance, lead_s: 10 },
    texts: ['最后十秒，都来拉一把！'],
  },
  {
    id: 'over',
    name: '一局结束',
    trigger: { event: 'game.round_end' },
    // A round that was broken off has no winner
    when: {
      id: 'won',
      type: 1,
      subject: { origin: 'variable', key: 'ev.winner_name' },
      op: '!=',
      rhs: { origin: 'input', value: '' },
    },
    texts: ['这一局{{ev.winner_name}}赢了，{{ev.mvp_name|default:大家}}出力最多！'],
  },
]

const nodeOf = ({ id, name, trigger, texts, every_s, when }: Line): SonNode => ({
  id,
  type: 'son',
  name,
  enabled: OpenStatus.open,
  triggers: [trigger],
  ...(when && { when }),
  ...(every_s !== undefined && {
    policy: { cooldown: { ms: every_s * 1_000, scope: 'rule', on_hit: 'drop' } },
  }),
  actions: [{ kind: 'say', templates: texts.map((text) => ({ text, weight: 1 })), no_repeat: 0 }],
})

const set: RuleSet = {
  id: 'any',
  name: NAME,
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: NAME,
    enabled: OpenStatus.open,
    triggers: LINES.map(({ trigger }) => trigger),
    hit: 'all',
    children: LINES.map(nodeOf),
  },
}

interface Of {
  by: string
  org_id: string
  game_id: string
  room_id: string
}

/** What the anchor says to a game that is played in one room, behind the sets that the room has. */
export const createGameSet =
  ({ db, ids, clock, search }: Platform<Tables>, rollouts: Rollouts) =>
  ({ by, org_id, game_id, room_id }: Of): Promise<void> =>
    db.transaction(async (trx) => {
      const now = clock.now()
      const rule_id = ids.next(now)
      await addRule(trx, {
        rule_id,
        org_id,
        game_id,
        name: NAME,
        draft_json: JSON.stringify({ ...set, id: rule_id }),
        is_default: IsOrNot.not,
        is_demo: IsOrNot.is,
        live_v: null,
        nodes: nodesIn(set.root),
        created_at: now,
      })
      await search.keep(trx, 'talk_rule', [rule_id])
      const { place } = await trx
        .selectFrom('room_rule')
        .select((is) => is.fn.countAll<number>().as('place'))
        .where('room_id', '=', room_id)
        .where('part', '=', 'talk')
        .executeTakeFirstOrThrow()
      const binding = { room_id, part: 'talk', rule_id, place, shift: 0, off_json: '[]' } as const
      await trx
        .insertInto('room_rule')
        .values({ ...binding, enabled: OpenStatus.open })
        .execute()
      await rollouts.publish(trx, rule_id, { set, note: '上线', by })
    })
