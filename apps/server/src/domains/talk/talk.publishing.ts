import type { Transaction } from 'kysely'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { Reason, RolloutAct } from '@kaibo/contract/talk/talk.enums.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { FailedCase } from '@kaibo/contract/talk/talk.tape.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { catalogueFor } from '#domains/lookup/playables.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid, type Fault } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { casesOf, failedCases } from './talk.cases.ts'
import { problemsOf } from './talk.problems.ts'
import { hashOf, type Rollouts } from './talk.rollout.ts'
import * as store from './talk.rollout.store.ts'

type Trx = Transaction<Tables>
type Publish = ParsedOf<typeof talkApi.publish>
type Published = DataOf<typeof talkApi.publish>
type Rollout = ParsedOf<typeof talkApi.rollout>

/** What publishing needs of the rows of rule sets. */
interface Rows {
  byId(q: Queryable<Tables>, actor: Actor, id: string): Promise<RuleRow>
  stale(q: Trx, actor: Actor, id: string): Promise<Fault>
  update(
    q: Trx,
    actor: Actor,
    edited: { id: string; version: number },
    change: typeof SAVED,
  ): Promise<void>
  added(q: Trx, actor: Actor, id: string): Promise<{ after: RuleRow }>
}

function caseFailed({ name, expected, came }: FailedCase): Words {
  const [should, does] = [outcomeIn(expected), came && outcomeIn(came)]
  return words(
    `用例「${name}」没有通过：应为“${should.zh}”，实际是“${does?.zh ?? '没有问到'}”`,
    `The case “${name}” fails: expected “${should.en}”, came to “${does?.en ?? 'nothing'}”`,
  )
}

const outcomeIn = ({ outcome, text }: FailedCase['expected']): Words =>
  text === null ? (wordsOf(Reason, outcome) ?? asIs(outcome)) : asIs(text)

/** What people do with versions: publish, try in a few rooms, promote and roll back. */
export function createPublishing({ db }: Platform<Tables>, rules: Rows, rollouts: Rollouts) {
  async function publish({ input, actor, audit }: Call<Publish>): Promise<Published> {
    const { rule_id, version, note, rooms } = input
    return db.transaction(async (trx) => {
      await hold(trx, 'talk_rule', 'rule_id', rule_id)
      const row = await rules.byId(trx, actor, rule_id)
      audit({ target: row.name, target_id: rule_id, before: inForce(row) })
      if (row.version !== version) throw await rules.stale(trx, actor, rule_id)
      if (row.canary) throw onTrial(row, row.canary)
      const head = await store.headOf(trx, rule_id)
      const set = JSON.parse(head.draft_json) as RuleSet
      const same = await unchanged(trx, rule_id, head, set)
      if (same) {
        if (head.draft_at === null) return { ...same, rooms: row.rooms, version }
        await rules.update(trx, actor, { id: rule_id, version }, SAVED)
        const { after } = await rules.added(trx, actor, rule_id)
        return { ...same, rooms: row.rooms, version: after.version }
      }
      const catalogue = await catalogueFor(
        trx,
        { game_id: row.game?.id ?? null, org_id: row.org.id },
        [set],
      )
      const problems = problemsOf(set, catalogue)
      const [first] = problems.filter(({ level }) => level === 'error')
      if (first)
        throw conflict(
          words(`有问题，不能发布：${first.message}`, `It cannot be published: ${first.message}`),
          { problems },
        )
      const failed = failedCases(set, catalogue, (await casesOf(trx, rule_id)).list)
      if (failed[0]) throw conflict(caseFailed(failed[0]), { failed_cases: failed })
      const canary = rooms && (await roomsToTry(trx, actor, rule_id, rooms))
      await rules.update(trx, actor, { id: rule_id, version }, SAVED)
      const published = await rollouts.publish(trx, rule_id, { set, note, by: actor.uid, canary })
      const { after } = await rules.added(trx, actor, rule_id)
      audit({ target: row.name, target_id: rule_id, before: inForce(row), after: inForce(after) })
      return { ...published, version: after.version }
    })
  }

  async function rollout({ input, actor, audit }: Call<Rollout>) {
    const { rule_id } = input
    return db.transaction(async (trx) => {
      await hold(trx, 'talk_rule', 'rule_id', rule_id)
      const row = await rules.byId(trx, actor, rule_id)
      audit({ target: row.name, target_id: rule_id, before: inForce(row) })
      const rooms = await move(trx, actor, row, input)
      const { after } = await rules.added(trx, actor, rule_id)
      audit({ target: row.name, target_id: rule_id, before: inForce(row), after: inForce(after) })
      return { v: after.live_v, rooms, row: after }
    })
  }

  /** Answers how many rooms have the set. */
  async function move(
    trx: Trx,
    { uid }: Actor,
    row: RuleRow,
    { act, to_v, canary_v }: Rollout,
  ): Promise<number> {
    const { rule_id, canary } = row
    // Who withdraws what somebody else has just withdrawn does not mean the live version
    if (canary_v !== undefined && canary_v !== canary?.v) throw notOnTrial(row)
    if (act === RolloutAct.promote) {
      if (!canary) throw notOnTrial(row)
      return rollouts.promote(trx, rule_id, canary.v, uid)
    }
    if (canary) {
      if (to_v !== undefined) throw onTrial(row, canary)
      return rollouts.withdraw(trx, rule_id, canary.v, uid)
    }
    return rollouts.backTo(trx, rule_id, await targetOf(trx, row, to_v), uid)
  }

  return {
    publish,
    rollout,

    async versions({
      input,
      actor,
    }: Call<ParsedOf<typeof talkApi.versions>>): Promise<DataOf<typeof talkApi.versions>> {
      const { rule_id } = input
      const row = await rules.byId(db.query, actor, rule_id)
      const [versions, moves, rooms] = [
        await store.versionsOf(db.query, rule_id),
        await store.movesOf(db.query, rule_id),
        await store.roomsByVersion(db.query, rule_id, actor.scope),
      ]
      return {
        list: versions.map(({ set_json, hash, diff_json, ...version }) => ({
          ...version,
          hash: hash ?? hashOf(set_json),
          diff: diff_json === null ? null : JSON.parse(diff_json),
          // The first thing that was done with it
          base_v: moves.findLast(({ v }) => v === version.v)?.from_v ?? null,
          moves: moves
            .filter(({ v }) => v === version.v)
            .map(({ act, at, by }) => ({ act, at, by })),
          rooms: rooms
            .filter(({ canary_v }) => (canary_v ?? row.live_v) === version.v)
            .map(({ room_code, name, bundle_hash, reported_json }) => ({
              room_code,
              name,
              behind: store.isBehind(bundle_hash, reported_json),
            })),
        })),
      }
    },
  }
}

