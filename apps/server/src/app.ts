import type { FastifyInstance } from 'fastify'
import { allActions } from '@kaibo/contract/registry.ts'
import { createAudit } from '#domains/audit/audit.service.ts'
import { authRoutes } from '#domains/auth/auth.routes.ts'
import { createAuth } from '#domains/auth/auth.service.ts'
import { ensureGroups } from '#domains/auth/bootstrap.ts'
import { createLocks } from '#domains/auth/locks.ts'
import { createPasswords, type Passwords } from '#domains/auth/passwords.ts'
import { createSessions, type Sessions } from '#domains/auth/sessions.ts'
import { createDemo, type Demo } from '#domains/demo/demo.service.ts'
import { incomeRoutes } from '#domains/income/income.routes.ts'
import { createIncome } from '#domains/income/income.service.ts'
import { ingestPlugin } from '#domains/ingest/ingest.plugin.ts'
import { createIngest, type Ingest } from '#domains/ingest/ingest.service.ts'
import { legacyRoutes } from '#domains/legacy/legacy.routes.ts'
import { livePlugin } from '#domains/legacy/live.plugin.ts'
import { linkPlugin } from '#domains/link/link.plugin.ts'
import { createLink, type Link } from '#domains/link/link.service.ts'
import { liveAccountRoutes } from '#domains/live-account/live-account.routes.ts'
import { createLiveAccounts } from '#domains/live-account/live-account.service.ts'
import { lookupRoutes } from '#domains/lookup/lookup.routes.ts'
import { monitorRoutes } from '#domains/monitor/monitor.routes.ts'
import { createMonitor } from '#domains/monitor/monitor.service.ts'
import { roomRoutes } from '#domains/room/room.routes.ts'
import { createRooms, type Rooms } from '#domains/room/room.service.ts'
import type { Db } from '#platform/db/db.ts'
import type { Metrics } from '#platform/http/observe.ts'
import { register } from '#platform/http/register.ts'
import { createServer } from '#platform/http/server.ts'
import { createThrottle } from '#platform/http/throttle.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'
import { openPlatform, type OpenPlatform, type Overrides } from './open-platform.ts'

export interface App {
  readonly http: FastifyInstance
  readonly metrics: Metrics
  readonly platform: OpenPlatform
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly link: Link
  readonly rooms: Rooms
  readonly ingest: Ingest
  readonly demo: Demo
  close(): Promise<void>
}

/** The server, ready to listen: the one visible list of domains, and what each is given of the others. */
export async function buildApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const platform = await openPlatform(config, overrides)
  const { log, db, clock, live } = platform
  await ensureGroups(platform, allActions)

  const sessions = createSessions(platform)
  const passwords = createPasswords(config.passwordCost)
  const audit = createAudit(platform)

  const link = createLink(platform)
  const rooms = createRooms(platform, { link })
  const ingest = createIngest(platform, {
    forward: ({ pc_id, room_code }, events) => {
      if (pc_id) link.forwardEvents({ pc_id, room_code }, events)
    },
  })
  ingest.onStored((stored) => rooms.feed.stored(stored))
  link.serve({ ...rooms, ...ingest })
  const monitor = createMonitor(platform)
  const demo = createDemo(platform, {
    createRoom: (...draft) => rooms.create(...draft),
    startRoom: (...room) => rooms.start(...room),
    storeSpool: (...batch) => ingest.storeSpool(...batch),
    enrolCode: (...pc) => monitor.enrolCode(...pc),
    online: (pc_id) => link.online(pc_id),
    program: config.agentProgram,
    dataDir: config.dataDir,
  })

  const server = await createServer({
    log,
    ping: () => db.ping(),
    consoleDir: config.consoleDir,
  })
  const routes = [
    ...authRoutes(createAuth(platform, { sessions, passwords, locks: createLocks(clock) })),
    ...roomRoutes(rooms),
    ...liveAccountRoutes(createLiveAccounts(platform)),
    ...lookupRoutes(platform),
    ...monitorRoutes(monitor),
    ...incomeRoutes(createIncome(platform)),
    ...legacyRoutes(live),
  ]
  register(server.http, routes, {
    authenticate: (token) => sessions.authenticate(token),
    audit: (entry) => audit.record(entry),
    visit: createThrottle(clock),
  })
  measure(server.metrics, db, ingest)
  await server.http.register(livePlugin(live, (session_id) => sessions.actorOf(session_id)))
  await server.http.register(linkPlugin(link))
  await server.http.register(ingestPlugin(ingest))
  await link.startUp()
  rooms.startUp()

  return {
    http: server.http,
    metrics: server.metrics,
    platform,
    sessions,
    passwords,
    link,
    rooms,
    ingest,
    demo,
    async close() {
      await demo.close()
      link.goaway()
      live.close()
      await server.close()
      await rooms.close()
      await link.close()
      await platform.close()
    },
  }
}

/** What an operator's dashboard shows beside the calls. */
function measure(metrics: Metrics, db: Db<Tables>, ingest: Ingest): void {
  metrics.gauge('kaibo_agents_online', 'PC clients that are connected', async () => {
    const count = db.query.fn.countAll<number>().as('count')
    const online = db.query.selectFrom('pc').select(count).where('online', '=', 1)
    return (await online.executeTakeFirstOrThrow()).count
  })
  const stored = metrics.counter('kaibo_events_total', 'Platform events stored')
  ingest.onStored(({ gift_events, room_events }) => {
    stored(gift_events.length + room_events.length)
  })
}
