import { sql } from 'kysely'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { dbNow } from '#platform/db/now.ts'

type Q = Queryable<Tables>

/** On its way to a server, by itself. */
const UNDER_WAY = ['fetching', 'wait', 'draining', 'sending', 'testing'] as const

export const resources = (q: Q) => q.selectFrom('voice_resource')

export const shown = (some: ReturnType<typeof resources>) =>
  some
    .leftJoin('account as editor', 'editor.uid', 'voice_resource.updated_by')
    .selectAll('voice_resource')
    .select('editor.nickname as editor')

export const resourceById = (q: Q, resource_id: string) =>
  q
    .selectFrom('voice_resource')
    .selectAll()
    .where('resource_id', '=', resource_id)
    .executeTakeFirst()

/** The resource of a model, if a natural voice speaks by it now. */
export const spokenModel = (q: Q, resource_id: string, sha256: string) =>
  q
    .selectFrom('voice_resource as resource')
    .innerJoin('voice_server as server', 'server.model', 'resource.sha256')
    .select('resource.revision')
    .where('resource.resource_id', '=', resource_id)
    .where('resource.sha256', '=', sha256)
    .where('server.provider', '=', 'natural')
    .where('server.enabled', '=', OpenStatus.open)
    .executeTakeFirst()

/** The models that servers speak by, or are about to. */
export async function modelsInUse(q: Q): Promise<ReadonlySet<string>> {
  const spoken = await q
    .selectFrom('voice_server')
    .select('model as sha256')
    .where('provider', '=', 'natural')
    .execute()
  const coming = await q
    .selectFrom('voice_publish as way')
    .innerJoin('voice_resource as resource', 'resource.resource_id', 'way.resource_id')
    .select('resource.sha256')
    .where('way.state', 'in', [...UNDER_WAY, 'licence'])
    .execute()
  return new Set([...spoken, ...coming].map(({ sha256 }) => sha256))
}

/** The file of a resource that stands at a server. */
export interface Standing {
  upload_id: string
  sha256: string
}

/** The lexicons that stand at the servers of these voices, in one order for all. */
export async function lexiconsOf(
  q: Q,
  voice_ids: readonly string[],
): Promise<(Standing & { voice_id: string })[]> {
  if (voice_ids.length === 0) return []
  const rows = await q
    .selectFrom('voice_on_server as there')
    .innerJoin('voice_publish as way', 'way.server_id', 'there.server_id')
    .innerJoin('voice_resource as resource', 'resource.resource_id', 'way.resource_id')
    .select(['there.voice_id', 'way.upload_id', 'way.sha256'])
    .distinct()
    .where('there.voice_id', 'in', [...voice_ids])
    .where('resource.kind', '=', 'lexicon')
    .orderBy('way.sha256')
    .execute()
  return rows.flatMap(({ voice_id, upload_id, sha256 }) =>
    upload_id !== null && sha256 !== null ? [{ voice_id, upload_id, sha256 }] : [],
  )
}

/** The file of this hash, wherever it stands. */
export async function standing(q: Q, sha256: string): Promise<Standing | undefined> {
  const row = await q
    .selectFrom('voice_publish')
    .select('upload_id')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.upload_id ? { upload_id: row.upload_id, sha256 } : undefined
}

/** What a reference is called at a server that has it, or has just been sent it and is tried. */
export const referenceAt = (q: Q, server_id: string, resource_id: string) =>
  q
    .selectFrom('voice_publish as way')
    .innerJoin('voice_resource as resource', 'resource.resource_id', 'way.resource_id')
    .select('resource.name')
    .where('way.server_id', '=', server_id)
    .where('way.resource_id', '=', resource_id)
    .where((is) => is.or([is('way.revision', '>', 0), is('way.state', '=', 'testing')]))
    .executeTakeFirst()

/** Revisions that stand somewhere. */
export const revisionsOf = async (q: Q, resource_id: string): Promise<Set<number>> => {
  const rows = await q
    .selectFrom('voice_publish')
    .select('revision')
    .where('resource_id', '=', resource_id)
    .execute()
  return new Set(rows.map(({ revision }) => revision))
}

export const publishedOf = (q: Q, resource_ids: readonly string[]) =>
  q
    .selectFrom('voice_publish as way')
    .innerJoin('voice_server as server', 'server.server_id', 'way.server_id')
    .selectAll('way')
    .select('server.name as server_name')
    .where('way.resource_id', 'in', [...resource_ids])
    .orderBy('way.position')
    .execute()

export async function isUnderWay(q: Q, resource_id: string): Promise<boolean> {
  const one = await q
    .selectFrom('voice_publish')
    .select('server_id')
    .where('resource_id', '=', resource_id)
    .where('state', 'in', UNDER_WAY)
    .executeTakeFirst()
  return one !== undefined
}

