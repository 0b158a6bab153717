import { Client, Pool, type PoolConfig } from 'pg'

export interface Limits {
  connectMs: number
  statementMs: number
}

export const LIMITS: Limits = { connectMs: 3_000, statementMs: 10_000 }
/** A connection on which nothing comes for so long after a statement's own limit is taken for dead. */
const SLACK_MS = 2_000
const PING_MS = 900
/** So many times as long as a statement may take, a transaction may rest between two. */
const IDLE_TIMES = 2

type Ended = Pick<Client, 'on'> & { connection?: { stream: { destroy(error: Error): void } } }

/** How long a statement waits for a connection while all are busy. */
const WAIT_MS = 30_000

/** What every connection has: a limit to connect in, and signs of life. In a pool, waiting for a free one has another. */
export const connecting = (config: PoolConfig, { connectMs }: Limits): PoolConfig => ({
  ...config,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

export const pooling = (config: PoolConfig, limits: Limits): PoolConfig => ({
  ...connecting(config, limits),
  connectionTimeoutMillis: WAIT_MS,
  Client: class extends Client {
    constructor(given?: PoolConfig) {
      super({ ...given, connectionTimeoutMillis: limits.connectMs })
    }
  },
})

/** Ends the connection itself where no answer comes: to a cut cable the database's own limit says nothing. */
export function limitAnswers(client: Client, ms: number): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const limited = (...args: unknown[]) => {
    const answer = query(...args)
    if (!(answer instanceof Promise)) return answer
    const timer = setTimeout(() => cut(client), ms)
    return answer.finally(() => clearTimeout(timer))
  }
  client.query = limited as Client['query']
}

export const cut = (client: Ended): void =>
  client.connection?.stream.destroy(new Error('the database does not answer'))

export function limitedPool(config: PoolConfig, max: number, limits: Limits): Pool {
  const { statementMs } = limits
  const pool = new Pool({
    ...pooling(config, limits),
    statement_timeout: statementMs,
    // Whoever is cut off or frozen within a transaction would keep its rows from all others.
    idle_in_transaction_session_timeout: IDLE_TIMES * statementMs,
    max,
  })
  // An idle connection that the server drops must not end the process; the next query opens another.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    // The pool listens to idle connections only. One that breaks in use fails its query; the `error` event it also emits must
    // not end the process.
    client.on('error', () => {})
    limitAnswers(client, statementMs + SLACK_MS)
  })
  return pool
}

/** Asks on a connection of its own, which does not wait behind others. Answers within a second, or throws. */
export function createPing(config: PoolConfig) {
  let client: Client | undefined
  const end = () => {
    const ended = client
    client = undefined
    if (ended) {
      cut(ended)
      ended.end().catch(() => {})
    }
  }

  async function ask(): Promise<void> {
    if (!client) {
      const opened = new Client({ ...config, connectionTimeoutMillis: PING_MS })
      opened.on('error', () => {
        if (client === opened) end()
      })
      await opened.connect()
      client = opened
    }
    await client.query('select 1')
  }

  return {
    ping: async (ms = PING_MS): Promise<void> => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, fail) => {
        const tooLate = () => fail(new Error(`the database does not answer within ${ms} ms`))
        // Where this process was busy the answer may lie there unread: it is read first.
        timer = setTimeout(() => setImmediate(() => setImmediate(tooLate)), ms)
      })
      try {
        await Promise.race([ask(), late])
      } catch (error) {
        end()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => end(),
  }
}
