import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Login, TestServer } from '../boot.ts'

let made = 0

export const EMBEDDED_SERVER = 'builtin:embedded'

type Draft = InputOf<typeof voiceApi.add>
export const voiceDraft = (more: Partial<Draft> = {}): Draft => ({
  name: `第${++made}个音色`,
  server_ids: [EMBEDDED_SERVER],
  engine_voice: 'cmn',
  ...more,
})

type ServerDraft = InputOf<typeof voiceApi.saveServer>
export async function serverOf(server: TestServer, more: Partial<ServerDraft> = {}) {
  const admin = await server.login('admin')
  const draft: ServerDraft = {
    name: `语音服务器${++made}`,
    provider: 'openai',
    base_url: 'https://voice.example/v1',
    model: 'tts-1',
    ...more,
  }
  const { data } = await server.call(voiceApi.saveServer, draft, admin)
  return data
}

/** Accepts what the archive of a model says of how it may be used, and has publishing go on. */
export async function acceptLicence(server: TestServer, login: Login): Promise<void> {
  const { data } = await server.call(voiceApi.resources, { kind: 'model' }, login)
  for (const { resource_id, sha256, servers } of data.list)
    if (servers.some(({ state }) => state === 'licence'))
      await server.call(voiceApi.acceptLicence, { resource_id, sha256 }, login)
  // It is looked for every two seconds
  await server.db.query.deleteFrom('job_lease').where('job', '=', 'voice-publish').execute()
  await server.app.jobs.look()
}

/** A resource whose file nobody reads. */
export async function resourceOf(
  server: TestServer,
  resource_id = `资源行${++made}`,
): Promise<string> {
  await server.db.query
    .insertInto('voice_resource')
    .values({
      resource_id,
      name: resource_id,
      kind: 'lexicon',
      upload_id: 'none',
      sha256: 'none',
      revision: 1,
      bytes: 0,
      is_demo: 0,
      licence_json: null,
      accepted_sha256: '',
      version: 1,
      created_at: 0,
      updated_at: 0,
      updated_by: null,
    })
    .execute()
  await server.db.transaction((trx) =>
    server.platform.search.keep(trx, 'voice_resource', [resource_id]),
  )
  return resource_id
}
