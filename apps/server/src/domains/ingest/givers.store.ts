import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'

type Giver = Tables['run_giver']

/** Adds to what each viewer gave in a run. A name is the one that the viewer had at the last gift. */
export async function addToGivers(trx: Transaction<Tables>, givers: Giver[]): Promise<void> {
  if (givers.length === 0) return
  await trx
    .insertInto('run_giver')
    .values(givers)
    .onConflict((on) =>
      on.columns(['run_id', 'open_id']).doUpdateSet((eb) => ({
        nickname: eb.ref('excluded.nickname'),
        fen: eb('run_giver.fen', '+', eb.ref('excluded.fen')),
        count: eb('run_giver.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute()
}
