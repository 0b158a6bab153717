import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quickFolder } from './quick-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const SERVER = join(root, 'apps/server/dist/main.js')
const READY_WITHIN_MS = 90_000

export const ADMIN_PASSWORD = 'kaibo-e2e-2026'

/** The built server as its own process, so that a test can kill it for real. */
export interface ServerProcess {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  /** Of the process that runs now. */
  readonly pid: () => number
  readonly output: () => string
  /** `SIGKILL`: no chance to tidy up. */
  kill(): Promise<void>
  stop(): Promise<number | null>
  /** Its connections stand, and nothing is heard on them: as when a cable is pulled. Answers how it goes on. */
  freeze(): () => void
  /** Starts it again on the same data and port. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = quickFolder('kaibo-e2e-')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    KAIBO_PORT: String(port),
    KAIBO_DATA_DIR: dataDir,
    KAIBO_ADMIN_PASSWORD: ADMIN_PASSWORD,
    KAIBO_DEMO: '0',
    DATABASE_URL: '',
    REDIS_URL: '',
    ...env,
  }
  let output = ''
  const keep = (chunk: Buffer) => (output += chunk.toString())
  let child: ChildProcess

  const run = async () => {
    child = spawn(process.execPath, [SERVER], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    await ready(url, child, () => output)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }
  await run().catch(async (error: unknown) => {
    // Nobody else knows of it.
    await end('SIGKILL')
    throw error
  })
  return {
    url,
    env: settings,
    pid: () => child.pid ?? 0,
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    freeze: () => {
      child.kill('SIGSTOP')
      return () => void child.kill('SIGCONT')
    },
    restart: run,
    dispose: async () => {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs one of the server's commands (`reconcile`, `demo:remove`) on a server's data. */
export async function runCommand(server: ServerProcess, name: string) {
  const child = spawn(process.execPath, [SERVER, name], {
    env: { ...process.env, ...server.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  // Not `exit`: its last words may still be on their way then.
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

export interface AgentProcess {
  /** Of the process that runs now. */
  readonly pid: () => number
  readonly output: () => string
  kill(): Promise<void>
  restart(): void
  dispose(): Promise<void>
}

/** The built PC client as its own process, with its own data directory. */
export function startAgent(options: {
  server: string
  key: string
  args?: string[]
}): AgentProcess {
  const dataDir = quickFolder('kaibo-agent-')
  let output = ''
  const keep = (chunk: Buffer) => (output += chunk.toString())
  let child: ChildProcess
  const run = () => {
    child = spawn(
      process.execPath,
      [
        join(root, 'apps/agent/dist/main.js'),
        '--server',
        options.server,
        '--key',
        options.key,
        '--data',
        dataDir,
        ...(options.args ?? []),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
  }
  run()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    pid: () => child.pid ?? 0,
    output: () => output,
    kill,
    restart: run,
    dispose: async () => {
      await kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`server ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`server not ready within ${READY_WITHIN_MS} ms:\n${output()}`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A line pasted into a POSIX shell, in an empty folder outside the project. Ends with all that it started. */
export function pasteLine(line: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'kaibo-pasted-'))
  let output = ''
  const keep = (chunk: Buffer) => (output += chunk.toString())
  const child = spawn('/bin/sh', ['-c', line], { cwd, detached: true })
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return {
    output: () => output,
    async dispose() {
      if (child.exitCode === null && child.pid !== undefined) {
        const exited = once(child, 'exit')
        process.kill(-child.pid, 'SIGKILL')
        await exited
      }
      rmSync(cwd, { recursive: true, force: true })
    },
  }
}
