import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'

type Trx = Transaction<Tables>

/** Has these PCs told anew what their rooms are to do. */
export type Wake = (trx: Trx, pc_ids: readonly string[]) => Promise<void>

/**
 * PCs make clips by what they were told of a voice: of one that sounds otherwise from now on they are told again, so that the next
 * sentence is said so. Which rooms speak by it is not asked: that they may is enough.
 */
export function createPcs(wake: Wake) {
  /** Of these organisations; null stands for all. */
  async function wakeOf(trx: Trx, org_ids: readonly (string | null)[]): Promise<void> {
    if (org_ids.length === 0) return
    const named = org_ids.flatMap((org_id) => org_id ?? [])
    const rows = await trx
      .selectFrom('room')
      .select('pc_id')
      .distinct()
      .where('pc_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .$if(named.length === org_ids.length, (some) => some.where('org_id', 'in', named))
      .execute()
    await wake(
      trx,
      rows.flatMap(({ pc_id }) => pc_id ?? []),
    )
  }

  return {
    wakeOf,
    /** The voices of a server read or sound otherwise. */
    async wakeOfServer(trx: Trx, server_id: string): Promise<void> {
      const rows = await trx
        .selectFrom('voice_on_server as there')
        .innerJoin('voice', 'voice.voice_id', 'there.voice_id')
        .select('voice.org_id')
        .distinct()
        .where('there.server_id', '=', server_id)
        .execute()
      await wakeOf(
        trx,
        rows.map(({ org_id }) => org_id),
      )
    },
  }
}

export type Pcs = ReturnType<typeof createPcs>
