import { words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import type { Ports } from './voice.ports.ts'
import { dropBindings, dropWaits } from './voice.ports.store.ts'
import type { Probe } from './voice.probe.ts'
import type { Trials } from './voice.trial.ts'

const PROBE_EVERY_MS = 5_000
/** A port that is down is tried again after this, and not more often. */
const TRY_AFTER_MS = 30_000

interface TendingNeeds {
  probe: Probe
  ports: Pick<Ports, 'freed'>
  trials: Pick<Trials, 'collect'>
}

/** Ports that are down are tried until they speak; what nobody needs any more goes. */
export function createTending(
  { db, clock, log }: Platform<Tables>,
  { probe, ports, trials }: TendingNeeds,
): Job<Tables> {
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