/** The next server of each resource that is on its way: they go one after the other. */
export async function nextSteps(q: Q) {
  const all = await q
    .selectFrom('voice_publish as way')
    .innerJoin('voice_resource as resource', 'resource.resource_id', 'way.resource_id')
    .innerJoin('voice_server as server', 'server.server_id', 'way.server_id')
    .select(['way.resource_id', 'way.server_id', 'way.state', 'way.wanted', 'way.at'])
    .select('way.revision')
    .select(['resource.name', 'resource.kind', 'resource.sha256', 'resource.upload_id'])
    .select(['resource.bytes', 'resource.accepted_sha256'])
    .select(['server.name as server_name', 'server.provider'])
    .where('way.state', 'in', UNDER_WAY)
    .orderBy('way.position')
    .execute()
  const first = new Map<string, (typeof all)[number]>()
  for (const step of all) if (!first.has(step.resource_id)) first.set(step.resource_id, step)
  return [...first.values()]
}
export type Step = Awaited<ReturnType<typeof nextSteps>>[number]

export const moved = (
  trx: Q,
  { resource_id, server_id }: Pick<Step, 'resource_id' | 'server_id'>,
  to: Partial<Tables['voice_publish']>,
) =>
  trx
    .updateTable('voice_publish')
    .set(to)
    .where('resource_id', '=', resource_id)
    .where('server_id', '=', server_id)
    .execute()

type Fetched = Pick<Step, 'resource_id' | 'server_id'>

/** A model is being fetched still: so much of it is there. */
export async function fetchGoesOn(trx: Q, of: Fetched, bytes: number, at: number): Promise<void> {
  if (!(await moveFetching(trx, of, { at }))) return
  await trx
    .updateTable('voice_resource')
    .set({ bytes })
    .where('resource_id', '=', of.resource_id)
    .execute()
}

/** Moves a model that is being fetched; false where it is not any more. */
export async function moveFetching(
  trx: Q,
  { resource_id, server_id }: Fetched,
  to: Partial<Tables['voice_publish']>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('voice_publish')
    .set(to)
    .where('resource_id', '=', resource_id)
    .where('server_id', '=', server_id)
    .where('state', '=', 'fetching')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What waits behind a failure does not go on. */
export const halt = (trx: Q, resource_id: string, at: number) =>
  trx
    .updateTable('voice_publish')
    .set({ state: 'halted', at })
    .where('resource_id', '=', resource_id)
    .where('state', '=', 'wait')
    .execute()

/** Nobody begins a sentence there until it is let go. */
export async function holdPorts(trx: Q, server_id: string, held_by: string): Promise<void> {
  await trx
    .updateTable('voice_port')
    .set({ held_by })
    .where('server_id', '=', server_id)
    .where('held_by', 'is', null)
    .execute()
  await trx
    .updateTable('voice_port')
    .set({ state: 'draining' })
    .where('server_id', '=', server_id)
    .where('state', 'in', ['idle', 'busy', 'loading'])
    .execute()
}

export async function arePortsDrained(q: Q, dialect: Dialect, server_id: string): Promise<boolean> {
  const speaking = await q
    .selectFrom('voice_port')
    .select('port_id')
    .where('server_id', '=', server_id)
    .where('job', 'is not', null)
    .where('job_until', '>', dbNow(dialect))
    .executeTakeFirst()
  return speaking === undefined
}

export async function letPortsGo(trx: Q, server_id: string, held_by: string): Promise<string[]> {
  const freed = await trx
    .updateTable('voice_port')
    .set({ held_by: null })
    .where('server_id', '=', server_id)
    .where('held_by', '=', held_by)
    .returning('port_id')
    .execute()
  await trx
    .updateTable('voice_port')
    .set({ state: 'idle', job: null, job_until: 0 })
    .where('server_id', '=', server_id)
    .where('state', '=', 'draining')
    .where('held_by', 'is', null)
    .execute()
  return freed.map(({ port_id }) => port_id)
}

/** A natural voice speaks by this model from now on. With its first one it is opened, with the voices that wait for it. */
export async function speaksBy(
  trx: Q,
  { server_id, sha256, revision }: Pick<Step, 'server_id' | 'sha256' | 'revision'>,
  now: number,
): Promise<void> {
  const opened = revision === 0 ? { enabled: OpenStatus.open } : {}
  await trx
    .updateTable('voice_server')
    .set({ model: sha256, ...opened, updated_at: now, version: oneMore('voice_server.version') })
    .where('server_id', '=', server_id)
    .execute()
  if (revision > 0) return
  await trx
    .updateTable('voice')
    .set({ ...opened, updated_at: now, version: oneMore('voice.version') })
    .where('voice_id', 'in', (on) =>
      on.selectFrom('voice_on_server').select('voice_id').where('server_id', '=', server_id),
    )
    .execute()
}

const oneMore = (column: 'voice_server.version' | 'voice.version') =>
  sql<number>`${sql.ref(column)} + 1`
