import { isIP } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PASSWORD_MAX, PASSWORD_MIN, weaknessOf } from '@kaibo/contract/auth/password.rules.ts'
import { ADMIN } from '#domains/auth/bootstrap.ts'
import type { AgentProgram } from '#domains/demo/demo.agent.ts'
import type { PasswordCost } from '#domains/auth/passwords.ts'
import type { KeepDays } from '#domains/retention/retention.tables.ts'
import type { S3Settings } from '#platform/blob/s3.ts'
import type { IconScript } from '#platform/http/console.ts'
import { readIcons } from './config.icons.ts'
import { readKeep } from './config.keep.ts'
import { readS3 } from './config.s3.ts'
import { readVoice } from './config.voice.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly adminPassword: string | undefined
  readonly demo: boolean
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  /** Connections to PostgreSQL, beside five for reports. */
  readonly dbPool?: number
  /** Proxies that may state the caller's address: `loopback`, addresses and networks, separated by commas. */
  readonly trustProxy?: string
  /** Where uploads go; without it they go to the data directory. */
  readonly s3?: S3Settings
  readonly logLevel: string
  /** `text`: a line that a person reads; `json`: one that a program reads. */
  readonly logFormat: 'text' | 'json'
  /** So many connections at once, agents and consoles together. */
  readonly maxConnections: number
  /** The built console; where there is none, a page says how to build it. */
  readonly consoleDir: string
  /** Somebody else's icons for the console's menu. */
  readonly iconScript?: IconScript
  /** The PC client's program, which runs the demonstration's rooms. */
  readonly agentProgram: AgentProgram
  /** The same in one file, for PCs to download; absent where nothing was built. */
  readonly agentFile: string
  /** The program that speaks; absent where it is not installed. */
  readonly speakerFile: string
  /** Ports of this machine at which voice servers may be asked. */
  readonly localServices: readonly number[]
  /** The address of this server, as others reach it. */
  readonly publicUrl: string | undefined
  /** The same as PCs download it; absent where nothing was built. */
  readonly speakerArchive: string
  readonly passwordCost: PasswordCost
  /** How many days what grows is kept. */
  readonly keepDays: KeepDays
}

/** 10,000 agents, and consoles beside them. */
const MAX_CONNECTIONS = '12000'
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** OWASP's first choice for argon2id. */
const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2 }
/** This file is in apps/server/src or, bundled, in apps/server/dist: the same distance from the other programs. */
const app = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const AGENT = import.meta.url.endsWith('.ts') ? 'agent/src/main.ts' : 'agent/dist/main.js'

