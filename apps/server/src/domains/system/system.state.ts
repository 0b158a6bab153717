import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { asIs, listed, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db, Dialect } from '#platform/db/db.ts'
import type { Platform } from '#platform/platform.ts'
import { jobLines, type JobState } from './system.jobs.ts'
import { fact, line, type Line, type Part } from './system.line.ts'
import { ALONE, serverLines, serverName, slowlyHeard, type ServerFacts } from './system.servers.ts'

/** So much of what PostgreSQL allows may be used: people and backups need some, too. */
const USED_MOST = 0.9

export interface SystemNeeds {
  dataDir: string
  hasRedis: boolean
  /** How many bytes of pushes wait for the database. */
  backlog: () => number
  /** How many PCs and consoles are connected to this server, and how far its clock is ahead. */
  now: () => { agents: number; consoles: number; offset_ms: number }
  jobs: () => Promise<JobState[]>
  checks: (now: number) => Promise<Line[]>
}

/** How this server is, and what it knows of the others: each line is well, or says what to do. */
export function createSystem(
  { db, instance, clock }: Platform<Tables>,
  { dataDir, hasRedis, backlog, now, jobs, checks }: SystemNeeds,
) {
  /** What this server says of itself to the others. */
  const facts = async (): Promise<ServerFacts> => {
    const { bavail, bsize } = await statfs(dataDir)
    return { pool: db.poolLoad(), backlog: backlog(), disk_free: bavail * bsize }
  }

  async function parts(): Promise<Part[]> {
    const database = await databaseLine(db)
    // Of itself it knows more than it last wrote.
    const own = { ...now(), bus: instance.bus(), facts_json: JSON.stringify(await facts()) }
    const alive = instance
      .others()
      .map((one) => (one.id === instance.id ? { ...one, ...own } : one))
    const lost = database.ok ? await instance.lost() : []
    const names = new Map([...alive, ...lost].map((one) => [one.id, serverName(one)]))
    const servers: Part = {
      key: 'servers',
      title: words('服务器', 'Servers'),
      lines: serverLines({ dialect: db.dialect, own: instance.id, alive, lost }),
    }
    const below: Part = {
      key: 'database',
      title: words('数据库与通知', 'Database and news'),
      lines: [database, busLine(slowlyHeard(alive).map(serverName), db.dialect, hasRedis)],
    }
    // The rest is in the database.
    if (!database.ok) return [below, servers]
    return [
      servers,
      below,
      { key: 'data', title: words('核对', 'Checks'), lines: await checks(clock.now()) },
      {
        key: 'jobs',
        title: words('后台任务', 'Background work'),
        lines: jobLines(await jobs(), (holder) => names.get(holder)),
      },
    ]
  }

  return { facts, parts }
}

export type System = ReturnType<typeof createSystem>

async function databaseLine(db: Db<Tables>): Promise<Line> {
  const name = words('数据库', 'Database')
  const began = performance.now()
  try {
    await db.ping()
  } catch {
    return line('database', name, [
      words(
        '没有应答，请检查PostgreSQL是否在运行、网络是否通；直播由各PC继续',
        'It does not answer: see whether PostgreSQL runs and can be reached; PCs go on by themselves',
      ),
    ])
  }
  const ms = Math.round(performance.now() - began)
  const answers = fact(words('应答', 'answers in'), words(`${ms} 毫秒`, `${ms} ms`))
  if (db.dialect === 'sqlite')
    return line('database', name, [], [fact(words('种类', 'kind'), 'SQLite'), answers])
  const { used, allowed } = await connections(db)
  const wrong: Words[] = []
  if (used > allowed * USED_MOST)
    wrong.push(
      words(
        `连接快用完了（${used}/${allowed}），请增大max_connections，或减小KAIBO_DB_POOL`,
        `Its connections are nearly used up (${used}/${allowed}); raise max_connections, or lower KAIBO_DB_POOL`,
      ),
    )
  return line('database', name, wrong, [
    fact(words('种类', 'kind'), 'PostgreSQL'),
    answers,
    fact(words('连接', 'connections'), `${used}/${allowed}`),
  ])
}

async function connections(db: Db<Tables>): Promise<{ used: number; allowed: number }> {
  const { rows } = await sql<{ used: number; allowed: number }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::bigint as allowed`.execute(db.query)
  return rows[0] ?? { used: 0, allowed: 0 }
}

function busLine(slow: readonly Words[], dialect: Dialect, hasRedis: boolean): Line {
  const name = words('服务器间通知', 'News between servers')
  if (slow.length > 0) {
    const which = listed(slow)
    return line('bus', name, [
      words(
        `${which.zh}与别的服务器之间慢一两秒，各自的一行说明该怎么做`,
        `A second or two late from and to ${which.en}; the line of each says what to do`,
      ),
    ])
  }
  if (!hasRedis && dialect === 'sqlite')
    return line('bus', name, [], [fact(words('状态', 'state'), ALONE)])
  const by = hasRedis ? asIs('Redis') : words('数据库（未设REDIS_URL）', 'database (no REDIS_URL)')
  return line('bus', name, [], [fact(words('经由', 'by'), by)])
}
