import type { Transaction } from 'kysely'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, notFound, taken } from '#platform/fault.ts'
import { implement, type Call, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import { createBinding } from './talk.binding.ts'
import type { Bundles } from './talk.bundles.ts'
import { emptySet } from './talk.empty.ts'
import { isFaulty, nodesIn, problemsOf } from './talk.problems.ts'
import { readSet } from './talk.shape.ts'
import * as store from './talk.store.ts'

export interface TalkNeeds {
  bundles: Bundles
  /** Tells these PCs their desired state, after the commit. */
  pushDesired: (pc_ids: readonly string[]) => void
}

type Trx = Transaction<Tables>

export function talkRoutes(platform: Platform<Tables>, needs: TalkNeeds): Implementation[] {
  const { db, clock, search } = platform
  const { bundles, pushDesired } = needs
  const rules = records(platform, {
    list: talkApi.list,
    noun: nouns.ruleSet,
    table: 'talk_rule',
    key: 'rule_id',
    called: 'name',
    rows: store.rules,
    shown: store.shown,
    scope: 'talk_rule.org_id',
    filters: {
      rule_id: 'talk_rule.rule_id',
      kind: 'talk_rule.kind',
      org_id: 'talk_rule.org_id',
      enabled: 'talk_rule.enabled',
    },
    order: 'updated_at',
    answer: (_, __, found) =>
      found.map(({ org_id, org_name, draft_at, rooms, ...row }): RuleRow => ({
        ...row,
        org: { id: org_id, name: org_name },
        is_dirty: row.live_v === null || draft_at !== null,
        rooms: rooms ?? 0,
      })),
    taken: { name: (name) => taken('name', nameTaken(name)) },
    heardBy: ({ org }) => ({ org_ids: [org.id] }),
  })

  /** What rooms run by is another thing now: their PCs are told when it is committed. */
  async function renew(trx: Trx, rule_id: string): Promise<number> {
    const rooms = await store.roomsWith(trx, rule_id)
    const pcs = await bundles.renew(
      trx,
      rooms.map(({ id }) => id),
    )
    afterCommit(trx, () => pushDesired(pcs))
    return rooms.length
  }

  async function setOf(actor: Actor, rule_id: string, v?: number): Promise<RuleSet> {
    await rules.byId(db.query, actor, rule_id)
    const { draft_json } = await store.draftOf(db.query, rule_id)
    if (v === undefined) return JSON.parse(draft_json) as RuleSet
    const version = await store.versionOf(db.query, rule_id, v)
    if (!version) throw notFound(nouns.version)
    return JSON.parse(version.set_json) as RuleSet
  }

  const add = (actor: Actor, { copy_of, org_id, ...draft }: ParsedOf<typeof talkApi.add>) =>
    db.transaction(async (trx) => {
      const home = await homeOrg(trx, actor.scope, org_id)
      const set = copy_of === undefined ? emptySet(draft.name) : await setOf(actor, copy_of)
      const rule_id = await rules.insert(trx, actor, {
        ...draft,
        org_id: home,
        note: '',
        draft_json: JSON.stringify({ ...set, name: draft.name }),
        game_id: null,
        enabled: OpenStatus.open,
        shared: IsOrNot.not,
        is_default: IsOrNot.not,
        is_demo: IsOrNot.not,
        live_v: null,
        draft_at: clock.now(),
        problems: isFaulty(problemsOf(set)),
        nodes: nodesIn(set.root),
      })
      return rules.added(trx, actor, rule_id)
    })

  const update = (actor: Actor, { rule_id, version, ...change }: ParsedOf<typeof talkApi.update>) =>
    db.transaction(async (trx) => {
      await hold(trx, 'talk_rule', 'rule_id', rule_id)
      return rules.change(trx, actor, { id: rule_id, act: 'edit' }, async (before) => {
        await rules.update(trx, actor, { id: rule_id, version }, change)
        const isSwitched = change.enabled !== undefined && change.enabled !== before.enabled
        if (isSwitched) await renew(trx, rule_id)
      })
    })

  async function remove({ input, actor, audit }: Call<ParsedOf<typeof talkApi.del>>) {
    const { rule_id } = input
    await db.transaction(async (trx) => {
      await hold(trx, 'talk_rule', 'rule_id', rule_id)
      const row = await rules.byId(trx, actor, rule_id)
      audit({ target: row.name, before: row })
      const rooms = await store.roomsWith(trx, rule_id)
      if (rooms.length > 0)
        throw conflict(
          words(
            `正被${rooms.length}个直播间使用，请先在这些直播间里移除`,
            `${rooms.length} rooms use it; remove it from them first`,
          ),
          { rooms: rooms.map(({ room_code, name }) => ({ room_code, name })) },
        )
      await trx.deleteFrom('room_rule').where('rule_id', '=', rule_id).execute()
      await trx.deleteFrom('rule_version').where('rule_id', '=', rule_id).execute()
      await trx.deleteFrom('talk_rule').where('rule_id', '=', rule_id).execute()
      await search.keep(trx, 'talk_rule', [rule_id])
    })
    return null
  }

  async function save({ input, actor, audit }: Call<ParsedOf<typeof talkApi.save>>) {
    const { rule_id, version } = input
    const set = readSet(input.set)
    const problems = problemsOf(set)
    const { before, after } = await db.transaction((trx) =>
      rules.change(trx, actor, { id: rule_id, act: 'edit' }, () =>
        rules.update(
          trx,
          actor,
          { id: rule_id, version },
          {
            draft_json: JSON.stringify({ ...set, id: rule_id }),
            draft_at: clock.now(),
            problems: isFaulty(problems),
            nodes: nodesIn(set.root),
          },
        ),
      ),
    )
    audit({ target: after.name, before, after })
    return { row: after, problems }
  }

  async function publish({ input, actor, audit }: Call<ParsedOf<typeof talkApi.publish>>) {
    const { rule_id, version, note } = input
    return db.transaction(async (trx) => {
      await hold(trx, 'talk_rule', 'rule_id', rule_id)
      const row = await rules.byId(trx, actor, rule_id)
      audit({ target: row.name, before: { live_v: row.live_v } })
      const { draft_json, live_v, draft_at } = await store.draftOf(trx, rule_id)
      if (live_v !== null && draft_at === null) return { v: live_v, rooms: row.rooms }
      const problems = problemsOf(JSON.parse(draft_json) as RuleSet)
      const [first] = problems.filter(({ level }) => level === 'error')
      if (first)
        throw conflict(
          words(`有问题，不能发布：${first.message}`, `It cannot be published: ${first.message}`),
          { problems },
        )
      const v = (await store.lastVersion(trx, rule_id)) + 1
      const set = { ...(JSON.parse(draft_json) as RuleSet), id: rule_id, version: v }
      await rules.update(trx, actor, { id: rule_id, version }, { live_v: v, draft_at: null })
      await trx
        .updateTable('rule_version')
        .set({ state: 'past' })
        .where('rule_id', '=', rule_id)
        .where('state', '=', 'live')
        .execute()
      await trx
        .insertInto('rule_version')
        .values({
          rule_id,
          v,
          note: note ?? '',
          state: 'live',
          set_json: JSON.stringify(set),
          by: actor.uid,
          at: clock.now(),
        })
        .execute()
      const rooms = await renew(trx, rule_id)
      await rules.added(trx, actor, rule_id)
      audit({ target: row.name, before: { live_v: row.live_v }, after: { live_v: v } })
      return { v, rooms }
    })
  }

  return implement(talkApi, {
    list: rules.listed,
    async data({ input: { rule_id, v }, actor }) {
      const row = await rules.byId(db.query, actor, rule_id)
      const set = await setOf(actor, rule_id, v)
      const rooms = await store.roomsWith(db.query, rule_id)
      return {
        row,
        set: { ...set, id: rule_id, name: row.name },
        problems: problemsOf(set),
        rooms: rooms.map(({ room_code, name }) => ({ room_code, name })),
      }
    },
    add: rules.wrote(add),
    update: rules.wrote(update),
    del: remove,
    save,
    publish,
    async versions({ input: { rule_id }, actor }) {
      await rules.byId(db.query, actor, rule_id)
      return { list: await store.versionsOf(db.query, rule_id) }
    },
    ...createBinding(platform, needs),
  })
}

const nameTaken = (name: string) =>
  words(
    `已有同名规则集「${name}」，请换一个名称`,
    `There is a rule set “${name}” already; choose another name`,
  )
