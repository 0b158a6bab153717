import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { NaturalDraft } from '@kaibo/contract/voice/voice.natural.schema.ts'
import { ResourceKind, SoundFormat, VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Platform } from '#platform/platform.ts'
import type { Changed } from '#platform/records/records.ts'
import type { Resources } from './voice.resources.ts'
import type { Servers } from './voice.servers.ts'
import type { Voices } from './voice.service.ts'

interface NaturalAddNeeds {
  resources: Pick<Resources, 'begin' | 'added' | 'send'>
  servers: Pick<Servers, 'begin' | 'added'>
  voices: Pick<Voices, 'begin' | 'added'>
}

/** Adds a model with a server of its own and its first voice. Both are closed until publishing has unpacked it and heard it. */
export const createNaturalAdd =
  ({ db }: Platform<Tables>, { resources, servers, voices }: NaturalAddNeeds) =>
  (actor: Actor, draft: NaturalDraft): Promise<Changed<ResourceRow>> =>
    db.transaction(async (trx) => {
      const { name, upload_id, ports, gender, licence } = draft
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
      await resources.send(trx, resource_id, [server_id])
      await servers.added(trx, actor, server_id)
      await voices.added(trx, actor, voice_id)
      return resources.added(trx, actor, resource_id)
    })
