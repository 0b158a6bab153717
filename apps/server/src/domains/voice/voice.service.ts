import type { Transaction } from 'kysely'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { Licence, VoiceAdd, VoiceEdit, VoiceRow } from '@kaibo/contract/voice/voice.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { records } from '#platform/records/records.ts'
import type { Pcs } from './voice.pcs.ts'
import { resourceById } from './voice.resource.store.ts'
import * as store from './voice.store.ts'
import { assertUnspoken, assertUnused } from './voice.uses.ts'

type Q = Queryable<Tables>
type Found = Awaited<ReturnType<ReturnType<typeof store.shown>['execute']>>[number]

/** What is kept of a voice beside its columns. */
export interface VoiceFacts {
  speed: number
  pitch: number
  volume: number
  extra?: string
  ref_id?: string | null
  ref_text?: string
}

export const factsOf = (params_json: string): Required<VoiceFacts> => ({
  ...EVEN,
  ...(JSON.parse(params_json) as Partial<VoiceFacts>),
})
const EVEN = { speed: 1, pitch: 0, volume: 1, extra: '', ref_id: null, ref_text: '' } as const

export function createVoices(platform: Platform<Tables>, pcs: Pick<Pcs, 'wakeOf'>) {
  const { db, live } = platform
  const tellLists = live.list(voiceApi.list)
  const voices = records(platform, {
    list: voiceApi.list,
    edit: voiceApi.edit,
    noun: nouns.voice,
    table: 'voice',
    key: 'voice_id',
    called: 'name',
    rows: store.voices,
    shown: store.shown,
    scope: store.amongVoices('voice.org_id'),
    filters: {
      server_id: (id) => store.isOnServer(id),
      provider: 'voice.provider',
      expire_status: (status, { now }) => store.licenceIs(status, now),
      enabled: 'voice.enabled',
      voice_id: 'voice.voice_id',
    },
    order: 'created_at',
    async answer(q, actor, found, now) {
      const ids = found.map(({ voice_id }) => voice_id)
      if (ids.length === 0) return []
      const servers = await store.serversOf(q, ids)
      const rooms = await store.roomsSpeaking(q, actor.scope, ids)
      return found.map((row) => ({
        ...rowOf(row, now),
        servers: servers
          .filter(({ voice_id }) => voice_id === row.voice_id)
          .map(({ id, name }) => ({ id, name })),
        rooms: rooms
          .filter(({ voice_id }) => voice_id === row.voice_id)
          .map(({ room_code, name }) => ({ room_code, name })),
      }))
    },
    can: (_, row, actor) => mayEdit(row, actor) || fault(Code.forbidden, ONLY_SEEN),
  })

  /** The first voice of a model that has just been brought. */
  async function begin(
    trx: Transaction<Tables>,
    actor: Actor,
    { provider, server_id, enabled, ...given }: FirstVoice,
  ): Promise<string> {
    const draft = await owned(trx, actor, { ...PLAIN, ...given })
    const kind = { provider, builtin: 0, enabled } as const
    const voice_id = await voices.insert(trx, actor, { ...columnsOf(draft), ...kind })
    await store.setServers(trx, voice_id, [server_id])
    return voice_id
  }

  const add = (actor: Actor, { server_ids, ...draft }: VoiceAdd) =>
    db.transaction(async (trx) => {
      const provider = await providerOf(trx, server_ids)
      await assertReference(trx, draft.ref_id, provider)
      const voice_id = await voices.insert(trx, actor, {
        ...columnsOf(await owned(trx, actor, draft)),
        provider,
        builtin: 0,
        enabled: OpenStatus.open,
      })
      await store.setServers(trx, voice_id, server_ids)
      return voices.added(trx, actor, voice_id)
    })

  const edit = (actor: Actor, { voice_id, version, server_ids, enabled, ...change }: VoiceEdit) =>
    db.transaction(async (trx) => {
      await hold(trx, 'voice', 'voice_id', voice_id)
      return voices.change(trx, actor, { id: voice_id, act: 'edit' }, async (before) => {
        const draft = { ...before, org_id: before.org?.id ?? null, ...change }
        const provider = server_ids ? await providerOf(trx, server_ids) : before.provider
        await assertReference(trx, draft.ref_id, provider)
        if (before.builtin === 1 && provider !== before.provider)
          throw invalid({ server_ids: STAYS_EMBEDDED })
        const owner = (await owned(trx, actor, draft)).org_id
        const isClosed = enabled === OpenStatus.close && before.enabled === OpenStatus.open
        // Rooms have a voice that steps in, and who disables it was told so
        if (isClosed) await assertUnspoken(trx, before)
        if (owner !== null && owner !== before.org?.id) await assertUnused(trx, before, owner)
        await voices.update(
          trx,
          actor,
          { id: voice_id, version },
          {
            ...columnsOf({ ...draft, org_id: owner }),
            provider,
            ...(enabled !== undefined && { enabled }),
          },
        )
        if (server_ids) await store.setServers(trx, voice_id, server_ids)
        await pcs.wakeOf(trx, [before.org?.id ?? null, owner])
      })
    })

  async function del(actor: Actor, voice_id: string): Promise<VoiceRow> {
    return db.transaction(async (trx) => {
      await hold(trx, 'voice', 'voice_id', voice_id)
      const row = await voices.byId(trx, actor, voice_id)
      if (!mayEdit(row, actor)) throw fault(Code.forbidden, ONLY_SEEN)
      if (row.builtin === 1) throw conflict(BUILT_IN, row)
      await assertUnused(trx, row)
      await trx.deleteFrom('voice_binding').where('voice_id', '=', voice_id).execute()
      await trx.deleteFrom('voice_on_server').where('voice_id', '=', voice_id).execute()
      await trx.deleteFrom('voice').where('voice_id', '=', voice_id).execute()
      await platform.search.keep(trx, 'voice', [voice_id])
      afterCommit(trx, () => tellLists(actor, { id: voice_id }))
      return row
    })
  }

  return { ...voices, begin, add, edit, del }
}

