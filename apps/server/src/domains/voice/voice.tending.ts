import { words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault } from './voice.engine.ts'
import type { Engines, Ports } from './voice.ports.ts'
import { dropBindings, dropWaits } from './voice.ports.store.ts'
import { serverById } from './voice.server.store.ts'
import type { Trials } from './voice.trial.ts'

const PROBE_EVERY_MS = 5_000
/** A port that is down is tried again after this, and not more often. */
const TRY_AFTER_MS = 30_000
const PROBE_WITHIN_MS = 20_000
const PROBE_TEXT = '你好'

interface TendingNeeds {
  engines: Engines
  ports: Pick<Ports, 'freed' | 'voiceById'>
  trials: Pick<Trials, 'collect'>
}

/** Ports that are down are tried until they speak; what nobody needs any more goes. */
export function createTending(
  { db, clock, log }: Platform<Tables>,
  { engines, ports, trials }: TendingNeeds,
): Job<Tables> {
  async function probe(port: Tables['voice_port']): Promise<string | undefined> {
    const server = await serverById(db.query, port.server_id)
    const first = await db.query
      .selectFrom('voice_on_server')
      .select('voice_id')
      .where('server_id', '=', port.server_id)
      .orderBy('voice_id')
      .executeTakeFirst()
    const voice = first && (await ports.voiceById(port.voice_id ?? first.voice_id))
    const engine = server && engines[server.provider]
    // Nothing can be tried where there is no voice: the next sentence will show.
    if (!server || !voice || !engine) return undefined
    try {
      await engine.speak(
        { text: PROBE_TEXT, voice, server, port_id: port.port_id },
        AbortSignal.timeout(PROBE_WITHIN_MS),
      )
      return undefined
    } catch (error) {
      // The fault lies in what was asked: it answers.
      if (error instanceof EngineFault && error.kind === 'asked') return undefined
      return error instanceof EngineFault ? error.message : '没有在20秒内应答'
    }
  }

  return {
    name: 'voice-ports',
    called: words('检查语音端口', 'Trying voice ports'),
    units: ['all'],
    everyMs: PROBE_EVERY_MS,
    async work(lease) {
      await lease.transaction(async (trx) => {
        await dropWaits(trx, db.dialect)
        await dropBindings(trx)
      })
      await trials.collect()
      const due = await db.query
        .selectFrom('voice_port')
        .selectAll()
        .where('state', '=', 'down')
        .where('tried_at', '<=', clock.now() - TRY_AFTER_MS)
        .orderBy('tried_at')
        .execute()
      for (const port of due) {
        if (lease.signal.aborted) return 'more'
        const why = await probe(port)
        const at = clock.now()
        const now =
          why === undefined
            ? ({ state: port.held_by === null ? 'idle' : 'draining', since_at: at } as const)
            : { why }
        await lease.transaction((trx) =>
          trx
            .updateTable('voice_port')
            .set({ ...now, tried_at: at })
            .where('port_id', '=', port.port_id)
            .where('state', '=', 'down')
            .execute(),
        )
        if (why !== undefined) continue
        log.info({ port_id: port.port_id }, 'a voice port speaks again')
        ports.freed(port.port_id)
      }
      return 'done'
    },
  }
}
