import { isRecord } from '#json/record.ts'
import type { Time } from '#time/time.ts'
import { readMessage } from './bilibili-message.ts'
import { BilibiliApp, BilibiliRefused, SESSION_OVER } from './bilibili-app.ts'
import type { BilibiliCredentials, StartedApp } from './bilibili-app.ts'
import { BilibiliSocket } from './bilibili-socket.ts'
import type { Source, SourceSink, SourceStatus } from './source.ts'

export const BILIBILI_HOST = 'https://live-open.biliapi.com'
const APP_HEARTBEAT_MS = 20_000
/** How often the addresses of a session are tried before a new session is requested. */
const TRIES_A_SESSION = 3

export interface BilibiliOptions {
  host: string
  credentials: BilibiliCredentials
  roomCode: string
  time: Time
  /** Server time, for signatures and for messages that name no time. */
  now: () => number
  random: () => number
}

/** Milliseconds before the n-th attempt, counted from 1, as an established client of the platform waits. */
export const reconnectDelay = (attempt: number, random: () => number): number =>
  (Math.min(1 + 2 * (attempt - 1), 20) + random() * 3) * 1000

/** Bilibili's open platform: an app session over HTTP and its messages over a WebSocket; both are restored when lost. */
export class BilibiliSource implements Source {
  readonly #options: BilibiliOptions
  readonly #app: BilibiliApp
  #sink: SourceSink | undefined
  #session: StartedApp | undefined
  #socket: BilibiliSocket | undefined
  #failures = 0
  #isStopped = false
  #status: SourceStatus = { kind: 'bilibili', connected: false, detail: '正在连接哔哩哔哩' }
  #cancelRetry: () => void = () => {}
  #cancelHeartbeat: () => void = () => {}

  constructor(options: BilibiliOptions) {
    this.#options = options
    this.#app = new BilibiliApp(options.host, options.credentials, options.now)
  }

  start(sink: SourceSink): void {
    this.#sink = sink
    void this.#open()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelRetry()
    this.#socket?.close()
    await this.#endSession()
  }

  status(): SourceStatus {
    return this.#status
  }

  async #open(): Promise<void> {
    try {
      await this.#ensureSession()
    } catch (error) {
      return this.#refused(error)
    }
    const session = this.#session
    if (!session || this.#isStopped) return
    try {
      this.#socket = this.#connect(session)
    } catch (error) {
      // An address that no socket takes, such as one with a `#fragment`
      this.#closed(false, (error as Error).message)
    }
  }

  #connect(session: StartedApp): BilibiliSocket {
    const link = session.links[this.#failures % session.links.length] ?? ''
    return new BilibiliSocket(
      link,
      session.auth_body,
      {
        ready: () => this.#ready(),
        message: (message) => this.#received(message),
        fault: (reason) => this.#sink?.log('warn', `哔哩哔哩的数据有误，已跳过：${reason}`),
        closed: (wasRefused, reason) => this.#closed(wasRefused, reason),
      },
      this.#options.time,
    )
  }

  async #ensureSession(): Promise<void> {
    if (this.#session) return
    const session = await this.#app.start()
    this.#session = session
    // Stopped while waiting for the answer: unless the session is ended, the platform refuses the next start for a while
    if (this.#isStopped) return this.#endSession()
    this.#beat()
  }

  #refused(error: unknown): void {
    const { message } = error as Error
    if (error instanceof BilibiliRefused && error.isFinal && !this.#isStopped) {
      this.#show(false, message)
      this.#sink?.failed(`${message}；请检查直播账号的凭据`)
      return
    }
    this.#retry(message)
  }

  #ready(): void {
    this.#failures = 0
    this.#show(true, '已连接哔哩哔哩')
  }

  #closed(wasRefused: boolean, reason: string): void {
    this.#socket = undefined
    if (this.#isStopped) return
    const isWornOut = (this.#failures + 1) % TRIES_A_SESSION === 0
    if (wasRefused || isWornOut) void this.#endSession().then(() => this.#retry(reason))
    else this.#retry(reason)
  }

  #retry(reason: string): void {
    if (this.#isStopped) return
    this.#failures++
    const wait = reconnectDelay(this.#failures, this.#options.random)
    this.#show(false, `${reason}，${Math.ceil(wait / 1000)} 秒后第 ${this.#failures} 次重连`)
    this.#cancelRetry()
    this.#cancelRetry = this.#options.time.after(wait, () => void this.#open())
  }

  #beat(): void {
    this.#cancelHeartbeat = this.#options.time.after(APP_HEARTBEAT_MS, () => {
      const session = this.#session
      if (!session) return
      this.#beat()
      this.#app.heartbeat(session).catch((error: unknown) => {
        // A late answer about an earlier session is ignored
        if (session !== this.#session) return
        if (error instanceof BilibiliRefused && SESSION_OVER.has(error.code)) this.#restart()
        else this.#sink?.log('warn', `哔哩哔哩心跳失败：${(error as Error).message}`)
      })
    })
  }

  #received(message: unknown): void {
    if (this.#isEndOfSession(message)) return this.#restart()
    const { roomCode, now } = this.#options
    const read = readMessage(message, roomCode, now())
    if ('event' in read) this.#sink?.event(read.event)
    else if (read.skipped === 'withdrawn') this.#sink?.log('info', read.reason)
    else if (read.skipped === 'bad') this.#sink?.log('warn', `一条消息有误，已跳过：${read.reason}`)
  }

  /** Sent when the platform ends the session, and to sessions of others in the same room. */
  #isEndOfSession(message: unknown): boolean {
    if (!isRecord(message) || message['cmd'] !== 'LIVE_OPEN_PLATFORM_INTERACTION_END') return false
    const data = isRecord(message['data']) ? message['data'] : {}
    return data['game_id'] === undefined || data['game_id'] === this.#session?.game_id
  }

  #restart(): void {
    this.#cancelHeartbeat()
    this.#session = undefined
    this.#sink?.log('warn', '哔哩哔哩结束了互动会话，正在重新开始')
    if (this.#socket) this.#socket.close()
    else this.#retry('会话已结束')
  }

  async #endSession(): Promise<void> {
    this.#cancelHeartbeat()
    const session = this.#session
    this.#session = undefined
    if (!session) return
    await this.#app.end(session).catch((error: unknown) => {
      this.#sink?.log('warn', `没有结束哔哩哔哩会话：${(error as Error).message}`)
    })
  }

  #show(connected: boolean, detail: string): void {
    this.#status = { kind: 'bilibili', connected, detail }
    this.#sink?.changed()
  }
}
