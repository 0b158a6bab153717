import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import type { Clock } from '#platform/clock.ts'

/** How to run the PC client on this machine. */
export interface AgentProgram {
  main: string
  execArgv: readonly string[]
}

interface Supervision {
  program: AgentProgram
  /** Its data folder and enrolment code, by which a restarted agent finds its identity and spool again. */
  folder: string
  server_url: string
  newCode: () => Promise<string>
  clock: Clock
  log: Logger
}

export interface SupervisedAgent {
  /** Resolves when the process has ended. */
  stop(): Promise<void>
}

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 60_000
/** A process that ran this long is restarted without delay. */
const SETTLED_MS = 60_000
const END_WITHIN_MS = 5_000
/** The agent's exit code if the server refuses its enrolment code. */
const EXIT_REFUSED = 3
/** Loaded before the agent's code: ends the agent together with the server, even if that is killed. */
const END_WITH_SERVER =
  'data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel.unref()'
/** The agent's environment, without the server's settings. */
const SERVER_ONLY = /^(KAIBO_.*|DATABASE_URL|REDIS_URL)$/

/** Keeps one agent process running, on simulated audiences, until it is told to stop. */
export function superviseAgent(supervision: Supervision): SupervisedAgent {
  const { program, folder, server_url, newCode, clock, log } = supervision
  const codeFile = join(folder, 'enrol-code')
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let delay = FIRST_DELAY_MS
  let stopped = false

  async function knownOrNewCode(): Promise<string> {
    const known = await readFile(codeFile, 'utf8').catch(() => undefined)
    if (known) return known
    const code = await newCode()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(codeFile, code, { mode: 0o600 })
    return code
  }

  async function launch(): Promise<void> {
    const code = await knownOrNewCode()
    if (stopped) return
    const began = clock.now()
    const args = ['--server', server_url, '--key', code, '--source', 'simulator', '--data', folder]
    child = fork(program.main, args, {
      execArgv: [...program.execArgv, '--import', END_WITH_SERVER],
      env: withoutServerSettings(process.env),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface(output).on('line', (line) => log.info({ line }, 'demo agent'))
    }
    const [exitCode] = (await once(child, 'exit')) as [number | null]
    child = undefined
    if (stopped) return
    log.warn({ exitCode }, 'demo agent ended')
    if (exitCode === EXIT_REFUSED) await rm(codeFile, { force: true })
    if (clock.now() - began > SETTLED_MS) delay = FIRST_DELAY_MS
  }

  function keepRunning(): void {
    void launch()
      .catch((err: unknown) => log.error({ err }, 'demo agent failed'))
      .finally(() => {
        if (stopped) return
        again = setTimeout(keepRunning, delay)
        delay = Math.min(delay * 2, MAX_DELAY_MS)
      })
  }

  keepRunning()
  return {
    async stop() {
      stopped = true
      clearTimeout(again)
      const running = child
      if (!running) return
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      const tooLong = setTimeout(() => running.kill('SIGKILL'), END_WITHIN_MS)
      await ended
      clearTimeout(tooLong)
    },
  }
}

const withoutServerSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SERVER_ONLY.test(name)))
