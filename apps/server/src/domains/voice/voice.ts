import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Models } from '@kaibo/voice/models.ts'
import { systemTime } from '@kaibo/voice/system-time.ts'
import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import type { Outgoing } from '#platform/outgoing/outgoing.ts'
import type { Platform } from '#platform/platform.ts'
import { createCanary } from './voice.canary.ts'
import { createChange } from './voice.change.ts'
import { clipAddresses } from './voice.clip-address.ts'
import { clipPlugin } from './voice.clip.plugin.ts'
import { createClipSweep } from './voice.clips.sweep.ts'
import { createClips } from './voice.clips.ts'
import { createEmbeddedEngine } from './voice.embedded.ts'
import { createFetches } from './voice.fetch.ts'
import { createHanding } from './voice.handing.ts'
import { createHeard } from './voice.heard.ts'
import { createLexicons } from './voice.lexicons.ts'
import { createLicences } from './voice.licence.ts'
import { createLists } from './voice.lists.ts'
import { createModelStore } from './voice.models.ts'
import { createNaturalAdd, createNaturalFetch } from './voice.natural-add.ts'
import { createNaturalEngine } from './voice.natural.ts'
import { createOpenaiEngine } from './voice.openai.ts'
import { voicePlugin } from './voice.plugin.ts'
import { portedVoice } from './voice.ported.ts'
import { createPcs, type Wake } from './voice.pcs.ts'
import { createPorts } from './voice.ports.ts'
import { createProbe } from './voice.probe.ts'
import { createPublishing } from './voice.publish.ts'
import { referenceAt } from './voice.resource.store.ts'
import { createResources, type ResourceFiles } from './voice.resources.ts'
import { createRoomVoices } from './voice.rooms.ts'
import { voiceRoutes } from './voice.routes.ts'
import { portIdsOf } from './voice.server.store.ts'
import { createServers } from './voice.servers.ts'
import { createVoices } from './voice.service.ts'
import { createSpeech } from './voice.speech.ts'
import { createTending } from './voice.tending.ts'
import { createTrials } from './voice.trial.ts'

export interface VoiceNeeds {
  blobs: BlobStore
  files: ResourceFiles
  outgoing: Outgoing
  /** The program that speaks, if it is there. */
  speakerFile: string
  /** Where what can be made anew is kept on this machine's disk. */
  dataDir: string
  wake: Wake
  /** The address at which voice servers reach this server, if it knows. */
  publicUrl: string | undefined
}

/** How rooms sound: voices, the servers that speak them, and what is brought to those. */
export function createVoice(
  platform: Platform<Tables>,
  { blobs, files, outgoing, wake, speakerFile, dataDir, publicUrl }: VoiceNeeds,
) {
  const { db, seal, clock } = platform
  const log = platform.log.child({ part: 'voice' })
  const embedded = createEmbeddedEngine({ file: speakerFile, time: systemTime, log })
  const models = new Models({ folder: join(dataDir, 'models'), speakerFile })
  const modelStore = createModelStore(platform, { models, files })
  const natural = createNaturalEngine({
    models,
    bring: (sha256) => modelStore.bringAgain(sha256),
    time: systemTime,
    log,
  })
  const openai = createOpenaiEngine(
    outgoing,
    seal,
    async (server_id, resource_id) => (await referenceAt(db.query, server_id, resource_id))?.name,
  )
  const engines = { embedded, natural, openai }
  const ports = createPorts(platform, engines)
  const clips = createClips(platform, {
    blobs,
    provider: portedVoice(ports),
    onHit: (room_id) => ports.hit(room_id),
  })
  const lexicons = createLexicons(platform, files)
  const rooms = createRoomVoices(platform, lexicons)
  const programs = { embedded: speakerFile, natural: models.program, openai: undefined }
  const heard = createHeard(platform, {
    rooms,
    isThere(provider) {
      const program = programs[provider]
      return program === undefined || existsSync(program)
    },
  })
  const addresses = clipAddresses(seal)
  const pcs = createPcs(wake)
  const voices = createVoices(platform, pcs)
  const servers = createServers(platform, {
    changed(server_id) {
      modelStore.changed()
      portIdsOf(db.query, server_id).then(
        (ids) => ports.changed(ids),
        (err: unknown) => log.error({ err, server_id }, 'the ports of a server'),
      )
    },
  })
  const resources = createResources(platform, files)
  const publishing = createPublishing(platform, {
    outgoing,
    engines,
    ports,
    files,
    models: modelStore,
    pcs,
    publicUrl,
  })
  const fetches = createFetches(platform, { outgoing, files, resources })
  const addNatural = createNaturalAdd(platform, { fetches, resources, servers, voices })
  const fetchNatural = createNaturalFetch(platform, { fetches, resources })
  const trials = createTrials(platform, { voices, ports, blobs, lexicons })
  const probe = createProbe(platform, { engines, ports })
  const change = createChange(platform, ports)
  const lists = createLists(platform)
  const handing = createHanding(platform, { publishing, files })
  return {
    routes: voiceRoutes({
      voices,
      servers,
      resources,
      lists,
      change,
      trials,
      addNatural,
      fetchNatural,
      licences: createLicences(platform, resources),
    }),
    async plugin(http: FastifyInstance) {
      await http.register(voicePlugin({ trials, handing }))
      await http.register(clipPlugin({ clips, addresses, now: () => clock.now() }))
    },
    jobs: [
      createTending(platform, { probe, ports, trials }),
      createCanary(platform, { probe, ports }),
      publishing.job,
      createClipSweep(platform, clips),
    ],
    ports,
    rooms: { ...rooms, ...heard },
    modelFor: resources.modelFor,
    speech: createSpeech(platform, { clips, voices: rooms, addresses }),
    sees: voices.sees,
    async close() {
      await fetches.close()
      modelStore.close()
      await ports.close()
      embedded.close()
      natural.close()
    },
  }
}

export type Voice = ReturnType<typeof createVoice>
