import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { GAME_PORTS } from '@kaibo/contract/game/link.schema.ts'
import type { Ports } from '#local/local-server.ts'
import { BILIBILI_HOST } from '#sources/bilibili.ts'
import type { SourceChoice } from '#sources/choose.ts'

export interface Options {
  server: URL
  key: string
  source: SourceChoice
  dataDir: string
  name: string
  /** How many times faster than real the simulator and the replay run. */
  speed: number
  /** Seed of the simulator. */
  seed: number
  /** Host of Bilibili's open platform; another one for tests only (`KAIBO_BILIBILI_HOST`). */
  bilibiliHost: string
  /** Where games connect on this machine; nothing where they do not. */
  gamePorts: Ports | undefined
  /** The folder of installed games. */
  gamesDir: string | undefined
  /** The program that speaks; where none is named, the one beside this program. */
  speaker: string | undefined
}

export class BadOption extends Error {}

export const USAGE = `用法：node kaibo-agent.mjs --server 服务器地址 --key 登记码 [选项]

  --server URL   服务器地址，如 https://kaibo.example.com
  --key KEY      控制台给出的一次性登记码；重启后用同一条命令
  --source S     事件来源：auto（默认）、simulator、replay:文件、bilibili
  --data DIR     数据目录，默认 data/agent（也可用环境变量 KAIBO_AGENT_DATA）
  --name N       这台电脑的名称，默认主机名
  --speed X      回放与模拟的倍速，0.01-1000，默认 1
  --seed N       模拟观众的种子，非负整数，默认 1
  --game-port P  本机游戏连接的端口，默认 18310 起的第一个空闲端口；0 关闭，auto 任意空闲端口
  --games DIR    游戏包所在的目录；不写则只有内置游戏
  --speaker FILE 语音程序；不写则用客户端旁边的，没有时只出字幕

添加自然语音：node kaibo-agent.mjs voice add 模型.tar.bz2
`

const KNOWN = [
  'server',
  'key',
  'source',
  'data',
  'name',
  'speed',
  'seed',
  'game-port',
  'games',
  'speaker',
] as const
type Known = (typeof KNOWN)[number]

export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const given = valuesOf(args)
  return {
    server: serverUrl(required(given, 'server')),
    key: required(given, 'key'),
    source: sourceChoice(given.source ?? 'auto'),
    dataDir: resolve(given.data ?? env['KAIBO_AGENT_DATA'] ?? 'data/agent'),
    name: (given.name ?? hostname()).slice(0, 100),
    speed: numberIn('speed', given.speed ?? '1', 0.01, 1000),
    seed: wholeNumber(given.seed ?? '1'),
    gamePorts: gamePorts(given['game-port'] ?? String(GAME_PORTS.first)),
    gamesDir: given.games === undefined ? undefined : resolve(given.games),
    speaker: given.speaker === undefined ? undefined : resolve(given.speaker),
    bilibiliHost: (env['KAIBO_BILIBILI_HOST'] ?? BILIBILI_HOST).replace(/\/+$/, ''),
  }
}

function valuesOf(args: string[]): Partial<Record<Known, string>> {
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(KNOWN.map((name) => [name, { type: 'string' as const }])),
  })
  const values: Partial<Record<Known, string>> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new BadOption(`不认识的参数：${token.value}`)
    if (token.kind !== 'option') continue
    const name = KNOWN.find((known) => known === token.name)
    if (!name) throw new BadOption(`不认识的参数：${token.rawName}`)
    const value = token.value?.trim()
    if (!value) throw new BadOption(`${token.rawName} 后面要写值`)
    values[name] = value
  }
  return values
}

function required(given: Partial<Record<Known, string>>, name: Known): string {
  const value = given[name]
  if (!value) throw new BadOption(`缺少 --${name}`)
  return value
}

function serverUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new BadOption(`--server 应是 http:// 或 https:// 开头的地址：${text}`)
  url.pathname = url.pathname.replace(/\/*$/, '/')
  url.search = ''
  url.hash = ''
  return url
}

function sourceChoice(text: string): SourceChoice {
  if (text === 'auto' || text === 'simulator' || text === 'bilibili') return { kind: text }
  const file = /^replay:(.+)$/.exec(text)?.[1]
  if (file) return { kind: 'replay', file: resolve(file) }
  throw new BadOption(`--source 只能是 auto、simulator、replay:文件、bilibili：${text}`)
}

function numberIn(name: Known, text: string, min: number, max: number): number {
  const value = Number(text)
  if (value >= min && value <= max) return value
  throw new BadOption(`--${name} 须在 ${min}-${max} 之间：${text}`)
}

function gamePorts(text: string): Ports | undefined {
  if (text === 'auto') return 'auto'
  const first = numberIn('game-port', text, 0, 65_535)
  if (!Number.isInteger(first)) throw new BadOption(`--game-port 应是整数或 auto：${text}`)
  const last = Math.min(65_535, first + GAME_PORTS.last - GAME_PORTS.first)
  return first === 0 ? undefined : { first, last }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new BadOption(`--seed 应是非负整数：${text}`)
}
