import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { createChange } from './voice.change.ts'
import type { Licences } from './voice.licence.ts'
import type { createLists } from './voice.lists.ts'
import type { createNaturalAdd, createNaturalFetch } from './voice.natural-add.ts'
import type { Resources } from './voice.resources.ts'
import type { Servers } from './voice.servers.ts'
import type { Voices } from './voice.service.ts'
import type { Trials } from './voice.trial.ts'

interface Parts {
  voices: Voices
  servers: Servers
  resources: Resources
  lists: ReturnType<typeof createLists>
  change: ReturnType<typeof createChange>
  trials: Trials
  addNatural: ReturnType<typeof createNaturalAdd>
  fetchNatural: ReturnType<typeof createNaturalFetch>
  licences: Licences
}

export const voiceRoutes = ({
  voices,
  servers,
  resources,
  lists,
  change,
  trials,
  addNatural,
  fetchNatural,
  licences,
}: Parts): Implementation[] =>
  implement(voiceApi, {
    list: voices.listed,
    add: voices.wrote(voices.add),
    edit: voices.wrote(voices.edit),
    async del({ actor, input, audit }) {
      const before = await voices.del(actor, input.voice_id)
      audit({ target: before.name, target_id: before.voice_id, before })
      return null
    },
    servers: servers.listed,
    saveServer: servers.wrote(servers.save),
    async delServer({ actor, input, audit }) {
      const before = await servers.del(actor, input.server_id)
      audit({ target: before.name, target_id: before.server_id, before })
      return null
    },
    async change({ actor, input, origin, audit }) {
      const list = await change(actor, input, origin.lang)
      audit({ target: list.map(({ name }) => name).join('、'), after: list })
      return { list }
    },
    ports: async ({ actor, input }) => ({ list: await lists.ports(actor, input.server_id) }),
    statistic: async ({ input }) => ({
      list: await lists.statistic(input.from, input.to, input.server_id),
    }),
    async test({ actor, input, signal, audit }) {
      audit({ target_id: input.voice_id })
      return trials.test(actor, input, signal)
    },
    resources: resources.listed,
    saveResource: resources.wrote(resources.save),
    addNatural: resources.wrote(addNatural),
    fetchNatural: resources.wrote(fetchNatural),
    modelLicence: ({ input }) => licences.read(input.resource_id),
    acceptLicence: resources.wrote(licences.accept),
    publish: resources.wrote(resources.publish),
  })
