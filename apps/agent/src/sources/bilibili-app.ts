import { randomUUID } from 'node:crypto'
import { isRecord } from '#json/record.ts'
import { signedHeaders, type BilibiliKeys } from './bilibili-sign.ts'
import { looseText } from './loose.ts'

const TIMEOUT_MS = 10_000

export interface BilibiliCredentials extends BilibiliKeys {
  /** The streamer's identity code. */
  code: string
  app_id: string
}

/** One started app: what the WebSocket needs. Without a `game_id` there are no heartbeats and no end. */
export interface StartedApp {
  game_id: string
  auth_body: string
  links: string[]
}

/** The platform has refused a call. `isFinal`: it will refuse again until a person changes something. */
export class BilibiliRefused extends Error {
  readonly code: number
  readonly isFinal: boolean

  constructor(code: number, message: string) {
    super(`哔哩哔哩拒绝（${code}）：${message || '没有说明'}`)
    this.code = code
    this.isFinal = FINAL.has(code)
  }
}

/**
 * The platform's public error codes (公共错误码) that remain until a person changes something. All others are tried again: rate
 * limits, errors of the platform and its gateway (-503, -412, …), an earlier session that has not ended yet, and unknown codes.
 */
const FINAL = new Set([
  // Parameters, access key, signature, its method and its version
  4000, 4001, 4002, 4005, 4006,
  // IP list, permission, no such call, headers
  4007, 4008, 4010, 4011, 4012, 4013,
  // The room is on the black list or not on the white one; the app is not published
  5004, 5005, 5011,
  // Identity code, app
  7007, 8002,
])
/** The platform's codes for a session whose heartbeats came too late. */
export const SESSION_OVER = new Set([7000, 7003])

/** `host:443/sub` parses too, as an address whose scheme is `host:`. */
const isLink = (link: unknown): link is string =>
  typeof link === 'string' && /^wss?:\/\//i.test(link) && URL.canParse(link)

/** The open platform's HTTP calls for one app of one streamer. */
export class BilibiliApp {
  readonly #host: string
  readonly #credentials: BilibiliCredentials
  readonly #now: () => number

  constructor(host: string, credentials: BilibiliCredentials, now: () => number) {
    this.#host = host
    this.#credentials = credentials
    this.#now = now
  }

  async start(): Promise<StartedApp> {
    const { code } = this.#credentials
    const data = await this.#call('/v2/app/start', { code, app_id: this.#appId })
    const game = isRecord(data['game_info']) ? data['game_info'] : {}
    const socket = isRecord(data['websocket_info']) ? data['websocket_info'] : {}
    const links = Array.isArray(socket['wss_link']) ? socket['wss_link'] : []
    const app = {
      game_id: looseText(game['game_id'], 200),
      auth_body: looseText(socket['auth_body'], 10_000),
      links: links.filter(isLink),
    }
    if (app.auth_body && app.links.length > 0) return app
    // The session has begun nevertheless: unless it is ended, the platform refuses the next start for a while
    await this.end(app).catch(() => {})
    throw new Error('哔哩哔哩没有给出弹幕服务器地址')
  }

  async heartbeat({ game_id }: StartedApp): Promise<void> {
    if (game_id) await this.#call('/v2/app/heartbeat', { game_id })
  }

  async end({ game_id }: StartedApp): Promise<void> {
    if (game_id) await this.#call('/v2/app/end', { app_id: this.#appId, game_id })
  }

  /** The platform expects a number; an id too long to be an exact number is sent as text. */
  get #appId(): number | string {
    const id = Number(this.#credentials.app_id)
    return Number.isSafeInteger(id) ? id : this.#credentials.app_id
  }

  async #call(path: string, input: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify(input)
    const seconds = Math.floor(this.#now() / 1000)
    const response = await fetch(this.#host + path, {
      method: 'POST',
      headers: signedHeaders(body, this.#credentials, randomUUID(), seconds),
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!isRecord(answer)) throw new Error(`哔哩哔哩回答 HTTP ${response.status}`)
    const code = Number(answer['code'] ?? 0)
    if (code !== 0) throw new BilibiliRefused(code, looseText(answer['message'], 200))
    return isRecord(answer['data']) ? answer['data'] : answer
  }
}
