import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { Bundles } from './talk.bundles.ts'
import { nodeDiff } from './talk.diff.ts'
import * as store from './talk.rollout.store.ts'
import { lastVersion, roomsWith } from './talk.store.ts'

type Trx = Transaction<Tables>
type Act = Tables['rule_rollout']['act']

interface Needs {
  bundles: Bundles
  /** Has these PCs told their desired state, after the commit. */
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>
}

/** What is published, and in which rooms it is to be tried first. */
interface Fresh {
  set: RuleSet
  note: string
  by: string
  canary?: readonly { id: string; fault: string | null }[] | undefined
}

/**
 * Moves a set's versions between their states. Whoever calls this holds the set's row. Rooms get their packs in the same transaction,
 * their PCs hear of it after the commit.
 */
export function createRollouts({ clock }: Platform<Tables>, { bundles, wake }: Needs) {
  /** What rooms run by is another thing now. Answers how many have the set. */
  async function renew(trx: Trx, rule_id: string): Promise<number> {
    const rooms = new Set((await roomsWith(trx, rule_id)).map(({ id }) => id))
    const pcs = await bundles.renew(trx, [...rooms])
    await wake(trx, pcs)
    return rooms.size
  }

  const note = (
    trx: Trx,
    rule_id: string,
    act: Act,
    more: { v: number; from_v: number | null; by: string | null },
  ) =>
    trx
      .insertInto('rule_rollout')
      .values({ rule_id, act, at: clock.now(), ...more })
      .execute()

  return {
    renew,

    async publish(trx: Trx, rule_id: string, { set, note: said, by, canary }: Fresh) {
      const { live_v } = await store.headOf(trx, rule_id)
      const v = (await lastVersion(trx, rule_id)) + 1
      const set_json = JSON.stringify({ ...set, id: rule_id, version: v })
      const hash = hashOf(set_json)
      const former = live_v === null ? undefined : await store.versionAt(trx, rule_id, live_v)
      const diff = former && nodeDiff(JSON.parse(former.set_json) as RuleSet, set)
      await trx
        .insertInto('rule_version')
        .values({
          rule_id,
          v,
          note: said,
          state: canary ? 'canary' : 'live',
          set_json,
          hash,
          diff_json: diff ? JSON.stringify(diff) : null,
          why: null,
          why_en: null,
          by,
          at: clock.now(),
        })
        .execute()
      await note(trx, rule_id, canary ? 'canary' : 'live', { v, from_v: live_v, by })
      if (canary) {
        await trx
          .insertInto('rule_canary')
          .values(canary.map(({ id, fault }) => ({ rule_id, room_id: id, v, fault })))
          .execute()
        await change(trx, rule_id, { canary_v: v, canary_at: clock.now() })
      } else await goLive(trx, rule_id, v, live_v)
      const rooms = await renew(trx, rule_id)
      return { v, hash, rooms: canary ? canary.length : rooms }
    },

    /** The canary is live everywhere. */
    async promote(trx: Trx, rule_id: string, v: number, by: string): Promise<number> {
      const { live_v } = await store.headOf(trx, rule_id)
      await goLive(trx, rule_id, v, live_v)
      await note(trx, rule_id, 'promote', { v, from_v: live_v, by })
      return renew(trx, rule_id)
    },

    /** The canary's rooms run by the live version again; its text is still the draft. `why`: what it was withdrawn for by itself. */
    async withdraw(trx: Trx, rule_id: string, v: number, by: string | null, why?: Words) {
      const { live_v } = await store.headOf(trx, rule_id)
      const said = why && { why: why.zh, why_en: why.en }
      await store.setState(trx, rule_id, v, { state: 'withdrawn', ...said })
      await endCanary(trx, rule_id)
      await change(trx, rule_id, { draft_at: clock.now(), withdrawn_v: by === null ? v : null })
      await note(trx, rule_id, 'withdraw', { v, from_v: live_v, by })
      return renew(trx, rule_id)
    },

    async backTo(trx: Trx, rule_id: string, v: number, by: string): Promise<number> {
      const { live_v } = await store.headOf(trx, rule_id)
      await goLive(trx, rule_id, v, live_v)
      await change(trx, rule_id, { draft_at: clock.now() })
      await note(trx, rule_id, 'rollback', { v, from_v: live_v, by })
      return renew(trx, rule_id)
    },
  }
}

export type Rollouts = ReturnType<typeof createRollouts>

export const hashOf = (set_json: string): string =>
  createHash('sha256').update(set_json).digest('base64url')

const change = (trx: Trx, rule_id: string, set: Partial<Tables['talk_rule']>) =>
  trx.updateTable('talk_rule').set(set).where('rule_id', '=', rule_id).execute()

async function endCanary(trx: Trx, rule_id: string): Promise<void> {
  await trx.deleteFrom('rule_canary').where('rule_id', '=', rule_id).execute()
  await change(trx, rule_id, { canary_v: null, canary_at: null })
}

/** A version takes the place of the one that is live. */
async function goLive(trx: Trx, rule_id: string, v: number, live_v: number | null): Promise<void> {
  if (live_v !== null) await store.setState(trx, rule_id, live_v, { state: 'past' })
  await store.setState(trx, rule_id, v, { state: 'live' })
  await endCanary(trx, rule_id)
  await change(trx, rule_id, { live_v: v })
}