/** Names every setting that is wrong, a line each, so that one look mends them all. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

/** `isTerminal`: whether a person reads what the server prints. */
export function readConfig(env: NodeJS.ProcessEnv, isTerminal = false): Config {
  const problems: string[] = []
  const setting = (name: string, fallback: string) => env[name]?.trim() || fallback
  const expect = (holds: boolean, problem: string) => void (holds || problems.push(problem))

  const port = Number(setting('KAIBO_PORT', '8300'))
  expect(
    Number.isInteger(port) && port >= 0 && port <= 65_535,
    `KAIBO_PORT 须为 0 到 65535 的整数，现为 ${env['KAIBO_PORT']}`,
  )
  const demo = setting('KAIBO_DEMO', '1')
  expect(['0', '1'].includes(demo), `KAIBO_DEMO 须为 0 或 1，现为 ${demo}`)
  const logFormat = setting('KAIBO_LOG', isTerminal ? 'text' : 'json')
  expect(isFormat(logFormat), `KAIBO_LOG 须为 text 或 json，现为 ${logFormat}`)
  // A person is told what needs one; a program keeps the rest as well.
  const logLevel = setting('KAIBO_LOG_LEVEL', logFormat === 'text' ? 'warn' : 'info')
  expect(
    LOG_LEVELS.includes(logLevel),
    `KAIBO_LOG_LEVEL 须为 ${LOG_LEVELS.join('、')} 之一，现为 ${logLevel}`,
  )
  const maxConnections = Number(setting('KAIBO_MAX_CONNECTIONS', MAX_CONNECTIONS))
  expect(
    Number.isInteger(maxConnections) && maxConnections >= 10 && maxConnections <= 1_000_000,
    `KAIBO_MAX_CONNECTIONS 须为 10 到 1000000 的整数，现为 ${env['KAIBO_MAX_CONNECTIONS']}`,
  )
  const adminPassword = env['KAIBO_ADMIN_PASSWORD'] || undefined
  const fault = adminPassword && faultOfPassword(adminPassword)
  expect(!fault, `KAIBO_ADMIN_PASSWORD ${fault}`)
  const databaseUrl = setting('DATABASE_URL', '') || undefined
  expect(
    !databaseUrl || hasScheme(databaseUrl, ['postgres:', 'postgresql:']),
    'DATABASE_URL 须形如 postgres://用户:密码@主机:5432/库名；留空则使用 SQLite',
  )
  const redisUrl = setting('REDIS_URL', '') || undefined
  expect(
    !redisUrl || hasScheme(redisUrl, ['redis:', 'rediss:']),
    'REDIS_URL 须形如 redis://主机:6379；留空则单机运行',
  )
  const dbPool = Number(setting('KAIBO_DB_POOL', '10'))
  expect(
    Number.isInteger(dbPool) && dbPool >= 2 && dbPool <= 200,
    `KAIBO_DB_POOL 须为 2 到 200 的整数，现为 ${env['KAIBO_DB_POOL']}`,
  )
  const trustProxy = setting('KAIBO_TRUST_PROXY', 'loopback')
  expect(
    trustProxy.split(',').every(isNetwork),
    `KAIBO_TRUST_PROXY 须为 loopback、IP地址或网段（如 10.0.0.0/8），以逗号分隔，现为 ${trustProxy}`,
  )
  const s3 = readS3(setting, expect)
  const iconScript = readIcons(setting, expect)
  const keepDays = readKeep(setting, expect)
  const voice = readVoice(setting, expect)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    host: setting('KAIBO_HOST', '127.0.0.1'),
    port,
    dataDir: setting('KAIBO_DATA_DIR', join(process.cwd(), 'data')),
    adminPassword,
    demo: demo === '1',
    databaseUrl,
    redisUrl,
    dbPool,
    trustProxy,
    s3,
    logLevel,
    logFormat: isFormat(logFormat) ? logFormat : 'json',
    maxConnections,
    consoleDir: app('console/dist'),
    iconScript,
    agentProgram: { main: app(AGENT), execArgv: process.execArgv },
    agentFile: app('agent/dist/kaibo-agent.mjs'),
    speakerFile: app('speaker/dist/main.js'),
    ...voice,
    speakerArchive: app('speaker/dist/kaibo-speaker.tgz'),
    passwordCost: PASSWORD_COST,
    keepDays,
  }
}

/** What the console, too, would not take; the password itself is never repeated in a message. */
function faultOfPassword(password: string): string | undefined {
  // Cut off, it would not be the one that was chosen; kept, it would be one that nobody sees and types.
  if (password !== password.trim()) return '首尾不能有空白'
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    return `须为 ${PASSWORD_MIN} 到 ${PASSWORD_MAX} 个字符`
  return weaknessOf(password, ADMIN)?.zh
}

/** `0.0.0.0/0` would let everybody say who they are. */
function isNetwork(given: string): boolean {
  const [address = '', bits, ...rest] = given.trim().split('/')
  if (given.trim() === 'loopback') return true
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const most = family === 4 ? 32 : 128
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
}

const isFormat = (format: string): format is Config['logFormat'] =>
  format === 'text' || format === 'json'

function hasScheme(url: string, schemes: readonly string[]): boolean {
  try {
    return schemes.includes(new URL(url).protocol)
  } catch {
    return false
  }
}
