import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { words } from '@kaibo/contract/kernel/words.ts'
import { licencesIn, type LicenceText } from '@kaibo/voice/licence.ts'
import { ModelFault, type Models } from '@kaibo/voice/models.ts'
import type { Tables } from '#migrations/tables.ts'
import { diskFull, isDiskFull } from '#platform/disk-full.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault } from './voice.engine.ts'
import { modelsInUse, standing } from './voice.resource.store.ts'
import type { ResourceFiles } from './voice.resources.ts'

const CHANNEL = 'voice.models'

interface ModelsNeeds {
  models: Models
  files: Pick<ResourceFiles, 'open'>
}

/** Models of natural voices, brought to this server's disk from where uploads are kept. */
export function createModelStore(
  { db, bus, log }: Pick<Platform<Tables>, 'db' | 'bus' | 'log'>,
  { models, files }: ModelsNeeds,
) {
  const unsubscribe = bus.subscribe(CHANNEL, () => {
    tidy().catch((err: unknown) => log.warn({ err }, 'models that nobody speaks by stay'))
  })

  async function tidy(): Promise<void> {
    const spoken = await modelsInUse(db.query)
    for (const sha256 of await models.list()) if (!spoken.has(sha256)) await models.remove(sha256)
  }

  /** Unpacks a model, unless it is there. Rejects with `EngineFault`. */
  async function bring({ sha256, upload_id }: { sha256: string; upload_id: string }) {
    if (models.has(sha256)) return
    const body = await files.open(upload_id)
    if (!body) throw new EngineFault(GONE)
    const archive = `${models.path(sha256)}.tar.bz2`
    try {
      await mkdir(dirname(archive), { recursive: true })
      await pipeline(body, createWriteStream(archive, { mode: 0o600 }))
      await models.unpack(sha256, archive)
    } catch (error) {
      if (isDiskFull(error)) throw diskFull()
      throw error instanceof ModelFault ? new EngineFault(error.words) : error
    } finally {
      await rm(archive, { force: true })
    }
  }

  return {
    bring,

    /** Of a model that is unpacked. */
    licences: (sha256: string): Promise<LicenceText[]> => licencesIn(models.path(sha256)),

    /** Servers speak by other models now: each server of this installation gives up those that nobody speaks by. */
    changed: () => bus.publish(CHANNEL, null),

    close: unsubscribe,

    /** The same by its hash alone: another server of this installation has it. */
    async bringAgain(sha256: string): Promise<void> {
      const resource = await standing(db.query, sha256)
      if (!resource) throw new EngineFault(GONE)
      await bring(resource)
    },
  }
}

export type ModelStore = ReturnType<typeof createModelStore>

const GONE = words('模型的文件不在了', 'The file of the model is gone')
