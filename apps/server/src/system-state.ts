import { statfs } from 'node:fs/promises'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { clockWords, CLOCK_OFF_MS } from './readiness.ts'

/** One thing that is well, or what to do about it. */
export interface Line {
  what: string
  ok: boolean
  said: string
}

const line = (what: string, ok: boolean, said: string): Line => ({ what, ok, said })

const GB = 1_073_741_824
const LEAST_GB = 2
const MANY_WAITING = 20

/** How this server is, and what it knows of the others: each line is well, or says what to do. */
export async function systemState(app: App, config: Config): Promise<Line[]> {
  const { platform, ingest, link, jobs } = app
  const { db, instance, live } = platform
  const lines: Line[] = []

  const began = performance.now()
  const isThere = await db.ping().then(
    () => true,
    () => false,
  )
  const ms = Math.round(performance.now() - began)
  lines.push(
    isThere
      ? line('数据库', true, `${db.dialect === 'pg' ? 'PostgreSQL' : 'SQLite'}，${ms} 毫秒内应答`)
      : line('数据库', false, '没有应答：请检查 PostgreSQL 是否在运行、网络是否通；直播由各PC继续'),
  )
  const { open, idle, waiting } = db.poolLoad()
  lines.push(
    line(
      '数据库连接',
      waiting < MANY_WAITING,
      waiting < MANY_WAITING
        ? `${open} 个，空闲 ${idle} 个`
        : `${waiting} 条语句在等连接：请增大 KAIBO_DB_POOL（不超过 max_connections 的预算）`,
    ),
  )
  lines.push(busLine(instance.bus(), config.redisUrl !== undefined))
  for (const one of instance.others()) {
    const isOff = Math.abs(one.offset_ms) > CLOCK_OFF_MS
    const own = one.id === instance.id ? '（本机）' : ''
    const more = isOff ? `；${clockWords(one.offset_ms)}` : ''
    lines.push(
      line(
        `服务器 ${one.host}:${one.pid}${own}`,
        !isOff && one.bus !== 'broken',
        `版本 ${one.version}（${one.schema_name}），PC ${one.agents}，控制台 ${one.consoles}${more}`,
      ),
    )
  }
  const versions = new Set(instance.others().map(({ schema_name }) => schema_name))
  if (versions.size > 1)
    lines.push(line('版本', false, '各服务器版本不同：请把所有服务器升级到同一版本'))
  lines.push(line('本机连接', true, `PC ${link.size}，控制台 ${live.size}`))
  const backlog = ingest.backlog
  lines.push(
    line(
      '推送积压',
      backlog === 0,
      backlog === 0 ? '没有' : `${backlog} 字节等待入库：数据库恢复后会自动入库`,
    ),
  )
  const failing = isThere ? await jobs.failing().catch(() => 0) : 0
  lines.push(
    line(
      '后台任务',
      failing === 0,
      failing === 0 ? '正常' : `${failing} 项上次失败：原因见日志“background work failed”`,
    ),
  )
  const ahead = platform.offset()
  const isRight = Math.abs(ahead) <= CLOCK_OFF_MS
  lines.push(line('时钟', isRight, isRight ? '与数据库一致' : clockWords(ahead)))
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = (bavail * bsize) / GB
  lines.push(
    line(
      '磁盘',
      free >= LEAST_GB,
      `数据目录所在磁盘剩余 ${free.toFixed(1)} GB${free >= LEAST_GB ? '' : '：请清理'}`,
    ),
  )
  return lines
}

function busLine(bus: string, isSet: boolean): Line {
  const what = '服务器间通知'
  if (bus === 'broken')
    return {
      what,
      ok: false,
      said: '其他服务器不能即时听到：请检查 Redis 与 REDIS_URL；通知改走数据库，慢一两秒，控制不受影响',
    }
  return { what, ok: true, said: isSet ? 'Redis 正常' : '只走数据库（未设 REDIS_URL）' }
}
