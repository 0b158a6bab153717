import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import type { Launch } from '@kaibo/contract/game/game.schema.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { jsonIn } from '#json/parse.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

/** The PC client's own program: the games in it are run by it. */
export interface Program {
  main: string
  execArgv: readonly string[]
}

export interface ChildOptions {
  program: Program
  /** Where games are installed; nothing where none are. */
  gamesDir: string | undefined
  time: Time
  log: Log
  env: Readonly<Record<string, string>>
  note: (level: 'warn' | 'error', said: Words) => void
  /** Its process has ended. */
  died: () => void
}

/** With this the PC client's program is a game that is built in. */
export const BUILTIN_GAME = '--builtin-game'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
/** A game that ran for so long begins at once when it crashes. */
const SETTLED_MS = 60_000
const ALARM_WITHIN_MS = 300_000
const ALARM_AFTER = 3
/** The child knows nothing of this program's settings. */
const OWN = /^KAIBO_/

/** Keeps the process of one room's game running, until it is stopped. */
export class Child {
  readonly #options: ChildOptions
  readonly #launch: Launch
  #process: ChildProcess | undefined
  #delay = FIRST_DELAY_MS
  #crashes: number[] = []
  #isStopped = false
  #cancel: () => void = () => {}

  constructor(launch: Launch, options: ChildOptions) {
    this.#launch = launch
    this.#options = options
    void this.#start()
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#process?.kill()
  }

  async #start(): Promise<void> {
    const { time, log } = this.#options
    const began = time.elapsed()
    try {
      const child = await this.#spawn()
      if ('zh' in child) return this.#say('error', child)
      if (this.#isStopped) return void child.kill()
      this.#process = child
      for (const output of [child.stdout, child.stderr]) this.#listen(output)
      child.once('error', (err) => log.error({ err }, '游戏没有启动'))
      child.once('close', () => this.#ended(time.elapsed() - began))
    } catch (error) {
      log.error({ err: error }, '游戏没有启动')
      this.#ended(0)
    }
  }

  /** The process, or why there is none. */
  async #spawn(): Promise<ChildProcess | Words> {
    const { program, env } = this.#options
    const { kind, package: name = '' } = this.#launch
    const all = { ...withoutOwn(process.env), ...env }
    if (kind === 'builtin')
      return fork(program.main, [BUILTIN_GAME, name], {
        execArgv: [...program.execArgv],
        env: all,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
    const folder = this.#options.gamesDir && join(this.#options.gamesDir, name)
    if (!folder) return NO_FOLDER
    const [command, ...args] = await commandIn(folder)
    if (command === undefined)
      return words(
        `没有安装游戏包 ${name}，没有启动`,
        `The game ${name} is not installed, so it is not started`,
      )
    return spawn(command, args, { cwd: folder, env: all, shell: false, stdio: 'pipe' })
  }

  #listen(output: Readable | null): void {
    const { log, env } = this.#options
    const room = env['KAIBO_GAME_ROOM']
    if (output) createInterface(output).on('line', (line) => log.info({ room, line }, '游戏'))
  }

  #ended(ranMs: number): void {
    const { time, died } = this.#options
    this.#process = undefined
    if (this.#isStopped) return
    died()
    if (ranMs >= SETTLED_MS) this.#delay = FIRST_DELAY_MS
    const now = time.elapsed()
    this.#crashes = [...this.#crashes.filter((at) => now - at < ALARM_WITHIN_MS), now]
    if (this.#crashes.length === ALARM_AFTER)
      this.#say('error', words('游戏5分钟内崩溃3次', 'The game crashed three times in 5 minutes'))
    else this.#say('warn', words('游戏退出，正在重新启动', 'The game ended; it is started again'))
    this.#cancel = time.after(this.#delay, () => void this.#start())
    this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS)
  }

  #say(level: 'warn' | 'error', said: Words): void {
    this.#options.note(level, said)
  }
}

const NO_FOLDER = words(
  '这台电脑没有开通游戏程序（--games），没有启动',
  'This PC runs no programs of games (--games), so it is not started',
)

/** How an installed game is started: the `command` of its kaibo-game.json. */
async function commandIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'kaibo-game.json'), 'utf8').catch(() => '')
  const about = jsonIn(text)
  const command = isRecord(about) ? about['command'] : undefined
  return Array.isArray(command) ? command.map(String) : []
}

const withoutOwn = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OWN.test(name)))
