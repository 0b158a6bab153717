import type { Transaction } from 'kysely'
import { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import type { StageView } from '@kaibo/contract/stage/stage.schema.ts'
import { stageToken } from '#domains/lookup/stage-token.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { within } from '#platform/db/within.ts'
import { notFound } from '#platform/fault.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import type { Anchors } from './stage.anchor.ts'
import type { Previews } from './stage.previews.ts'

interface StageNeeds {
  wake: (trx: Transaction<Tables>, pcs: readonly string[]) => Promise<void>
  previews: Pick<Previews, 'make'>
  anchors: Pick<Anchors, 'anchor' | 'save' | 'assets'>
}

/** The stages that PCs show of their rooms, and the links by which they are opened. */
export function stageRoutes(
  { db, seal }: Platform<Tables>,
  { wake, previews, anchors }: StageNeeds,
): Implementation[] {
  async function find({ scope }: Actor, room_code: string) {
    const room = await db.query
      .selectFrom('room')
      .select(['id', 'name', 'room_code', 'pc_id', 'reported_json', 'stage_renewed'])
      .where('room_code', '=', room_code)
      .where('deleted_at', 'is', null)
      .where(within(scope, 'room.org_id'))
      .executeTakeFirst()
    if (!room) throw notFound(nouns.room)
    return room
  }

  function viewOf({ actions }: Actor, room: Awaited<ReturnType<typeof find>>): StageView {
    const { data } = ReportedRoom.safeParse(JSON.parse(room.reported_json ?? 'null'))
    const stage = data?.stage
    if (!stage) return { stage: null }
    const mayOpen = actions.has('room.edit') && stage.url !== ''
    return { stage: { ...stage, url: mayOpen ? `${stage.url}#${stageToken(seal, room)}` : '' } }
  }

  return implement(stageApi, {
    anchor: anchors.anchor,
    saveAnchor: anchors.save,
    assets: anchors.assets,

    view: async ({ actor, input }) => viewOf(actor, await find(actor, input.room_code)),

    async renew({ actor, input, audit }) {
      const room = await find(actor, input.room_code)
      audit({ target: room.name, target_id: room.room_code })
      await db.transaction(async (trx) => {
        await trx
          .updateTable('room')
          .set((is) => ({ stage_renewed: is(is.fn.coalesce('stage_renewed', is.lit(0)), '+', 1) }))
          .where('id', '=', room.id)
          .execute()
        if (room.pc_id !== null) await wake(trx, [room.pc_id])
      })
      return viewOf(actor, await find(actor, input.room_code))
    },

    async preview({ actor, input, audit }) {
      const room = await find(actor, input.room_code)
      audit({ target: room.name, target_id: room.room_code })
      return previews.make(room.id, actor.uid, false)
    },

    async renewPreview({ actor, input, audit }) {
      const room = await find(actor, input.room_code)
      audit({ target: room.name, target_id: room.room_code })
      return previews.make(room.id, actor.uid, true)
    },
  })
}
