import type { Transaction } from 'kysely'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { MAX_NATURAL_PORTS } from '@kaibo/contract/voice/voice.rules.ts'
import { ServerState } from '@kaibo/contract/voice/voice.enums.ts'
import { VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { ServerDraft, ServerRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid, taken } from '#platform/fault.ts'
import { OutgoingFault } from '#platform/outgoing/outgoing.fault.ts'
import { urlFrom } from '#platform/outgoing/target.ts'
import type { Platform } from '#platform/platform.ts'
import { records, type Changed } from '#platform/records/records.ts'
import * as store from './voice.server.store.ts'

type Found = Awaited<ReturnType<ReturnType<typeof store.shown>['execute']>>[number]

interface ServerNeeds {
  /** Ports of the server are others now, or it speaks otherwise. */
  changed: (server_id: string) => void
}

/** What voices are spoken by. All who may look see all of them. */
export function createServers(platform: Platform<Tables>, { changed }: ServerNeeds) {
  const { db, clock, ids, seal, live } = platform
  const tellLists = live.list(voiceApi.servers)
  const servers = records(platform, {
    list: voiceApi.servers,
    edit: voiceApi.saveServer,
    noun: nouns.voiceServer,
    table: 'voice_server',
    key: 'server_id',
    called: 'name',
    rows: store.servers,
    shown: store.shown,
    scope: 'open',
    filters: {
      provider: 'voice_server.provider',
      enabled: 'voice_server.enabled',
      server_id: 'voice_server.server_id',
    },
    order: 'created_at',
    answer: (_, __, found) => found.map(rowOf),
    taken: { name: (name) => taken('name', nameTaken(name)) },
  })

  const make = () => {
    const now = clock.now()
    return { port_id: ids.next(now), now }
  }

  const columnsOf = ({
    name,
    base_url,
    api_key,
    model,
    ports,
    swap,
    format,
    publish_url,
    enabled,
  }: ServerDraft) => ({
    name,
    base_url,
    model,
    ports,
    swap,
    format,
    publish_url,
    enabled,
    ...(api_key !== undefined && { api_key_sealed: api_key === '' ? null : seal.close(api_key) }),
  })

  async function begin(
    trx: Transaction<Tables>,
    actor: Actor,
    draft: ServerDraft,
  ): Promise<string> {
    const { provider } = draft
    const first = { provider, api_key_sealed: null, builtin: 0, is_demo: 0 } as const
    const server_id = await servers.insert(trx, actor, { ...first, ...columnsOf(draft) })
    await store.setPorts(trx, server_id, draft.ports, make)
    afterCommit(trx, () => changed(server_id))
    return server_id
  }

  const save = (
    actor: Actor,
    { id, version = 0, ...draft }: ServerDraft,
  ): Promise<Changed<ServerRow>> =>
    db.transaction(async (trx) => {
      check(draft)
      if (id === undefined) {
        if (draft.provider === VoiceProvider.embedded) throw invalid({ provider: ONE_EMBEDDED })
        if (draft.provider === VoiceProvider.natural) throw invalid({ provider: BY_ITS_OWN })
        return servers.added(trx, actor, await begin(trx, actor, draft))
      }
      await hold(trx, 'voice_server', 'server_id', id)
      return servers.change(trx, actor, { id, act: 'edit' }, async (before) => {
        if (before.provider !== draft.provider) throw invalid({ provider: PROVIDER_STAYS })
        // Which model a natural voice speaks by is said by publishing it
        const { model } = draft.provider === VoiceProvider.natural ? before : draft
        await servers.update(trx, actor, { id, version }, { ...columnsOf(draft), model })
        await store.setPorts(trx, id, draft.ports, make)
        // Whoever sets it right does not wait for the next probe.
        await trx
          .updateTable('voice_port')
          .set({ tried_at: 0 })
          .where('server_id', '=', id)
          .where('state', '=', 'down')
          .execute()
        afterCommit(trx, () => changed(id))
      })
    })

  const del = (actor: Actor, server_id: string): Promise<ServerRow> =>
    db.transaction(async (trx) => {
      await hold(trx, 'voice_server', 'server_id', server_id)
      const row = await servers.byId(trx, actor, server_id)
      if (row.builtin === 1) throw conflict(BUILT_IN, row)
      const rooms = await store.boundTo(trx, server_id)
      if (rooms.length > 0) throw conflict(stillBound(rooms.map(({ name }) => name)), row)
      const voices = await store.onlyOn(trx, server_id)
      if (voices.length > 0) throw conflict(stillSpeaking(voices.map(({ name }) => name)), row)
      const ports = await store.portIdsOf(trx, server_id)
      if (ports.length > 0) await store.dropPorts(trx, ports)
      await trx.deleteFrom('voice_on_server').where('server_id', '=', server_id).execute()
      await trx.deleteFrom('voice_publish').where('server_id', '=', server_id).execute()
      await trx.deleteFrom('voice_server').where('server_id', '=', server_id).execute()
      await platform.search.keep(trx, 'voice_server', [server_id])
      afterCommit(trx, () => {
        tellLists(actor, { id: server_id })
        changed(server_id)
      })
      return row
    })

  return { ...servers, begin, save, del }
}

export type Servers = ReturnType<typeof createServers>

/** What the schema cannot say: each kind of server has fields of its own. */
function check({ provider, base_url, publish_url, model, ports }: ServerDraft): void {
  const fields: Record<string, Words> = {}
  if (provider === VoiceProvider.openai) {
    if (base_url === '') fields['base_url'] = BASE_URL
    if (model === '') fields['model'] = MODEL
  } else if (provider === VoiceProvider.natural && ports > MAX_NATURAL_PORTS)
    fields['ports'] = TOO_MANY_PORTS
  if (provider !== VoiceProvider.openai && base_url !== '') fields['base_url'] = NO_ADDRESS
  for (const [field, url] of [
    ['base_url', base_url],
    ['publish_url', publish_url],
  ] as const) {
    if (url === '' || fields[field]) continue
    try {
      urlFrom(url)
    } catch (error) {
      if (!(error instanceof OutgoingFault)) throw error
      fields[field] = error.words
    }
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

const rowOf = ({ api_key_sealed, down, editor, ...row }: Found): ServerRow => ({
  server_id: row.server_id,
  name: row.name,
  provider: row.provider,
  base_url: row.base_url,
  has_key: api_key_sealed !== null,
  model: row.model,
  ports: row.ports,
  swap: row.swap,
  format: row.format,
  publish_url: row.publish_url,
  state: stateOf(row.enabled, down, row.ports),
  rooms: row.rooms,
  voices: row.voices,
  builtin: row.builtin,
  enabled: row.enabled,
  is_demo: row.is_demo,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
  updated_by: editor,
})

function stateOf(enabled: OpenStatus, down: number, ports: number): ServerRow['state'] {
  if (enabled !== OpenStatus.open) return ServerState.off
  if (down === 0) return ServerState.ok
  return down < ports ? ServerState.part : ServerState.down
}

const nameTaken = (name: string) =>
  words(
    `已有同名语音服务器「${name}」，请换一个名称`,
    `There is a voice server “${name}” already; choose another name`,
  )
const stillBound = (names: readonly string[]) =>
  words(
    `仍有直播间绑定：${names.join('、')}，请先把它们换到别的端口`,
    `Rooms are bound to it: ${names.join(', ')}; move them to other ports first`,
  )
const stillSpeaking = (names: readonly string[]) =>
  words(
    `这些音色只在这台服务器上：${names.join('、')}，请先删除或换服务器`,
    `Voices are on this server only: ${names.join(', ')}; delete them or give them another server`,
  )
const BASE_URL = words('请输入接口地址', 'Address is required')
const MODEL = words('请输入模型', 'Model is required')
const NO_ADDRESS = words('只有接口类服务器有地址', 'Only servers that are asked have an address')
const ONE_EMBEDDED = words(
  '内置语音只有一个，请修改它的端口数',
  'There is one built-in server; edit its ports',
)
const BY_ITS_OWN = words('自然语音请用「添加自然语音」', 'Add one by “Add a natural voice”')
const TOO_MANY_PORTS = words(
  `自然语音最多${MAX_NATURAL_PORTS}个端口`,
  `A natural voice has at most ${MAX_NATURAL_PORTS} ports`,
)
const PROVIDER_STAYS = words(
  '提供方不能更改，请新增一台服务器',
  'The provider stays; add another server',
)
const BUILT_IN = words('内置语音不能删除', 'The built-in server cannot be deleted')
