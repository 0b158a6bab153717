import { setMaxListeners } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { LIVE_CLOSE, TICKET_TTL_MS } from '@kaibo/contract/live/channel.ts'
import { askTime, createDbClock } from '#platform/db-clock.ts'
import type { Db } from '#platform/db/db.ts'
import { openDb } from '#platform/db/open.ts'
import { systemIds } from '#platform/ids.ts'
import { createHub, type Hub } from '#platform/live/create-hub.ts'
import { createTickets } from '#platform/live/tickets.ts'
import { createOnce } from '#platform/once.ts'
import type { Outgoing } from '#platform/outgoing/outgoing.ts'
import type { Platform } from '#platform/platform.ts'
import { createSearchIndex } from '#platform/search/search-index.ts'
import { codeOf, StartFault } from '#platform/start-fault.ts'
import { migrate } from './migrations/migrate.ts'
import type { Tables } from './migrations/tables.ts'
import type { Config } from './config.ts'
import { found } from './found.ts'
import { openBus } from './open-bus.ts'
import { openLog } from './open-log.ts'
import { pinnedSeal } from './pinned-key.ts'

export type Overrides = Partial<Pick<Platform<Tables>, 'clock' | 'ids' | 'log'>> & {
  outgoing?: Outgoing
}

export interface OpenPlatform extends Platform<Tables> {
  /** How far this machine's clock is ahead of the database's. */
  offset(): number
  readonly live: Hub
  /** Says that the server begins to end. */
  end(): void
  close(): Promise<void>
}

/** Opens everything the domains stand on: the data folder, the newest schema, the bus, the live hub. */
export async function openPlatform(
  config: Config,
  overrides: Overrides = {},
): Promise<OpenPlatform> {
  makeDataDir(config.dataDir)
  const log = overrides.log ?? openLog(config)
  const ids = overrides.ids ?? systemIds
  const db = openDb<Tables>({
    url: config.databaseUrl,
    file: join(config.dataDir, 'kaibo.db'),
    connections: config.dbPool,
    onError: (err) => log.error({ err }, 'after a commit'),
  })
  const time = createDbClock({ ask: askTime(db) })
  const clock = overrides.clock ?? time
  const search = createSearchIndex<Tables>(Object.values(found))
  const opening = async () => {
    await toNewest(db)
    const seal = await pinnedSeal(db, config.dataDir)
    await time.sample()
    const { redisUrl } = config
    const clocks = { offset: () => time.offset(), time: () => time.now() }
    return { seal, ...(await openBus({ db, ids, log, redisUrl, ...clocks })) }
  }
  const { seal, bus, instance } = await opening().catch(async (error: unknown) => {
    time.close()
    await db.close()
    throw error
  })
  await search.catchUp(db)
  const once = createOnce(db)
  const tickets = createTickets({ seal, clock, ids, once, ttlMs: TICKET_TTL_MS })
  const live = createHub({ bus, ids, tickets, clock, log, closeCodes: LIVE_CLOSE })
  const ending = new AbortController()
  // As many as there are calls that wait.
  setMaxListeners(0, ending.signal)
  return {
    db,
    clock,
    ids,
    bus,
    instance,
    once,
    live,
    seal,
    search,
    log,
    ending: ending.signal,
    end: () => ending.abort(),
    offset: () => time.offset(),
    async close() {
      live.close()
      time.close()
      await bus.close()
      await db.close()
    },
  }
}

async function toNewest(db: Db<Tables>): Promise<void> {
  // Not `ping`: what is slow to begin with shall still begin.
  await sql`select 1`.execute(db.query).catch((cause: unknown) => {
    throw new StartFault(`数据库连接失败（${codeOf(cause)}），请检查 DATABASE_URL`, { cause })
  })
  await migrate(db)
}

function makeDataDir(path: string): void {
  try {
    // What is in it (money, telephone numbers, secrets) is nobody else's on this machine.
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK)
  } catch (cause) {
    throw new StartFault(`数据目录不可写（${codeOf(cause)}），请检查 KAIBO_DATA_DIR：${path}`, {
      cause,
    })
  }
}