export type Voices = ReturnType<typeof createVoices>

/** Whoever sees all organisations, and of an organisation's own voice its people. */
const mayEdit = ({ org }: VoiceRow, { scope, org_id }: Actor): boolean =>
  scope.kind === 'all' || (org !== null && org.id === org_id)

/** A person who does not see all organisations makes voices for their own only. */
async function owned<Draft extends { org_id?: string | null }>(
  q: Q,
  { scope, org_id: own }: Actor,
  draft: Draft,
): Promise<Draft & { org_id: string | null }> {
  if (scope.kind !== 'all') {
    if (!own) throw fault(Code.forbidden, ONLY_SEEN)
    return { ...draft, org_id: own }
  }
  const { org_id = null } = draft
  if (org_id === null) return { ...draft, org_id }
  const org = await q.selectFrom('org').select('id').where('id', '=', org_id).executeTakeFirst()
  if (!org) throw notFound(nouns.org)
  return { ...draft, org_id }
}

/** The recording that a voice is copied of: only servers that are asked can do so. */
async function assertReference(q: Q, ref_id: string | null, provider: string): Promise<void> {
  if (ref_id === null) return
  if (provider !== 'openai') throw invalid({ ref_id: NOT_COPIED })
  const ref = await resourceById(q, ref_id)
  if (ref?.kind !== 'ref') throw invalid({ ref_id: NO_REFERENCE })
}

/** That of the servers, which must be one. */
async function providerOf(q: Q, server_ids: readonly string[]) {
  const servers = await q
    .selectFrom('voice_server')
    .select(['server_id', 'provider'])
    .where('server_id', 'in', [...server_ids])
    .execute()
  const [first] = servers
  if (!first || servers.length < new Set(server_ids).size) throw invalid({ server_ids: NO_SERVER })
  if (servers.some(({ provider }) => provider !== first.provider))
    throw invalid({ server_ids: MIXED })
  return first.provider
}

type Draft = Pick<
  Required<VoiceAdd>,
  | 'name'
  | 'engine_voice'
  | 'lang'
  | 'gender'
  | 'speed'
  | 'pitch'
  | 'volume'
  | 'extra'
  | 'ref_id'
  | 'ref_text'
> & { org_id: string | null; licence: Licence | null }

interface FirstVoice extends Pick<Draft, 'name' | 'engine_voice' | 'gender' | 'licence'> {
  provider: Tables['voice']['provider']
  server_id: string
  enabled: OpenStatus
}

const PLAIN = { ...EVEN, lang: 'zh-CN', org_id: null }

const columnsOf = ({
  name,
  engine_voice,
  lang,
  gender,
  org_id,
  licence,
  speed,
  pitch,
  volume,
  extra,
  ref_id,
  ref_text,
}: Draft) => ({
  name,
  engine_voice,
  lang,
  gender,
  org_id,
  params_json: JSON.stringify({ speed, pitch, volume, extra, ref_id, ref_text }),
  licence_json: licence && JSON.stringify(licence),
  expire_at: licence?.expire_at ?? null,
})

const rowOf = (
  {
    voice_id,
    name,
    provider,
    engine_voice,
    lang,
    gender,
    params_json,
    org_id,
    org_name,
    licence_json,
    expire_at,
    builtin,
    enabled,
    version,
    created_at,
    updated_at,
    editor,
  }: Found,
  now: number,
): Omit<VoiceRow, 'servers' | 'rooms'> => ({
  voice_id,
  name,
  provider,
  engine_voice,
  lang,
  gender,
  ...factsOf(params_json),
  org: org_id === null ? null : { id: org_id, name: org_name ?? '' },
  licence: licence_json === null ? null : (JSON.parse(licence_json) as Licence),
  expire_status: expireStatusOf(expire_at, now),
  builtin,
  enabled,
  is_demo: 0,
  version,
  created_at,
  updated_at,
  updated_by: editor,
})

const ONLY_SEEN = words(
  '全部公会共用的音色只有运营可以修改',
  'Voices for all guilds are changed by operators only',
)
const BUILT_IN = words('内置音色不能删除', 'Built-in voices cannot be deleted')
const STAYS_EMBEDDED = words('内置音色只能用内置语音', 'A built-in voice stays with its server')
const NO_SERVER = words('请选择存在的语音服务器', 'Choose a voice server that exists')
const NO_REFERENCE = words('请选择存在的参考音频', 'Choose a reference audio that exists')
const NOT_COPIED = words(
  '只有接口类服务器的音色可以用参考音频',
  'Only voices of servers that are asked are copied of a reference',
)
const MIXED = words('请选择同一类的语音服务器', 'Choose servers of one kind')
