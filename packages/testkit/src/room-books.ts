import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Db } from '@kaibo/server/platform/db/db.ts'

/** What the database says of a room. */
export function roomBooks({ query }: Db<Tables>) {
  const room = (id: string) =>
    query.selectFrom('room').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    room,
    state: async (id: string) => (await room(id)).state,
    run: (run_id: string) =>
      query.selectFrom('run').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow(),
    /** Each as `from→to cause`, oldest first. */
    async moves(id: string): Promise<string[]> {
      const rows = await query
        .selectFrom('room_moment')
        .select('data_json')
        .where('room_id', '=', id)
        .where('kind', '=', 'state')
        .orderBy('id')
        .execute()
      return rows.map((row) => {
        const { from, to, cause } = JSON.parse(row.data_json ?? '') as Record<string, string>
        return `${from}→${to} ${cause}`
      })
    },
  }
}

export type RoomBooks = ReturnType<typeof roomBooks>
