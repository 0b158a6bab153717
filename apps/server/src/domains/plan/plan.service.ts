import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Instant } from '#platform/db/instant.ts'
import { notFound } from '#platform/fault.ts'
import { implement } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlanBook } from './plan.book.ts'
import { listPlans } from './plan.list.ts'
import { createSaving } from './plan.saving.ts'
import { saveSettings } from './plan.settings.ts'
import * as store from './plan.store.ts'

export interface PlanNeeds {
  book: PlanBook
  instant: Instant
  /** What consoles see of the room has changed. */
  touch: (room_id: string) => void
  /** The PCs of these rooms are to be told once it is committed. */
  wakeRooms: (trx: Transaction<Tables>, room_ids: readonly string[]) => Promise<void>
  /** How many can speak at once. */
  ports: () => Promise<number>
}

/** When rooms start by themselves: what people say of it. What comes of it is `plan.firing.ts`. */
export function createPlans(platform: Platform<Tables>, needs: PlanNeeds) {
  const { db } = platform
  const { instant, touch, ports } = needs
  const { save, remove } = createSaving(platform, needs)

  async function settings(actor: Actor, draft: ParsedOf<typeof planApi.settings>) {
    const room = await store.roomOf(db.query, actor.scope, draft.room_code)
    if (!room) throw notFound(nouns.room)
    const now = await instant()
    const after = await db.transaction((trx) => saveSettings(trx, actor, room, draft, now))
    touch(room.id)
    return { room, after }
  }

  const routes = implement(planApi, {
    list: async ({ actor, input }) => listPlans(db, actor, input, { now: await instant(), ports }),
    async add({ actor, input, audit }) {
      const { before, after, room_id } = await save(actor, input)
      audit({ target: after.name, target_id: after.id, ...(before && { before }), after })
      touch(room_id)
      return after
    },
    async delete({ actor, input, audit }) {
      const { row, room_id } = await remove(actor, input.id)
      audit({ target: row.name, target_id: row.id, before: row })
      touch(room_id)
      return null
    },
    async settings({ actor, input, audit }) {
      const { room, after } = await settings(actor, input)
      audit({ target: room.name, target_id: room.room_code, after })
      return after
    },
  })

  return {
    routes,
    sees: async (actor: Actor, id: string): Promise<boolean> =>
      (await store.planById(db.query, actor.scope, id)) !== undefined,
  }
}
