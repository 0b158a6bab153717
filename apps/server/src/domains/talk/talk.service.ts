import type { Transaction } from 'kysely'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { EMPTY_CATALOGUE } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { samplesOf } from '#domains/lookup/game.ts'
import { catalogueFor } from '#domains/lookup/playables.ts'
import { homeOrg } from '#domains/lookup/home-org.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, notFound, taken } from '#platform/fault.ts'
import { implement, type Call, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import { createConsumers } from './talk.consumers.ts'
import { createBinding } from './talk.binding.ts'
import type { Bundles } from './talk.bundles.ts'
import { nodeDiff } from './talk.diff.ts'
import { countsOfNodes, countsOfSets } from './talk.counts.ts'
import { emptySet } from './talk.empty.ts'
import { assertGame } from './talk.game.ts'
import { isFaulty, nodesIn, problemsOf } from './talk.problems.ts'
import { readSet } from './talk.shape.ts'
import { createPublishing } from './talk.publishing.ts'
import type { WordPacks } from './talk.words.packs.ts'
import { createWords } from './talk.words.ts'
import { createCases } from './talk.cases.ts'
import { createReplays } from './talk.replay.ts'
import { createWhy, type WhyNeeds } from './talk.why.ts'
import type { Rollouts } from './talk.rollout.ts'
import * as store from './talk.store.ts'
import { createTry, type TryNeeds } from './talk.try.ts'

/** One row of the audit for each editor of a set in this time. */
const TOLD_FOR_MS = 600_000

export interface TalkNeeds {
  bundles: Bundles
  rollouts: Rollouts
  wordPacks: WordPacks
  asks: TryNeeds['asks'] & WhyNeeds['asks']
  /** The rows of a sheet that somebody has sent. */
  sheet: (actor: Actor, upload_id: string) => Promise<string[][]>
  /** Tells these PCs their desired state, after the commit. */
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>
}

export function talkRoutes(platform: Platform<Tables>, needs: TalkNeeds): Implementation[] {
  const { db, clock, search } = platform
  const { rollouts } = needs
  const rules = records(platform, {
    list: talkApi.list,
    edit: talkApi.save,
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
      game_id: 'talk_rule.game_id',
      enabled: 'talk_rule.enabled',
    },
    order: 'updated_at',
    async answer(q, _, found, now) {
      const ids = found.map(({ rule_id }) => rule_id)
      const counts = await countsOfSets(q, ids, now)
      return found.map((one) => rowOf(one, counts.get(one.rule_id)))
    },
    taken: { name: (name) => taken('name', nameTaken(name)) },
    heardBy: ({ org }) => ({ org_ids: [org.id] }),
  })

  async function setOf(
    q: Queryable<Tables>,
    actor: Actor,
    { rule_id, v }: { rule_id: string; v?: number | undefined },
  ): Promise<RuleSet> {
    await rules.byId(q, actor, rule_id)
    const { draft_json } = await store.draftOf(q, rule_id)
    if (v === undefined) return JSON.parse(draft_json) as RuleSet
    const version = await store.versionOf(q, rule_id, v)
    if (!version) throw notFound(nouns.version)
    return JSON.parse(version.set_json) as RuleSet
  }

  const add = (
    actor: Actor,
    { copy_of, org_id, game_id = null, ...draft }: ParsedOf<typeof talkApi.add>,
  ) =>
    db.transaction(async (trx) => {
      const home = await homeOrg(trx, actor.scope, org_id)
      await assertGame(trx, { game_id, org_id: home, now: clock.now() })
      const set =
        copy_of === undefined ? emptySet(draft.name) : await setOf(trx, actor, { rule_id: copy_of })
      const rule_id = await rules.insert(trx, actor, {
        ...draft,
        org_id: home,
        note: '',
        draft_json: JSON.stringify({ ...set, name: draft.name }),
        game_id,
        enabled: OpenStatus.open,
        shared: IsOrNot.not,
        is_default: IsOrNot.not,
        is_demo: IsOrNot.not,
        live_v: null,
        canary_v: null,
        canary_at: null,
        withdrawn_v: null,
        draft_at: clock.now(),
        problems: isFaulty(
          problemsOf(set, await catalogueFor(trx, { game_id, org_id: home }, [set])),
        ),
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
        if (isSwitched) await rollouts.renew(trx, rule_id)
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
      for (const table of ['rule_canary', 'rule_rollout'] as const)
        await trx.deleteFrom(table).where('rule_id', '=', rule_id).execute()
      await trx.deleteFrom('rule_version').where('rule_id', '=', rule_id).execute()
      await trx.deleteFrom('talk_rule').where('rule_id', '=', rule_id).execute()
      await search.keep(trx, 'talk_rule', [rule_id])
    })
    return null
  }

  async function save({ input, actor, audit }: Call<ParsedOf<typeof talkApi.save>>) {
    const { rule_id, version } = input
    const set = readSet(input.set)
    const now = clock.now()
    return db.transaction(async (trx) => {
      const known = await store.maybeDraftOf(trx, rule_id)
      const catalogue = known ? await catalogueFor(trx, known, [set]) : EMPTY_CATALOGUE
      const problems = problemsOf(set, catalogue)
      const changed = await rules.change(trx, actor, { id: rule_id, act: 'edit' }, () =>
        rules.update(
          trx,
          actor,
          { id: rule_id, version },
          {
            draft_json: JSON.stringify({ ...set, id: rule_id }),
            draft_at: now,
            problems: isFaulty(problems),
            nodes: nodesIn(set.root),
          },
        ),
      )
      const row = { target: changed.after.name, target_id: rule_id, input: { rule_id, version } }
      const was = known && (JSON.parse(known.draft_json) as RuleSet)
      audit({ ...row, before: { version }, ...(was && { after: nodeDiff(was, set) }) })
      // A draft saves itself every few seconds: that somebody is at it is told once in a while
      const since = { uid: actor.uid, rule_id, at: now - TOLD_FOR_MS }
      if (await store.toldSince(trx, since)) audit({ covered: true })
      return { row: changed.after, problems }
    })
  }

  return implement(talkApi, {
    list: rules.listed,
    async data({ input: { rule_id, v }, actor }) {
      const row = await rules.byId(db.query, actor, rule_id)
      const set = await setOf(db.query, actor, { rule_id, v })
      const rooms = await store.roomsWith(db.query, rule_id)
      const of = { game_id: row.game?.id ?? null, org_id: row.org.id }
      const catalogue = await catalogueFor(db.query, of, [set])
      return {
        row,
        set: { ...set, id: rule_id, name: row.name },
        problems: problemsOf(set, catalogue),
        catalogue,
        samples: await samplesOf(db.query, row.game?.id ?? null),
        rooms: rooms.map(({ room_code, name }) => ({ room_code, name })),
        node_stats: await countsOfNodes(db.query, rule_id, clock.now()),
      }
    },
    add: rules.wrote(add),
    update: rules.wrote(update),
    del: remove,
    save,
    ...createPublishing(platform, rules, rollouts),
    ...createBinding(platform, needs),
    ...createConsumers(platform, needs),
    ...createWords(platform, needs),
    ...createTry(platform, { byId: rules.byId, asks: needs.asks }),
    ...createWhy(platform, needs),
    ...createReplays(platform, { byId: rules.byId }),
    ...createCases(platform, { byId: rules.byId }),
  })
}

type CountsOfSet = ReturnType<Awaited<ReturnType<typeof countsOfSets>>['get']>
type Found = Awaited<ReturnType<ReturnType<typeof store.shown>['execute']>>[number]

function rowOf(found: Found, counts: CountsOfSet): RuleRow {
  const { org_id, org_name, game_id, game_name, draft_at, rooms, canary_v, canary_rooms, ...rest } =
    found
  const { withdrawn_v, why, why_en, ...row } = rest
  return {
    ...row,
    fired_24h: counts?.fired ?? 0,
    held_24h: counts?.held ?? 0,
    errors_24h: counts?.errors ?? 0,
    org: { id: org_id, name: org_name },
    game: game_id === null ? null : { id: game_id, name: game_name ?? '' },
    is_dirty: draft_at !== null || (row.live_v === null && canary_v === null),
    canary: canary_v === null ? null : { v: canary_v, rooms: canary_rooms ?? 0 },
    withdrawn:
      withdrawn_v === null ? null : { v: withdrawn_v, why: why ?? '', why_en: why_en ?? why ?? '' },
    rooms: rooms ?? 0,
  }
}

const nameTaken = (name: string) =>
  words(
    `已有同名规则集「${name}」，请换一个名称`,
    `There is a rule set “${name}” already; choose another name`,
  )
