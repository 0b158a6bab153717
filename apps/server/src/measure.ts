import type { Metrics } from '#platform/http/observe.ts'
import type { App } from './app.ts'

interface Measured extends Pick<App, 'ingest' | 'jobs' | 'link' | 'platform'> {
  /** How many PCs are online on all servers, where this one counts them. */
  pcs: () => { count: number; age_s: number } | undefined
}

/** What an operator's dashboard shows beside the calls: of this server, unless it is said otherwise. */
export function measure(metrics: Metrics, { ingest, jobs, link, platform, pcs }: Measured): void {
  const { db, instance, live } = platform
  const figure = (name: string, help: string, read: () => number) =>
    metrics.gauge(name, help, async () => read())
  figure('kaibo_agents_online', 'PC clients that are connected to this server', () => link.size)
  figure('kaibo_consoles', 'Consoles with a live channel to this server', () => live.size)
  figure(
    'kaibo_pcs',
    'PC clients online on all servers; of one server, the others say NaN',
    () => pcs()?.count ?? NaN,
  )
  figure('kaibo_pcs_age_seconds', 'How old that number is', () => pcs()?.age_s ?? NaN)
  figure('kaibo_pcs_swept', 'PC clients that this server declared offline', () => link.swept)
  figure('kaibo_bus_broken', '1 while this server and others hear each other late', () =>
    Number(!['ok', 'none'].includes(instance.bus())),
  )
  figure('kaibo_database_away', '1 while the database does not answer', () => Number(db.isAway))
  figure('kaibo_database_connections', 'Open connections to the database', () => db.poolLoad().open)
  figure(
    'kaibo_database_waiting',
    'Statements that wait for a connection',
    () => db.poolLoad().waiting,
  )
  figure('kaibo_push_backlog_bytes', 'Pushes that wait for the database', () => ingest.backlog)
  figure(
    'kaibo_clock_ahead_seconds',
    'By how much this clock is ahead of the database',
    () => Math.round(platform.offset()) / 1_000,
  )
  metrics.gauge('kaibo_jobs_failing', 'Background work that failed when last tried', () =>
    jobs.failing(),
  )
  for (const state of ['running', 'waiting'] as const)
    figure(`kaibo_reports_${state}`, `Long reads that are ${state}`, () => db.reportLoad()[state])
  const stored = metrics.counter('kaibo_events_total', 'Platform events stored')
  ingest.onStored(({ gift_events, room_events }) => {
    stored(gift_events.length + room_events.length)
  })
}
