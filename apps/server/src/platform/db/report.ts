import { words } from '@kaibo/contract/kernel/words.ts'
import type { CompiledQuery } from 'kysely'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { LONG_READ } from '@kaibo/contract/kernel/endpoint.ts'
import { fault, type Fault } from '../fault.ts'

/** How long a report may take, and when nobody waits for it any more. */
export interface Patience {
  /** Aborted when the caller has gone: the query is then ended. */
  signal?: AbortSignal | undefined
  /** For a command that reads everything: `Infinity`. */
  limitMs?: number
}

/** How many reports run at this moment, and how many wait for their turn. */
export interface ReportLoad {
  running: number
  waiting: number
}

/** A query under way. */
export interface Running {
  rows: Promise<unknown[]>
  /** Ends the query itself, wherever it runs; `rows` settles soon after. */
  cancel(): void
}

/** Where reports run: one lane is one query at a time. */
export interface Lanes {
  readonly count: number
  start(query: CompiledQuery, limitMs: number): Running
  /** Only when nothing runs any more. */
  close(): Promise<void>
}

export interface Reports {
  run<Row>(query: CompiledQuery, patience?: Patience): Promise<Row[]>
  load(): ReportLoad
  /** Refuses new reports and ends those that run. */
  close(): Promise<void>
}

/** Reports that may wait at once; more are refused. */
const WAITING = 40
/** A report that gets no lane within this time is refused. */
const WAIT_MS = 20_000

interface Bounds {
  waiting?: number
  waitMs?: number
}

/** One report that was asked for: first it waits for a lane, then it runs. */
interface Asked {
  query: CompiledQuery
  limitMs: number
  resolve(rows: unknown[]): void
  reject(error: unknown): void
  running: Running | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Runs a few long queries at once; others wait their turn. A report leaves the queue, or its query is ended, when its caller
 * goes away, its time limit passes or the server stops.
 */
export function createReports(
  lanes: Lanes,
  { waiting: maxWaiting = WAITING, waitMs = WAIT_MS }: Bounds = {},
): Reports {
  const waiting = new Set<Asked>()
  const running = new Set<Asked>()
  let closed: Promise<void> | undefined
  let settled: (() => void) | undefined

  function end(asked: Asked, error: Fault): void {
    waiting.delete(asked)
    clearTimeout(asked.timer)
    asked.reject(error)
    asked.running?.cancel()
  }

  function begin(asked: Asked): void {
    waiting.delete(asked)
    running.add(asked)
    clearTimeout(asked.timer)
    asked.timer = after(asked.limitMs, () => end(asked, tooLong(asked.limitMs)))
    void work(asked)
  }

  async function work(asked: Asked): Promise<void> {
    try {
      asked.running = lanes.start(asked.query, asked.limitMs)
      asked.resolve(await asked.running.rows)
    } catch (error) {
      asked.reject(error)
    }
    clearTimeout(asked.timer)
    running.delete(asked)
    const [next] = waiting
    if (next) begin(next)
    else if (running.size === 0) settled?.()
  }

  async function close(): Promise<void> {
    for (const asked of [...waiting, ...running]) end(asked, restarting())
    if (running.size > 0) await new Promise<void>((resolve) => (settled = resolve))
    await lanes.close()
  }

  return {
    run: <Row>(query: CompiledQuery, patience: Patience = {}) =>
      new Promise<Row[]>((resolve, reject) => {
        const { signal, limitMs = LONG_READ.limitMs } = patience
        const leave = () => end(asked, gone())
        const asked: Asked = {
          query,
          limitMs,
          resolve(rows) {
            signal?.removeEventListener('abort', leave)
            resolve(rows as Row[])
          },
          reject(error) {
            signal?.removeEventListener('abort', leave)
            reject(error)
          },
          running: undefined,
          timer: undefined,
        }
        if (closed) return reject(restarting())
        if (signal?.aborted) return reject(gone())
        const isFree = running.size < lanes.count
        if (!isFree && waiting.size >= maxWaiting) return reject(busy())
        signal?.addEventListener('abort', leave)
        if (isFree) return begin(asked)
        waiting.add(asked)
        asked.timer = after(waitMs, () => end(asked, busy()))
      }),
    load: () => ({ running: running.size, waiting: waiting.size }),
    close: () => (closed ??= close()),
  }
}

function after(ms: number, act: () => void): NodeJS.Timeout | undefined {
  return Number.isFinite(ms) ? setTimeout(act, ms).unref() : undefined
}

export const tooLong = (limitMs: number) =>
  fault(
    Code.noAnswer,
    words(
      `查询超过${limitMs / 1_000}秒，请缩小时间范围`,
      `The search took over ${limitMs / 1_000} s; choose a shorter period`,
    ),
  )

/** No lane is free, or the one that was has broken. */
export const busy = () =>
  fault(
    Code.unavailable,
    words('查询繁忙，请稍后重试', 'Too many searches at once; try again in a moment'),
  )

const restarting = () =>
  fault(
    Code.unavailable,
    words('服务正在重启，请稍后重试', 'The service is restarting; try again in a moment'),
  )

/** For a caller that has gone: nobody reads the message. */
const gone = () => fault(Code.noAnswer, words('请求超时', 'The request timed out'))
