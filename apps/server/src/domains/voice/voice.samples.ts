import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'
import { resourceOf, serverOf, voiceDraft } from '@kaibo/testkit/build/voice.build.ts'

/** A voice of an organisation's own. */
async function voiceOf(server: TestServer, org_id: string) {
  const admin = await server.login('admin')
  const { data } = await server.call(voiceApi.add, { ...voiceDraft(), org_id }, admin)
  return data
}
type Made = Awaited<ReturnType<typeof voiceOf>>

const onVoice = (input: (made: Made) => object): Sample => ({
  input: async ({ server, org_id }) => input(await voiceOf(server, org_id)),
  foreign: async ({ server, foreign }) => input(await voiceOf(server, foreign.room.org_id)),
})

let named = 0

export const voiceSamples: DomainSamples = {
  async rows(server, org_id) {
    const { voice_id, name } = await voiceOf(server, org_id)
    return [voice_id, name]
  },
  calls: {
    'voice.list': nothing,
    'voice.add': {
      input: ({ org_id }) => ({ ...voiceDraft(), org_id }),
      foreign: 'names no row',
    },
    'voice.edit': onVoice(({ voice_id, version }) => ({ voice_id, version, speed: 1.2 })),
    'voice.del': onVoice(({ voice_id }) => ({ voice_id })),
    'voice.servers': nothing,
    'voice.saveServer': {
      input: () => ({
        name: `服务器${++named}`,
        provider: 'openai',
        base_url: 'https://voice.example/v1',
        model: 'tts-1',
      }),
      foreign: 'names no row',
    },
    'voice.delServer': {
      input: async ({ server }) => ({ server_id: (await serverOf(server)).server_id }),
      foreign: 'names no row',
    },
    'voice.change': {
      input: ({ own }) => ({ room_codes: [own.room.room_code] }),
      foreign: ({ foreign }) => ({ room_codes: [foreign.room.room_code] }),
    },
    'voice.ports': nothing,
    'voice.statistic': { input: () => ({ from: 0, to: 3_600_000 }), foreign: 'names no row' },
    // The program that speaks is not installed in the matrix.
    'voice.test': {
      ...onVoice(({ voice_id }) => ({ voice_id, text: '你好' })),
      code: 1008,
    },
    'voice.resources': nothing,
    'voice.saveResource': {
      input: () => ({ name: `资源${++named}`, kind: 'lexicon', upload_id: 'none' }),
      foreign: 'names no row',
      code: 1005,
    },
    'voice.addNatural': {
      input: () => ({
        name: `自然${++named}`,
        upload_id: 'none',
        licence: { holder: '某研究组', expire_at: null, note: '' },
      }),
      foreign: 'names no row',
      code: 1005,
    },
    'voice.fetchNatural': {
      input: async ({ server }) => ({
        resource_id: await resourceOf(server),
        url: 'https://release.example/model.tar.bz2',
      }),
      foreign: 'names no row',
      code: 1006,
    },
    'voice.modelLicence': {
      input: async ({ server }) => ({ resource_id: await resourceOf(server) }),
      foreign: 'names no row',
    },
    // No archive that is read so was unpacked
    'voice.acceptLicence': {
      input: async ({ server }) => ({
        resource_id: await resourceOf(server),
        sha256: '0'.repeat(64),
      }),
      foreign: 'names no row',
      code: 1006,
    },
    'voice.publish': {
      input: async ({ server }) => ({
        resource_id: await resourceOf(server),
        server_ids: ['builtin:embedded'],
      }),
      foreign: 'names no row',
    },
  },
}
