import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Db } from '#platform/db/db.ts'
import type { Metrics } from '#platform/http/observe.ts'
import type { App } from './app.ts'
import type { Tables } from './migrations/tables.ts'

/** What an operator's dashboard shows beside the calls. */
export function measure(
  metrics: Metrics,
  db: Db<Tables>,
  { ingest, jobs, link }: Pick<App, 'ingest' | 'jobs' | 'link'>,
): void {
  metrics.gauge('kaibo_agents_online', 'PC clients that are connected', async () => {
    const count = db.query.fn.countAll<number>().as('count')
    const online = db.query
      .selectFrom('pc')
      .select(count)
      .where(presenceSince(link.heardSince()), '=', PcPresence.online)
    return (await online.executeTakeFirstOrThrow()).count
  })
  metrics.gauge('kaibo_jobs_failing', 'Background work that failed when last tried', () =>
    jobs.failing(),
  )
  for (const state of ['running', 'waiting'] as const) {
    metrics.gauge(
      `kaibo_reports_${state}`,
      `Long reads that are ${state}`,
      async () => db.reportLoad()[state],
    )
  }
  const stored = metrics.counter('kaibo_events_total', 'Platform events stored')
  ingest.onStored(({ gift_events, room_events }) => {
    stored(gift_events.length + room_events.length)
  })
}
