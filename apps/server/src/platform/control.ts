import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** What a command in a terminal asks a running server. */
export type Answers = Readonly<Record<string, () => Promise<unknown>>>

const PATIENCE_MS = 5_000
const MAX_QUESTION = 1_000
const PREFIX = 'control.'
const SUFFIX = '.sock'

/** Several servers may have one data folder: each has a socket of its own in it, which only its owner may open. */
function pathOf(dataDir: string, port: number): string {
  if (process.platform !== 'win32') return join(dataDir, `${PREFIX}${port}${SUFFIX}`)
  const folder = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return `\\\\.\\pipe\\kaibo-${folder}-${port}`
}

/** Answers one question a connection, each a word on a line. A server that cannot have it goes on without. */
export function openControl(
  { dataDir, port }: { dataDir: string; port: number },
  answers: Answers,
  log: Logger,
): { close(): void } {
  const path = pathOf(dataDir, port)
  const server: Server = createServer((socket) => {
    let asked = ''
    socket.on('error', () => socket.destroy())
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      asked += chunk.toString()
      if (asked.length > MAX_QUESTION) socket.destroy()
      const end = asked.indexOf('\n')
      if (end >= 0) void answer(asked.slice(0, end).trim())
    })
    const answer = async (question: string) => {
      const said = await (answers[question]?.() ?? Promise.resolve(null)).catch((err: unknown) => {
        log.warn({ err, question }, 'a command was not answered')
        return null
      })
      socket.end(`${JSON.stringify(said ?? null)}\n`)
    }
  })
  server.on('error', (err) => log.warn({ err, path }, 'commands cannot reach this server'))
  if (process.platform !== 'win32') rmSync(path, { force: true })
  server.listen(path, () => {
    if (process.platform !== 'win32') chmodSync(path, 0o600)
  })
  server.unref()
  return {
    close() {
      server.close()
      if (process.platform !== 'win32') rmSync(path, { force: true })
    },
  }
}

/** The sockets of the servers on this machine that have the data folder. */
export function controlsIn(dataDir: string, port: number): string[] {
  if (process.platform === 'win32') return [pathOf(dataDir, port)]
  try {
    return readdirSync(dataDir)
      .filter((name) => name.startsWith(PREFIX) && name.endsWith(SUFFIX))
      .map((name) => join(dataDir, name))
  } catch {
    return []
  }
}

/** What the server says; undefined where none listens any more. */
export const ask = (path: string, question: string): Promise<unknown> =>
  new Promise((resolve) => {
    const socket = connect(path)
    let said = ''
    const give = (answer: unknown) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(2 * PATIENCE_MS, () => give(undefined))
    socket.on('error', () => give(undefined))
    socket.on('connect', () => socket.write(`${question}\n`))
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('end', () => give(answerIn(said)))
  })

/** Nothing where the server was gone before it had said all. */
function answerIn(said: string): unknown {
  try {
    return JSON.parse(said) as unknown
  } catch {
    return undefined
  }
}
