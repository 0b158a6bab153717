import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Instant } from '#platform/db/instant.ts'
import { notFound } from '#platform/fault.ts'
import { implement } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { createPlanBook, type PlanBook } from './plan.book.ts'
import { createFirings, type FiringNeeds } from './plan.firing.ts'
import { createPlanJob } from './plan.job.ts'
import { createByHand } from './plan.start.ts'
import { listPlans } from './plan.list.ts'
import { createSaving, type SavingNeeds } from './plan.saving.ts'
import { saveSettings } from './plan.settings.ts'
import * as store from './plan.store.ts'

/** When rooms start by themselves: what people say of it, and what comes of it. */
export function createPlans(platform: Platform<Tables>, instant: Instant) {
  const book = createPlanBook(platform, instant)
  return {
    /** What rooms are given of it. */
    forRooms: { ...book, byHand: createByHand(platform, instant) },
    job: createPlanJob(platform, book),
    serve: (needs: FiringNeeds & Pick<SavingNeeds, 'useAssets'>) =>
      servePlans(platform, { ...needs, book, instant }),
  }
}

type Needs = FiringNeeds & Pick<SavingNeeds, 'useAssets'> & { book: PlanBook; instant: Instant }

function servePlans(platform: Platform<Tables>, needs: Needs) {
  const { db } = platform
  const { instant, touch } = needs
  const { save, remove, restore } = createSaving(platform, needs)
  const firings = createFirings(platform, needs)

  async function settings(actor: Actor, draft: ParsedOf<typeof planApi.settings>) {
    const room = await store.roomOf(db.query, actor.scope, draft.room_code)
    if (!room) throw notFound(nouns.room)
    const now = await instant()
    const after = await db.transaction((trx) => saveSettings(trx, actor, room, draft, now))
    touch(room.id)
    return { room, after }
  }

  const routes = implement(planApi, {
    list: async ({ actor, input }) => listPlans(db, actor, input, await instant()),
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
    async restore({ actor, input, audit }) {
      const { row, room_id } = await restore(actor, input)
      audit({ target: row.name, target_id: row.id, after: row })
      touch(room_id)
      return row
    },
    async settings({ actor, input, audit }) {
      const { room, after } = await settings(actor, input)
      audit({ target: room.name, target_id: room.room_code, after })
      return after
    },
  })

  return {
    routes,
    firings,
    save,
    sees: async (actor: Actor, id: string): Promise<boolean> =>
      (await store.planById(db.query, actor.scope, id)) !== undefined,
  }
}

export type Plans = ReturnType<typeof createPlans>
