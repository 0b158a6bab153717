import { words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import type { Ports } from './voice.ports.ts'
import type { Probe } from './voice.probe.ts'

const EVERY_MS = 300_000

interface CanaryNeeds {
  probe: Probe
  ports: Pick<Ports, 'changed'>
}

/**
 * Servers that are asked and that nobody has asked for a while say two syllables: what is wrong with one is known before a room
 * goes on air. One port does it for all: they have one address and one key. Programs of ours are left to rest.
 */
export function createCanary(
  { db, clock, log }: Platform<Tables>,
  { probe, ports }: CanaryNeeds,
): Job<Tables> {
  const idlePorts = (server_id: string) =>
    db.query
      .selectFrom('voice_port')
      .select(['port_id', 'server_id', 'voice_id'])
      .where('server_id', '=', server_id)
      .where('state', '=', 'idle')
      .orderBy('number')
      .execute()

  /** Enabled servers no port of which has done anything since the last time. */
  async function unasked(): Promise<string[]> {
    const rows = await db.query
      .selectFrom('voice_server as server')
      .innerJoin('voice_port as port', 'port.server_id', 'server.server_id')
      .select('server.server_id')
      .where('server.provider', '=', 'openai')
      .where('server.enabled', '=', 1)
      .groupBy('server.server_id')
      .having((is) => is.fn.max('port.since_at'), '<=', clock.now() - EVERY_MS)
      .execute()
    return rows.map(({ server_id }) => server_id)
  }

  return {
    name: 'voice-canary',
    called: words('试听没人用的语音服务器', 'Try voice servers that nobody asks'),
    units: ['all'],
    everyMs: EVERY_MS,
    async work(lease) {
      for (const server_id of await unasked()) {
        if (lease.signal.aborted) return 'more'
        const idle = await idlePorts(server_id)
        const [first] = idle
        const why = first && (await probe(first))
        if (why === undefined) continue
        const port_ids = idle.map(({ port_id }) => port_id)
        const at = clock.now()
        await lease.transaction((trx) =>
          trx
            .updateTable('voice_port')
            .set({ state: 'down', why, since_at: at, tried_at: at })
            .where('port_id', 'in', port_ids)
            // One that speaks meanwhile knows better
            .where('state', '=', 'idle')
            .execute(),
        )
        log.warn({ server_id, why }, 'a voice server does not speak any more')
        ports.changed(port_ids)
      }
      return 'done'
    },
  }
}
