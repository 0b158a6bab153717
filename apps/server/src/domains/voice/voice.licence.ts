import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type {
  ModelLicence,
  ModelLicenceAccept,
} from '@kaibo/contract/voice/voice.natural.schema.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import type { Changed } from '#platform/records/records.ts'
import { resourceById } from './voice.resource.store.ts'
import type { Resources } from './voice.resources.ts'

type Q = Queryable<Tables>

export const keepLicence = (trx: Q, resource_id: string, licence: ModelLicence) =>
  trx
    .updateTable('voice_resource')
    .set({ licence_json: JSON.stringify(licence) })
    .where('resource_id', '=', resource_id)
    .execute()

/** Of the file that the resource has now. */
async function read(q: Q, resource_id: string): Promise<ModelLicence> {
  const resource = await resourceById(q, resource_id)
  if (!resource) throw notFound(nouns.voiceResource)
  const { licence_json, sha256 } = resource
  const found = licence_json === null ? NONE : (JSON.parse(licence_json) as ModelLicence)
  return found.sha256 === sha256 ? found : NONE
}

/** What archives of models say of how they may be used, and who accepts it: no model is heard before. */
export function createLicences(
  { db, clock }: Pick<Platform<Tables>, 'db' | 'clock'>,
  resources: Pick<Resources, 'change'>,
) {
  const accept = (
    actor: Actor,
    { resource_id, sha256 }: ModelLicenceAccept,
  ): Promise<Changed<ResourceRow>> =>
    db.transaction(async (trx) => {
      await hold(trx, 'voice_resource', 'resource_id', resource_id)
      return resources.change(trx, actor, { id: resource_id, act: 'edit' }, async (before) => {
        if ((await read(trx, resource_id)).sha256 !== sha256) throw conflict(OTHER_FILE, before)
        await trx
          .updateTable('voice_resource')
          .set({ accepted_sha256: sha256 })
          .where('resource_id', '=', resource_id)
          .execute()
        await trx
          .updateTable('voice_publish')
          .set({ state: 'sending', at: clock.now() })
          .where('resource_id', '=', resource_id)
          .where('state', '=', 'licence')
          .execute()
      })
    })

  return { read: (resource_id: string) => read(db.query, resource_id), accept }
}

export type Licences = ReturnType<typeof createLicences>

const NONE: ModelLicence = { sha256: '', texts: [] }
const OTHER_FILE = words(
  '模型的文件已经更换，请重新阅读授权',
  'The file of the model was replaced; read its licence again',
)
