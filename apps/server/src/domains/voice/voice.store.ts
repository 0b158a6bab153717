import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { SOON_MS } from '@kaibo/contract/account/account.rules.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within, type Among } from '#platform/db/within.ts'

type Q = Queryable<Tables>

/** What is for all organisations, and what is its own. `column` has the voice's organisation. */
export const amongVoices =
  (column: string): Among =>
  (org_id) =>
    sql`(${sql.ref(column)} is null or ${sql.ref(column)} = ${org_id})`

export const voices = (q: Q) => q.selectFrom('voice')

export const shown = (some: ReturnType<typeof voices>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'voice.updated_by')
    .leftJoin('org', 'org.id', 'voice.org_id')
    .selectAll('voice')
    .select(['editor.nickname as editor', 'org.name as org_name'])

/** Whether the licence holds still, as `expireStatusOf` says it. */
export const licenceIs = (
  status: RawBuilder<AuthExpireStatus>,
  now: RawBuilder<number>,
): RawBuilder<SqlBool> => sql`
  case when voice.expire_at is null then ${sql.lit(AuthExpireStatus.forever)}
    when voice.expire_at <= ${now} then ${sql.lit(AuthExpireStatus.expired)}
    when voice.expire_at - ${sql.lit(SOON_MS)} <= ${now} then ${sql.lit(AuthExpireStatus.soon)}
    else ${sql.lit(AuthExpireStatus.normal)} end = ${status}`

export const isOnServer = (server_id: RawBuilder<string>): RawBuilder<SqlBool> => sql`
  exists (select 1 from voice_on_server as there
    where there.voice_id = voice.voice_id and there.server_id = ${server_id})`

/** The servers of these voices. */
export const serversOf = (q: Q, voice_ids: readonly string[]) =>
  q
    .selectFrom('voice_on_server as there')
    .innerJoin('voice_server as server', 'server.server_id', 'there.server_id')
    .select(['there.voice_id', 'server.server_id as id', 'server.name'])
    .where('there.voice_id', 'in', [...voice_ids])
    .orderBy('server.name')
    .execute()

export async function setServers(
  trx: Q,
  voice_id: string,
  server_ids: readonly string[],
): Promise<void> {
  await trx.deleteFrom('voice_on_server').where('voice_id', '=', voice_id).execute()
  await trx
    .insertInto('voice_on_server')
    .values(server_ids.map((server_id) => ({ voice_id, server_id })))
    .execute()
}

/** The rooms of the scope that are bound to a port with one of these voices. */
export const roomsSpeaking = (q: Q, scope: Scope, voice_ids: readonly string[]) =>
  q
    .selectFrom('voice_binding')
    .innerJoin('room', 'room.id', 'voice_binding.room_id')
    .select(['voice_binding.voice_id', 'room.room_code', 'room.name'])
    .where('voice_binding.voice_id', 'in', [...voice_ids])
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .orderBy('room.name')
    .execute()
