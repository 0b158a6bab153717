import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { GamePart } from '@kaibo/contract/game/game.schema.ts'
import {
  bundleOf,
  type BoundSet,
  type Bundle,
  type Catalogue,
} from '@kaibo/contract/talk/bundle.schema.ts'
import type { Action } from '@kaibo/contract/talk/action.schema.ts'
import type { ImportantViewer } from '@kaibo/contract/talk/consumer.schema.ts'
import type { Drive } from '@kaibo/contract/talk/part.schema.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileSets } from '@kaibo/rules/compile.ts'
import { defaultRuleSet } from '@kaibo/rules/default-rules.ts'
import { gamePartOf } from '#domains/lookup/game.ts'
import { actionsIn, catalogueFor } from '#domains/lookup/playables.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { answersOf, driveOf, plainReply, repliesOf, viewersOf } from './talk.parts.ts'
import { addRule } from './talk.add.store.ts'
import { nodesIn } from './talk.problems.ts'
import * as store from './talk.store.ts'
import type { WordPacks } from './talk.words.packs.ts'

/** What a room's pack is made of. */
interface Made {
  bound: readonly store.Bound[]
  drive: Drive
  replies: readonly Reply[]
  viewers: readonly ImportantViewer[]
  catalogue: Catalogue
  game: GamePart | undefined
}

/** What rooms run by: their sets at the versions in force, put together as one pack. */
export function createBundles({ db, clock, ids, search }: Platform<Tables>, wordPacks: WordPacks) {
  /**
   * Puts the packs of these rooms together anew; answers the PCs of those that run by another one now. The caller holds the
   * rules that it has changed before, never after: who binds a rule holds it, and then the room.
   */
  async function renew(trx: Transaction<Tables>, room_ids: readonly string[]): Promise<string[]> {
    const pcs: string[] = []
    const kept = new Map<string, string>()
    const left = new Set<string>()
    const formerly = await store.packsOfRooms(trx, room_ids)
    for (const room_id of [...room_ids].sort()) {
      await hold(trx, 'room', 'id', room_id)
      const bound = await store.boundIn(trx, room_id)
      const made = {
        bound,
        drive: await driveOf(trx, room_id),
        replies: await repliesOf(trx, room_id),
        viewers: await viewersOf(trx, room_id),
        ...(await ofGame(trx, room_id, bound)),
      }
      const key = JSON.stringify(made)
      const hash = kept.get(key) ?? (await keep(trx, made))
      kept.set(key, hash)
      const changed = await trx
        .updateTable('room')
        .set({ bundle_hash: hash })
        .where('id', '=', room_id)
        .where((is) => is.or([is('bundle_hash', '<>', hash), is('bundle_hash', 'is', null)]))
        .returning('pc_id')
        .execute()
      pcs.push(...changed.flatMap(({ pc_id }) => pc_id ?? []))
      const former = formerly.get(room_id)
      if (changed.length > 0 && former !== undefined) left.add(former)
    }
    await store.touchPacks(trx, [...left], clock.now())
    return pcs
  }

  async function keep(trx: Queryable<Tables>, made: Made): Promise<string> {
    const { bound, drive, replies, viewers, catalogue, game } = made
    const { idle_s, quiet } = drive
    const body = JSON.stringify({
      ...bundleOf(bound.map(boundSet)),
      catalogue,
      answers: answersOf(replies, clock.now()),
      idle_s,
      ...(quiet.length > 0 && { quiet }),
      ...(viewers.length > 0 && { viewers: viewers.map(knownAs) }),
      ...(game && { game }),
    })
    const hash = createHash('sha256').update(body).digest('base64url')
    await trx
      .insertInto('pack')
      .values({ hash, kind: 'bundle', body, at: clock.now() })
      // It is in use again, however old it is
      .onConflict((on) => on.column('hash').doUpdateSet({ at: clock.now() }))
      .execute()
    return hash
  }

  /** The rules that new rooms of an organisation begin with, made where it has none. */
  async function defaultOf(trx: Transaction<Tables>, org_id: string): Promise<string> {
    // Two rooms that are made at once make one
    await hold(trx, 'org', 'id', org_id)
    const known = await store.defaultOf(trx, org_id)
    if (known) return known.rule_id
    const now = clock.now()
    const rule_id = ids.next(now)
    const { id: _, ...set } = defaultRuleSet()
    const set_json = JSON.stringify({ id: rule_id, ...set })
    const org = await trx
      .selectFrom('org')
      .select('is_demo')
      .where('id', '=', org_id)
      .executeTakeFirstOrThrow()
    const name = await store.freeName(trx, org_id, set.name)
    await addRule(trx, {
      rule_id,
      org_id,
      name,
      draft_json: set_json,
      is_default: IsOrNot.is,
      is_demo: org.is_demo,
      live_v: 1,
      nodes: nodesIn(set.root),
      created_at: now,
    })
    await trx
      .insertInto('rule_version')
      .values({
        rule_id,
        v: 1,
        note: '',
        state: 'live',
        set_json,
        hash: null,
        diff_json: null,
        why: null,
        why_en: null,
        by: null,
        at: now,
      })
      .execute()
    await search.keep(trx, 'talk_rule', [rule_id])
    return rule_id
  }

  async function read(hash: string): Promise<Bundle> {
    const pack = await store.packOf(db.query, hash)
    if (!pack) throw notFound(nouns.ruleSet)
    return JSON.parse(pack.body) as Bundle
  }

  return {
    renew,

    async bindDefault(trx: Transaction<Tables>, room: { id: string; org_id: string }) {
      const rule_id = await defaultOf(trx, room.org_id)
      const part = { room_id: room.id, part: 'talk' } as const
      await trx
        .insertInto('room_part')
        .values({
          ...part,
          version: 1,
          value_json: null,
          updated_at: clock.now(),
          updated_by: null,
        })
        .execute()
      await trx
        .insertInto('room_rule')
        .values({
          ...part,
          rule_id,
          place: 0,
          enabled: OpenStatus.open,
          shift: 0,
          off_json: '[]',
        })
        .execute()
      await renew(trx, [room.id])
      await wordPacks.renew(trx, [room.id])
    },

    renewWords: (trx: Transaction<Tables>, room_ids: readonly string[]) =>
      wordPacks.renew(trx, room_ids),

    /** The questions of a room that nobody has edited yet. */
    async answerWith(
      trx: Transaction<Tables>,
      room_id: string,
      answers: readonly { keywords: string[]; reply: string }[],
    ) {
      await trx
        .insertInto('room_part')
        .values({
          room_id,
          part: 'reply',
          version: 1,
          value_json: JSON.stringify(answers.map(plainReply)),
          updated_at: clock.now(),
          updated_by: null,
        })
        .execute()
      await renew(trx, [room_id])
    },

    async setsOf(hash: string): Promise<RuleSet[]> {
      return (await read(hash)).sets.map(({ set }) => set)
    },

    async check(hash: string) {
      const { sets, catalogue } = await read(hash)
      const result = compileSets(sets, catalogue, 'lenient')
      const [fault] = result.ok ? [] : result.errors
      const scenes = scenesOf(sets)
      return {
        sets: sets.length,
        fault: fault ?? null,
        layers: layersNamed(scenes),
        moves: scenes.some(({ move = [] }) => move.length > 0),
      }
    },

    /** The body of a pack that some room of this PC names. */
    packFor: async (pc_id: string, hash: string): Promise<string | undefined> =>
      (await store.packOfPc(db.query, pc_id, hash))?.body,
  }
}