/** The draft says nothing else than what is live or on trial. */
const SAVED = { draft_at: null, withdrawn_v: null } as const

/** What the audit says of a move. */
const inForce = ({ live_v, canary }: RuleRow) => ({ live_v, canary_v: canary?.v ?? null })

const onTrial = (row: RuleRow, { v, rooms }: NonNullable<RuleRow['canary']>) =>
  conflict(
    words(
      `v${v} 灰度进行中（${rooms}间），请先转正或撤回`,
      `v${v} is on trial in ${rooms} rooms; promote it or roll it back first`,
    ),
    row,
  )

const notOnTrial = (row: RuleRow) =>
  conflict(
    words(
      '没有灰度中的版本，可能已经转正或撤回',
      'No version is on trial; it may have been promoted or withdrawn',
    ),
    row,
  )

/** The live version, where the draft says the same. */
async function unchanged(
  trx: Trx,
  rule_id: string,
  { live_v, draft_at }: { live_v: number | null; draft_at: number | null },
  set: RuleSet,
): Promise<{ v: number; hash: string } | undefined> {
  const live = live_v === null ? undefined : await store.versionAt(trx, rule_id, live_v)
  if (!live) return undefined
  const { v, set_json } = live
  const isSame =
    draft_at === null || JSON.stringify({ ...set, id: rule_id, version: v }) === set_json
  return isSame ? { v, hash: hashOf(set_json) } : undefined
}

async function roomsToTry(trx: Trx, actor: Actor, rule_id: string, codes: readonly string[]) {
  const bound = await store.boundRooms(trx, rule_id, actor.scope)
  return [...new Set(codes)].map((code, index) => {
    const room = bound.find(({ room_code }) => room_code === code)
    if (!room)
      throw invalid({
        [`rooms.${index}`]: words(
          `直播间 ${code} 没有绑定这个规则集，请先绑定或换一间`,
          `The room ${code} does not have this rule set; bind it first or choose another`,
        ),
      })
    return { id: room.id, fault: store.faultIn(room.reported_json) }
  })
}

async function targetOf(trx: Trx, row: RuleRow, to_v: number | undefined): Promise<number> {
  const { rule_id, live_v } = row
  if (to_v === undefined) {
    const before = live_v === null ? undefined : await store.versionBefore(trx, rule_id, live_v)
    if (!before)
      throw conflict(
        words('没有更早的版本可以回到', 'There is no earlier version to go back to'),
        row,
      )
    return before.v
  }
  const wanted = await store.versionAt(trx, rule_id, to_v)
  if (!wanted) throw invalid({ to_v: words(`没有版本 v${to_v}`, `There is no version v${to_v}`) })
  if (wanted.state === 'live')
    throw conflict(words(`v${to_v} 正在使用中`, `v${to_v} is live already`), row)
  return wanted.v
}
