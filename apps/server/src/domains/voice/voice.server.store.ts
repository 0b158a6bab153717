import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const servers = (q: Q) => q.selectFrom('voice_server')

export const shown = (some: ReturnType<typeof servers>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'voice_server.updated_by')
    .selectAll('voice_server')
    .select('editor.nickname as editor')
    .select([
      sql<number>`(select count(*) from voice_port where voice_port.server_id = voice_server.server_id and voice_port.state = 'down')`.as(
        'down',
      ),
      sql<number>`(select count(*) from voice_binding
        inner join voice_port on voice_port.port_id = voice_binding.port_id
        where voice_port.server_id = voice_server.server_id)`.as('rooms'),
      sql<number>`(select count(*) from voice_on_server where voice_on_server.server_id = voice_server.server_id)`.as(
        'voices',
      ),
    ])

const byId = compileOnce((q: Q, _: null, { server_id }: Places<{ server_id: string }>) =>
  servers(q).selectAll().where('server_id', '=', server_id),
)
export const serverById = async (q: Q, server_id: string): Promise<Server | undefined> =>
  (await byId(q, null, { server_id })).at(0)
export type Server = Tables['voice_server']

/** As many ports as are wanted. Rooms that were bound to one that goes are bound anew when they speak next. */
export async function setPorts(
  trx: Q,
  server_id: string,
  count: number,
  make: () => { port_id: string; now: number },
): Promise<void> {
  const there = await trx
    .selectFrom('voice_port')
    .select(['port_id', 'number'])
    .where('server_id', '=', server_id)
    .execute()
  const gone = there.filter(({ number }) => number > count).map(({ port_id }) => port_id)
  if (gone.length > 0) await dropPorts(trx, gone)
  for (let number = 1; number <= count; number++) {
    if (there.some((port) => port.number === number)) continue
    const { port_id, now } = make()
    await trx
      .insertInto('voice_port')
      .values({
        port_id,
        server_id,
        number,
        state: 'idle',
        voice_id: null,
        job: null,
        job_until: 0,
        why: null,
        held_by: null,
        since_at: now,
        tried_at: 0,
        errors: 0,
        error_since_at: 0,
      })
      .execute()
  }
}

export async function dropPorts(trx: Q, port_ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('voice_binding')
    .where('port_id', 'in', [...port_ids])
    .execute()
  await trx
    .deleteFrom('voice_wait')
    .where('port_id', 'in', [...port_ids])
    .execute()
  await trx
    .deleteFrom('voice_port_hour')
    .where('port_id', 'in', [...port_ids])
    .execute()
  await trx
    .deleteFrom('voice_port')
    .where('port_id', 'in', [...port_ids])
    .execute()
}

export const portIdsOf = async (q: Q, server_id: string): Promise<string[]> => {
  const rows = await q
    .selectFrom('voice_port')
    .select('port_id')
    .where('server_id', '=', server_id)
    .execute()
  return rows.map(({ port_id }) => port_id)
}

/** Rooms that are bound to a port of the server. */
export const boundTo = (q: Q, server_id: string) =>
  q
    .selectFrom('voice_binding')
    .innerJoin('voice_port', 'voice_port.port_id', 'voice_binding.port_id')
    .innerJoin('room', 'room.id', 'voice_binding.room_id')
    .select(['room.room_code', 'room.name'])
    .where('voice_port.server_id', '=', server_id)
    .where('room.deleted_at', 'is', null)
    .orderBy('room.name')
    .limit(20)
    .execute()

/** Voices that are on no other server. */
export const onlyOn = (q: Q, server_id: string) =>
  q
    .selectFrom('voice_on_server as there')
    .innerJoin('voice', 'voice.voice_id', 'there.voice_id')
    .select('voice.name')
    .where('there.server_id', '=', server_id)
    .where(
      sql<boolean>`not exists (select 1 from voice_on_server as other
        where other.voice_id = there.voice_id and other.server_id <> there.server_id)`,
    )
    .orderBy('voice.name')
    .limit(20)
    .execute()
