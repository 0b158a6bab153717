import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { bundleOf, unchanged, type Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { FailedCase, RuleCase } from '@kaibo/contract/talk/talk.tape.schema.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from '@kaibo/rules/bundle.ts'
import { Rehearsal, viewerOf } from '@kaibo/rules/rehearse.ts'
import { catalogueFor } from '#domains/lookup/playables.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { isFaulty, problemsOf } from './talk.problems.ts'
import * as store from './talk.store.ts'

type Q = Queryable<Tables>
type Cases = DataOf<typeof talkApi.cases>
type StoredCases = Pick<Cases, 'version' | 'list'>

interface Needs {
  byId: (q: Q, actor: Actor, rule_id: string) => Promise<RuleRow>
}

/** What a set has to decide: kept beside it, tried by each publishing. */
export function createCases({ db, clock }: Platform<Tables>, { byId }: Needs) {
  return {
    async cases({ input, actor }: Call<{ rule_id: string }>): Promise<Cases> {
      const row = await byId(db.query, actor, input.rule_id)
      return tried(db.query, row, await casesOf(db.query, row.rule_id))
    },

    saveCases: ({ input, actor, audit }: Call<ParsedOf<typeof talkApi.saveCases>>) =>
      db.transaction(async (trx) => {
        const { rule_id, version, list } = input
        await hold(trx, 'talk_rule', 'rule_id', rule_id)
        const row = await byId(trx, actor, rule_id)
        const before = await casesOf(trx, rule_id)
        audit({ target: row.name, before: { list: before.list }, after: { list } })
        if (before.version !== version)
          throw conflict(SAVED_BY_OTHERS, await tried(trx, row, before))
        const saved = {
          version: version + 1,
          list_json: JSON.stringify(list),
          updated_at: clock.now(),
          updated_by: actor.uid,
        }
        await trx
          .insertInto('rule_case')
          .values({ rule_id, ...saved })
          .onConflict((on) => on.column('rule_id').doUpdateSet(saved))
          .execute()
        return tried(trx, row, { version: version + 1, list })
      }),
  }
}

/** With what the draft makes of them. */
async function tried(q: Q, { rule_id, game, org }: RuleRow, stored: StoredCases): Promise<Cases> {
  const set = JSON.parse((await store.draftOf(q, rule_id)).draft_json) as RuleSet
  const catalogue = await catalogueFor(q, { game_id: game?.id ?? null, org_id: org.id }, [set])
  const isSound = isFaulty(problemsOf(set, catalogue)) === 0
  return { ...stored, failed: isSound ? failedCases(set, catalogue, stored.list) : null }
}

export async function casesOf(q: Q, rule_id: string): Promise<StoredCases> {
  const row = await q
    .selectFrom('rule_case')
    .select(['version', 'list_json'])
    .where('rule_id', '=', rule_id)
    .executeTakeFirst()
  return row
    ? { version: row.version, list: JSON.parse(row.list_json) as RuleCase[] }
    : { version: 0, list: [] }
}

/** The cases that a set does not stand, each tried by itself from the beginning. */
export function failedCases(
  set: RuleSet,
  catalogue: Catalogue,
  cases: readonly RuleCase[],
): FailedCase[] {
  const { rules } = compileBundle({ ...bundleOf([unchanged(set)]), catalogue })
  return cases.flatMap(({ name, event, vars = {}, now, expect }) => {
    const heard = { key: event.key, id: name, at: now, vars: event.vars }
    const stage = new Rehearsal({ rules, catalogue, moment: { now }, vars }, viewerOf(heard))
    const decisions = stage.happen(heard, false)
    return expect.flatMap(({ node_id, outcome, text = null }) => {
      const decided = decisions.find((one) => one.node_id === node_id)
      const said = decided?.text ?? null
      if (decided?.outcome === outcome && (text === null || said === text)) return []
      const came = decided ? { outcome: decided.outcome, text: said } : null
      return [{ name, node_id, expected: { outcome, text }, came }]
    })
  })
}

const SAVED_BY_OTHERS = words(
  '他人刚刚保存过用例，请核对后重新提交',
  'Somebody else has just saved the cases; look again and submit',
)
