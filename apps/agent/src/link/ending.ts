import { AGENT_CLOSE } from '@kaibo/contract/agent/frames.ts'
import type { Log } from '#log/log.ts'
import type { Backoff } from './backoff.ts'

/** How one connection, or the attempt at one, ended. */
export type Ending =
  /** The upgrade was answered with an HTTP status. */
  | {
      kind: 'refused'
      status: number
      retryAfterS: number | undefined
      serverTime: number | undefined
    }
  | { kind: 'failed'; message: string }
  | { kind: 'closed'; code: number; livedMs: number }
  /** The server announced that it restarts; `waitMs` of its window are left. */
  | { kind: 'goaway'; waitMs: number }

const HOUR_MS = 3_600_000
const REPLACED_WAIT_MS = 300_000

/** How long to wait before the next attempt; says in the log what a person at the PC should know. */
export function waitAfter(
  ending: Ending,
  backoff: Backoff,
  random: () => number,
  log: Log,
): number {
  switch (ending.kind) {
    case 'goaway':
      log.info({ wait_ms: Math.round(ending.waitMs) }, '服务器即将重启，稍后重连；直播不受影响')
      return ending.waitMs
    case 'failed':
      log.warn(`连不上服务器，直播不受影响，稍后重试：${ending.message}`)
      return backoff.next()
    case 'closed':
      return afterClose(ending, backoff, log)
    default:
      return afterRefusal(ending, backoff, random, log)
  }
}

function afterClose({ code }: Ending & { kind: 'closed' }, backoff: Backoff, log: Log): number {
  if (code === AGENT_CLOSE.replaced) {
    log.error('另一个进程正在用这台电脑的登记连接服务器：请关掉其中一个，5 分钟后重试')
    return REPLACED_WAIT_MS
  }
  log.warn({ code }, '与服务器断开，直播不受影响，稍后重连')
  return backoff.next()
}

function afterRefusal(
  { status, retryAfterS }: Ending & { kind: 'refused' },
  backoff: Backoff,
  random: () => number,
  log: Log,
): number {
  if (status === 401) {
    log.error('服务器不认这台电脑的登记：请在控制台重新取登记码并用新的 --key 启动；1 小时后再试')
    return HOUR_MS
  }
  if (status === 410) {
    log.error('这台电脑已从控制台删除：请重新登记；1 小时后再试')
    return HOUR_MS
  }
  if (retryAfterS !== undefined) {
    log.warn({ retry_after_s: retryAfterS }, '服务器繁忙，稍后重连')
    return backoff.next(retryAfterS * 1000 * (1 + random()))
  }
  log.warn(
    { status },
    status === 409 ? '本机时钟偏差过大，按服务器时间重试' : '服务器拒绝连接，稍后重试',
  )
  return backoff.next()
}
