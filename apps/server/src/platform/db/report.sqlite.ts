import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import type { CompiledQuery } from 'kysely'
import { busy, type Lanes } from './report.ts'

type Answer = { rows: unknown[] } | { error: string }

/** Two long reports still leave one process for short ones. */
const CHILDREN = 3
const IDLE_MS = 60_000

interface Options {
  children?: number
  idleMs?: number
}

/**
 * Lanes that are processes with a read-only connection each: better-sqlite3 runs a query synchronously, so it can be ended
 * only with its process. They start with the first report and end after a while without any.
 */
export function sqliteLanes(
  file: string,
  { children = CHILDREN, idleMs = IDLE_MS }: Options = {},
): Lanes {
  const all = new Set<Child>()
  const idle: Child[] = []

  function start(): Child {
    const child = new Child(file, () => {
      all.delete(child)
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
    })
    all.add(child)
    return child
  }

  return {
    count: children,
    start(query) {
      // The one used last, so that the others become idle long enough to end.
      const child = idle.pop() ?? start()
      const rows = child.ask(query).finally(() => {
        if (child.isEnding) return
        idle.push(child)
        child.endAfter(idleMs)
      })
      return { rows, cancel: () => void child.end() }
    },
    async close() {
      await Promise.all([...all].map((child) => child.end()))
    },
  }
}

class Child {
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  /** Set when it is told to end; an answer may still arrive. */
  isEnding = false
  #answered: ((answer: Answer | undefined) => void) | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(file: string, onEnd: () => void) {
    const child = spawn(process.execPath, ['-e', PROGRAM, SQLITE, file], {
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, NODE_OPTIONS: '' },
      windowsHide: true,
    })
    this.#process = child
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.isEnding = true
        onEnd()
        this.#answered?.(undefined)
        resolve()
      }
      child.on('exit', end)
      child.on('error', end)
    })
    child.on('message', (answer: Answer) => this.#answered?.(answer))
    child.stdin?.on('error', () => {})
    giveWay(child.pid)
  }

  /** One query at a time. A query that crashes the process fails alone. */
  async ask({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    clearTimeout(this.#idle)
    this.#hold(true)
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.#answered = resolve
      this.#process.send({ sql, parameters }, () => {})
    })
    this.#answered = undefined
    this.#hold(false)
    if (!answer) throw busy()
    if ('error' in answer) throw new Error(answer.error)
    return answer.rows
  }

  endAfter(ms: number): void {
    this.#idle = setTimeout(() => void this.end(), ms).unref()
  }

  end(): Promise<void> {
    clearTimeout(this.#idle)
    this.isEnding = true
    // An idle child is unreferenced: without this, Node could exit before the child has ended.
    this.#hold(true)
    this.#process.kill('SIGKILL')
    return this.#ended
  }

  /** A working child keeps the Node process alive; an idle one does not. */
  #hold(works: boolean): void {
    const { channel, stdin } = this.#process
    for (const one of [this.#process, channel, stdin as Socket | null]) {
      if (works) one?.ref()
      else one?.unref()
    }
  }
}

/** Lowers the priority of the child: writes go before reports. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system has no such thing.
  }
}

/** Resolved here, because a program given as text would look for the module from the server's working directory. */
const SQLITE = createRequire(import.meta.url).resolve('better-sqlite3')

/**
 * The child's whole program, as text, so that no build needs a file for it. A thread reads from a pipe that only the server
 * holds open: when the server ends, however it ends, the thread kills the child, even in the middle of a query.
 */
const PROGRAM = `
const [, sqlite, file] = process.argv
const { Worker } = require('node:worker_threads')
new Worker(\`
  try {
    require('node:fs').readSync(0, Buffer.alloc(1))
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
\`, { eval: true })
const Database = require(sqlite)
let db
function open() {
  const opened = new Database(file, { readonly: true, timeout: 5000 })
  for (const pragma of ['cache_size = -16384', 'mmap_size = 536870912', 'temp_store = memory']) opened.pragma(pragma)
  return opened
}
process.on('message', ({ sql, parameters }) => {
  try {
    db ??= open()
    process.send({ rows: db.prepare(sql).all(...parameters) })
  } catch (error) {
    process.send({ error: error.message })
  }
})
`
