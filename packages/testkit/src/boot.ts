import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { buildApp, type App } from '@kaibo/server/app.ts'
import type { Config } from '@kaibo/server/config.ts'
import { readKeep } from '@kaibo/server/config.keep.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Db } from '@kaibo/server/platform/db/db.ts'
import type { Outgoing } from '@kaibo/server/platform/outgoing/outgoing.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'
import { logIn, type BuiltInGroup, type Login, type LoginOverrides } from './build/account.build.ts'
import { runningClock, testClock, type TestClock } from './clock.ts'
import { throwawayDatabase } from './boot.database.ts'

export type { Login } from './build/account.build.ts'

/** A real server on a real database, in this process. */
export interface TestServer {
  readonly app: App
  readonly db: Db<Tables>
  readonly platform: Platform<Tables>
  readonly clock: TestClock
  readonly dataDir: string
  /** Through the whole HTTP stack, without a socket. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, as?: Login): Promise<Envelope<DataOf<E>>>
  /** A new account in one of the built-in groups, logged in. */
  login(group: BuiltInGroup, overrides?: LoginOverrides): Promise<Login>
  /** On a port of its own; answers `http://127.0.0.1:PORT`. */
  listen(): Promise<string>
  close(): Promise<void>
}

export interface BootOptions {
  /** `test` stands still until moved; `system` runs. */
  clock?: 'test' | 'system'
  /** A `kaibo.db` to start on and to leave there: what a restarted server finds. */
  file?: string
  redisUrl?: string
  /** Instead of the one that says nothing, for who reads what is logged. */
  log?: Platform<Tables>['log']
  /** Instead of the way to what lies outside. */
  outgoing?: Outgoing
  config?: Partial<Config>
}

/** argon2's least: tests are about who may log in, not about how long guessing takes. */
const CHEAP = { memoryCost: 8, timeCost: 1 }

export async function bootServer(options: BootOptions = {}): Promise<TestServer> {
  const clock = options.clock === 'system' ? runningClock() : testClock()
  const database = await throwawayDatabase({ file: options.file })
  const app = await buildApp(
    {
      host: '127.0.0.1',
      port: 0,
      dataDir: database.dataDir,
      adminPassword: undefined,
      demo: false,
      databaseUrl: database.url,
      redisUrl: options.redisUrl,
      logLevel: process.env['KAIBO_LOG_LEVEL'] ?? 'silent',
      logFormat: 'json',
      maxConnections: 12_000,
      consoleDir: database.dataDir,
      agentProgram: { main: '', execArgv: [] },
      agentFile: join(database.dataDir, 'not-built.mjs'),
      speakerFile: join(database.dataDir, 'not-built.js'),
      localServices: [],
      publicUrl: undefined,
      speakerArchive: join(database.dataDir, 'not-built.tgz'),
      passwordCost: CHEAP,
      keepDays: readKeep(
        (_, fallback) => fallback,
        () => {},
      ),
      ...options.config,
    },
    {
      clock,
      ...(options.log && { log: options.log }),
      ...(options.outgoing && { outgoing: options.outgoing }),
    },
  )
  return {
    app,
    db: app.platform.db,
    platform: app.platform,
    clock,
    dataDir: database.dataDir,
    call: (endpoint, input, as) => call(app, endpoint, input, as),
    login: (group, overrides) => logIn(app, group, overrides),
    async listen() {
      await app.http.listen({ host: '127.0.0.1', port: 0 })
      const { port } = app.http.server.address() as AddressInfo
      return `http://127.0.0.1:${port}`
    },
    async close() {
      await app.close()
      await database.remove()
    },
  }
}

async function call<E extends Endpoint>(
  app: App,
  endpoint: E,
  input: InputOf<E>,
  as?: Login,
): Promise<Envelope<DataOf<E>>> {
  const isQuery = endpoint.method === 'GET'
  const answer = await app.http.inject({
    method: endpoint.method,
    url: endpoint.path,
    headers: as ? { authorization: `Bearer ${as.token}`, token: as.token } : {},
    ...(isQuery ? { query: asQuery(input) } : { payload: input }),
  })
  return answer.json<Envelope<DataOf<E>>>()
}

function asQuery(input: object): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