type SceneAction = Extract<Action, { kind: 'scene' }>

/** What rules do with layers. */
const scenesOf = (sets: readonly { set: RuleSet }[]): SceneAction[] =>
  sets.flatMap(({ set }) =>
    actionsIn(set.root).flatMap((action) => (action.kind === 'scene' ? action : [])),
  )

/** The layers that rules show, hide or move. */
const layersNamed = (scenes: readonly SceneAction[]): string[] => [
  ...new Set(
    scenes.flatMap(({ show, hide, move = [] }) => [
      ...show,
      ...hide,
      ...move.map(({ layer }) => layer),
    ]),
  ),
]

async function ofGame(
  q: Queryable<Tables>,
  room_id: string,
  bound: readonly store.Bound[],
): Promise<Pick<Made, 'catalogue' | 'game'>> {
  const of = await q
    .selectFrom('room')
    .select(['game_id', 'org_id'])
    .where('id', '=', room_id)
    .executeTakeFirstOrThrow()
  const sets = bound.map(({ set_json }) => JSON.parse(set_json) as RuleSet)
  return { catalogue: await catalogueFor(q, of, sets), game: await gamePartOf(q, of.game_id) }
}

export type Bundles = ReturnType<typeof createBundles>

const knownAs = ({ open_id, level, greet }: ImportantViewer) => ({ open_id, level, greet })

const boundSet = ({ kind, set_json, shift, off_json }: store.Bound): BoundSet => ({
  kind,
  set: JSON.parse(set_json) as RuleSet,
  shift,
  off_nodes: JSON.parse(off_json) as string[],
})
