import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault } from './voice.engine.ts'
import type { Engines, Ports } from './voice.ports.ts'
import { serverById } from './voice.server.store.ts'

const WITHIN_MS = 20_000
const TEXT = '你好'

interface ProbeNeeds {
  engines: Engines
  ports: Pick<Ports, 'voiceById'>
}

export type ProbedPort = Pick<Tables['voice_port'], 'port_id' | 'server_id' | 'voice_id'>

/** Has a port say two syllables; answers why it could not. */
export function createProbe({ db }: Pick<Platform<Tables>, 'db'>, { engines, ports }: ProbeNeeds) {
  return async ({ port_id, server_id, voice_id }: ProbedPort): Promise<string | undefined> => {
    const server = await serverById(db.query, server_id)
    const first = await db.query
      .selectFrom('voice_on_server')
      .select('voice_id')
      .where('server_id', '=', server_id)
      .orderBy('voice_id')
      .executeTakeFirst()
    const voice = first && (await ports.voiceById(voice_id ?? first.voice_id))
    const engine = server && engines[server.provider]
    // Nothing can be tried where there is no voice: the next sentence will show.
    if (!server || !voice || !engine) return undefined
    try {
      const signal = AbortSignal.timeout(WITHIN_MS)
      await engine.speak({ text: TEXT, voice, server, port_id }, signal)
      return undefined
    } catch (error) {
      // The fault lies in what was asked: it answers.
      if (error instanceof EngineFault && error.kind === 'asked') return undefined
      return error instanceof EngineFault ? error.message : '没有在20秒内应答'
    }
  }
}

export type Probe = ReturnType<typeof createProbe>
