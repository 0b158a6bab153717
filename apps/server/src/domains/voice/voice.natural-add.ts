import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { NaturalDraft, NaturalFetch } from '@kaibo/contract/voice/voice.natural.schema.ts'
import {
  PublishState,
  ResourceKind,
  SoundFormat,
  VoiceProvider,
} from '@kaibo/contract/voice/voice.enums.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, invalid } from '#platform/fault.ts'
import { OutgoingFault } from '#platform/outgoing/outgoing.fault.ts'
import { urlFrom } from '#platform/outgoing/target.ts'
import type { Platform } from '#platform/platform.ts'
import type { Changed } from '#platform/records/records.ts'
import type { Fetches } from './voice.fetch.ts'
import { UNDER_WAY, type Resources } from './voice.resources.ts'
import type { Servers } from './voice.servers.ts'
import type { Voices } from './voice.service.ts'

interface NaturalAddNeeds {
  fetches: Pick<Fetches, 'begin'>
  resources: Pick<Resources, 'begin' | 'added' | 'send' | 'change'>
  servers: Pick<Servers, 'begin' | 'added'>
  voices: Pick<Voices, 'begin' | 'added'>
}

/** Adds a model with a server of its own and its first voice. Both are closed until publishing has unpacked it and heard it. */
export const createNaturalAdd =
  ({ db }: Platform<Tables>, { fetches, resources, servers, voices }: NaturalAddNeeds) =>
  (actor: Actor, draft: NaturalDraft): Promise<Changed<ResourceRow>> => {
    const { name, upload_id, url, ports, gender, licence } = draft
    if (url !== '') assertAddress(url)
    return db.transaction(async (trx) => {
      const { model: kind } = ResourceKind
      const resource_id = await resources.begin(trx, actor, { name, kind, upload_id })
      const server_id = await servers.begin(trx, actor, {
        name,
        provider: VoiceProvider.natural,
        base_url: '',
        model: '',
        ports,
        swap: IsOrNot.not,
        format: SoundFormat.wav,
        publish_url: '',
        enabled: OpenStatus.close,
      })
      const voice_id = await voices.begin(trx, actor, {
        name,
        provider: VoiceProvider.natural,
        server_id,
        engine_voice: '0',
        gender,
        licence,
        enabled: OpenStatus.close,
      })
      await resources.send(trx, resource_id, [server_id], url === '' ? 'wait' : 'fetching')
      await servers.added(trx, actor, server_id)
      await voices.added(trx, actor, voice_id)
      if (url !== '')
        afterCommit(trx, () => fetches.begin({ resource_id, server_id, url, uid: actor.uid }))
      return resources.added(trx, actor, resource_id)
    })
  }

/** Fetches a model that did not come, from the address that its adder says again: it is nowhere kept. */
export const createNaturalFetch =
  (
    { db }: Platform<Tables>,
    { fetches, resources }: Pick<NaturalAddNeeds, 'fetches' | 'resources'>,
  ) =>
  (actor: Actor, { resource_id, url }: NaturalFetch): Promise<Changed<ResourceRow>> => {
    assertAddress(url)
    return db.transaction(async (trx) => {
      await hold(trx, 'voice_resource', 'resource_id', resource_id)
      return resources.change(trx, actor, { id: resource_id, act: 'edit' }, async (before) => {
        const [way] = before.servers
        if (!way || before.kind !== ResourceKind.model || before.sha256 !== '')
          throw conflict(NOTHING_MISSING, before)
        if (way.state !== PublishState.failed) throw conflict(UNDER_WAY, before)
        const { server_id } = way
        await resources.send(trx, resource_id, [server_id], 'fetching')
        afterCommit(trx, () => fetches.begin({ resource_id, server_id, url, uid: actor.uid }))
      })
    })
  }

const NOTHING_MISSING = words('模型的文件已经有了', 'The file of the model is there')

function assertAddress(url: string): void {
  try {
    urlFrom(url, { strict: true })
  } catch (error) {
    throw error instanceof OutgoingFault ? invalid({ url: error.words }) : error
  }
}
