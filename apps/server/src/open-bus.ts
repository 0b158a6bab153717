import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import { createMemoryBus } from '#platform/bus/memory.ts'
import { createRedisWire } from '#platform/bus/redis.ts'
import { openRowsBus } from '#platform/bus/rows.ts'
import type { Db } from '#platform/db/db.ts'
import type { Ids } from '#platform/ids.ts'
import { createInstances, type Instances } from '#platform/instance/instances.ts'
import { newestStep } from './migrations/migrate.ts'
import type { Tables } from './migrations/tables.ts'
import { VERSION } from './version.ts'

interface Needs {
  db: Db<Tables>
  ids: Ids
  log: Logger
  redisUrl: string | undefined
  offset: () => number
  /** The time that all servers have. */
  time: () => number
}

/** What this server says to others, and what it knows of them. */
export async function openBus(needs: Needs): Promise<{ bus: Bus; instance: Instances }> {
  const { db, ids, log, redisUrl, offset, time } = needs
  const own = {
    id: ids.next(Date.now()),
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    schema_name: newestStep,
  }
  const onError = (err: unknown) => log.error({ err }, 'bus')
  const wire = redisUrl
    ? createRedisWire(redisUrl, await installation(db, ids), (isConnected, err) =>
        isConnected
          ? log.info('Redis is connected')
          : log.warn({ err }, 'Redis is away: what servers say to each other goes by the database'),
      )
    : undefined
  const instance = createInstances({ db, wire, own, offset, time, onError })
  // A SQLite file belongs to one server.
  const bus =
    db.dialect === 'sqlite' && !wire
      ? createMemoryBus(onError)
      : await openRowsBus({ db, sender: own.id, wire, onError })
  await instance.startUp()
  return {
    bus: {
      ...bus,
      async close() {
        await instance.close()
        await bus.close()
        await wire?.close()
      },
    },
    instance,
  }
}

/** The same for every server on this database, and no other's. */
async function installation(db: Db<Tables>, ids: Ids): Promise<string> {
  await db.query
    .insertInto('setting')
    .values({ key: 'installation', value: ids.code(12) })
    .onConflict((c) => c.doNothing())
    .execute()
  const row = await db.query
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'installation')
    .executeTakeFirstOrThrow()
  return row.value
}
