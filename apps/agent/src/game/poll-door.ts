import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_FRAME_BYTES } from '@kaibo/contract/game/link.schema.ts'
import { jsonIn } from '#json/parse.ts'
import { bodyOf } from '#local/body.ts'
import type { Time } from '#time/time.ts'
import type { Admit } from './peer.ts'
import { PollPeer, postedIn } from './poll-peer.ts'

/** A post may have several frames of the size that one may have. */
const MAX_BODY = 8 * MAX_FRAME_BYTES

interface PollOptions {
  time: Time
  admit: Admit
  /** The room whose game has this secret. */
  roomOf: (token: string) => string | undefined
}

/** The link over HTTP, for a game without WebSocket: `POST frames` and `GET next`, with the secret as bearer. */
export class PollDoor {
  readonly #options: PollOptions
  readonly #peers = new Map<string, PollPeer>()

  constructor(options: PollOptions) {
    this.#options = options
  }

  async request(act: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const room = this.#options.roomOf(token)
    if (room === undefined) return answer(response, 401, { why: '令牌不正确' })
    if (act === 'frames' && request.method === 'POST')
      return this.#post(room, token, request, response)
    if (act === 'next' && request.method === 'GET') return this.#next(room, response)
    answer(response, 404, { why: '没有这个地址' })
  }

  async #post(
    room: string,
    token: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await bodyOf(request, MAX_BODY)
    if (body === undefined) return tooLong(response)
    const posted = postedIn(jsonIn(body))
    if (typeof posted === 'string') return answer(response, 400, { why: posted })
    const { hello, frames } = posted
    if (hello) {
      if (hello.token !== token || hello.role !== 'game')
        return answer(response, 401, { why: '令牌不正确' })
      this.#peers.set(room, PollPeer.open(this.#options.time, this.#options.admit, hello))
    }
    const peer = this.#peers.get(room)
    if (!peer) return answer(response, 409, { why: '请先发送hello' })
    if (!peer.closed) peer.take(frames)
    if (peer.closed) return this.#over(room, peer, response)
    answer(response, 200, { frames: peer.drain() })
  }

  async #next(room: string, response: ServerResponse): Promise<void> {
    const peer = this.#peers.get(room)
    if (!peer) return answer(response, 409, { why: '请先发送hello' })
    const frames = await peer.next()
    if (peer.closed && frames.length === 0) return this.#over(room, peer, response)
    answer(response, 200, { frames })
  }

  #over(room: string, peer: PollPeer, response: ServerResponse): void {
    if (this.#peers.get(room) === peer) this.#peers.delete(room)
    answer(response, 410, { ...peer.closed })
  }
}

/** What was not read is still under way: the connection cannot be used again. */
function tooLong(response: ServerResponse): void {
  response.setHeader('connection', 'close')
  answer(response, 413, { why: `一次不超过${MAX_BODY / 1_024} KB` })
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
