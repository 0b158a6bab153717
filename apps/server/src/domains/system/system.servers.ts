import { asIs, bracketed, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { clockWords, isClockOff } from '#platform/clock-off.ts'
import type { InstanceRow } from '#platform/instance/instance.store.ts'
import type { Dialect, PoolLoad } from '#platform/db/db.ts'
import { fact, instantWords, line, type Fact, type Line } from './system.line.ts'

/** What a server says of itself beside its numbers; one of another version may leave something out. */
export interface ServerFacts {
  pool: PoolLoad
  /** Bytes of pushes that wait for the database. */
  backlog: number
  /** Bytes that are free where its data folder is. */
  disk_free: number
}

const GB = 1_073_741_824
const LEAST_GB = 2
const MANY_WAITING = 20

const HERE = words('本机', 'this one')
const BY_DATABASE = words('只走数据库', 'by the database')
const BUS: Readonly<Record<string, Words>> = {
  ok: words('即时', 'at once'),
  none: BY_DATABASE,
  cut: BY_DATABASE,
  deaf: BY_DATABASE,
  mute: BY_DATABASE,
}
/** SQLite has one server, and nobody to tell. */
export const ALONE = words('单服务器，无需通知', 'one server, which needs none')

const late = (zh: string, en: string) =>
  words(
    `${zh}（通知改走数据库，慢一两秒，控制不受影响）`,
    `${en} (news goes by the database a second or two later, control works)`,
  )

/** What is wrong between a server and the others, as far as itself is concerned. */
const BUS_WRONG: Readonly<Record<string, Words>> = {
  cut: late(
    '连不上Redis，请检查Redis、这台机器到它的网络与REDIS_URL',
    'It cannot reach Redis: look at Redis, at the way to it from this machine and at REDIS_URL',
  ),
  deaf: late(
    '连着Redis，但听不到别的服务器，请检查它到Redis的网络，以及各服务器的REDIS_URL是否为同一个',
    'It is connected to Redis and hears no other server: look at its way to Redis, and whether REDIS_URL is the same for all',
  ),
  mute: late(
    '连着Redis，但别的服务器听不到它，请检查它到Redis的网络，或重启它',
    'It is connected to Redis and no other server hears it: look at its way to Redis, or start it anew',
  ),
}
const NO_REDIS = late(
  '没有设REDIS_URL，而别的服务器设了，请设为同一个',
  'It has no REDIS_URL and others have: set the same',
)

function busWrong({ bus }: InstanceRow, all: readonly InstanceRow[]): Words | undefined {
  return bus === 'none' && all.some((one) => one.bus !== 'none') ? NO_REDIS : BUS_WRONG[bus]
}

/** The servers that do not hear others, or are not heard, at once. */
export const slowlyHeard = (alive: readonly InstanceRow[]): readonly InstanceRow[] =>
  alive.filter((one) => busWrong(one, alive) !== undefined)

interface Servers {
  dialect: Dialect
  own: string
  alive: readonly InstanceRow[]
  lost: readonly InstanceRow[]
}

/** A line for each server, the one that answers first, and what is wrong between them. */
export function serverLines({ dialect, own, alive, lost }: Servers): Line[] {
  const news = dialect === 'sqlite' ? { ...BUS, none: ALONE } : BUS
  const here = alive.filter(({ id }) => id === own)
  const others = alive.filter(({ id }) => id !== own)
  const schemas = new Set(alive.map(({ schema_name }) => schema_name))
  const versions = line('versions', words('版本', 'Versions'), [
    words(
      '各服务器版本不同，请把所有服务器升级到同一版本',
      'Servers run different versions; bring all of them to the same',
    ),
  ])
  return [
    ...here.map((one) => ofServer(one, alive, news, HERE)),
    ...others.map((one) => ofServer(one, alive, news)),
    ...lost.map(lostServer),
    ...(schemas.size > 1 ? [versions] : []),
  ]
}

export const serverName = ({ host, pid }: Pick<InstanceRow, 'host' | 'pid'>): Words =>
  words(`服务器 ${host}:${pid}`, `Server ${host}:${pid}`)

function ofServer(
  one: InstanceRow,
  alive: readonly InstanceRow[],
  news: typeof BUS,
  aside?: Words,
): Line {
  const said = factsOf(one)
  const name = aside ? bracketed(serverName(one), aside) : serverName(one)
  return line(one.id, name, wrongWith(one, alive, said), [
    fact(words('版本', 'version'), `${one.version}（${one.schema_name}）`),
    fact(words('PC', 'PCs'), one.agents),
    fact(words('控制台', 'consoles'), one.consoles),
    fact(words('通知', 'news'), news[one.bus] ?? asIs(one.bus)),
    fact(
      words('时钟差', 'clock'),
      words(`${Math.round(one.offset_ms)} 毫秒`, `${Math.round(one.offset_ms)} ms off`),
    ),
    ...figures(said),
    fact(words('启动', 'started'), instantWords(one.started_at)),
  ])
}

function figures({ pool, backlog, disk_free }: Partial<ServerFacts>): Fact[] {
  return [
    ...(pool
      ? [
          fact(
            words('数据库连接', 'connections'),
            words(
              `${pool.open} 个，空闲 ${pool.idle} 个`,
              `${pool.open}, of which ${pool.idle} are idle`,
            ),
          ),
        ]
      : []),
    ...(backlog === undefined
      ? []
      : [
          fact(
            words('推送积压', 'waiting pushes'),
            backlog === 0 ? words('没有', 'none') : megabytes(backlog),
          ),
        ]),
    ...(disk_free === undefined
      ? []
      : [fact(words('磁盘剩余', 'free disk'), `${(disk_free / GB).toFixed(1)} GB`)]),
  ]
}

function wrongWith(
  one: InstanceRow,
  alive: readonly InstanceRow[],
  { pool, backlog, disk_free }: Partial<ServerFacts>,
): Words[] {
  const wrong: Words[] = []
  if (isClockOff(one.offset_ms)) wrong.push(clockWords(one.offset_ms))
  const bus = busWrong(one, alive)
  if (bus) wrong.push(bus)
  if (pool && pool.waiting >= MANY_WAITING)
    wrong.push(
      words(
        `${pool.waiting} 条语句在等数据库连接，请增大KAIBO_DB_POOL（不超过max_connections的预算）`,
        `${pool.waiting} statements wait for a connection; raise KAIBO_DB_POOL (within the budget of max_connections)`,
      ),
    )
  if (backlog)
    wrong.push(
      words(
        '有推送等待入库，数据库恢复后会自动入库',
        'Pushes wait; they are stored by themselves when the database is back',
      ),
    )
  if (disk_free !== undefined && disk_free < LEAST_GB * GB)
    wrong.push(
      words(
        `数据目录所在磁盘不足 ${LEAST_GB} GB，请清理`,
        `Less than ${LEAST_GB} GB are free where its data folder is; make room`,
      ),
    )
  return wrong
}

const lostServer = (one: InstanceRow): Line =>
  line(
    one.id,
    serverName(one),
    [
      words(
        '已失去联系：若不是有意停用，请检查它的进程、网络和数据库连接（它的PC会连到别的服务器）',
        'It was lost: unless that was meant, look at its process, network and database (its PCs connect to others)',
      ),
    ],
    [fact(words('最后一次', 'last seen'), instantWords(one.seen_at))],
  )

const factsOf = ({ facts_json }: InstanceRow): Partial<ServerFacts> =>
  facts_json ? (JSON.parse(facts_json) as Partial<ServerFacts>) : {}

const megabytes = (bytes: number): Words => asIs(`${(bytes / 1_048_576).toFixed(1)} MB`)
