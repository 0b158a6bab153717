import { randomBytes } from 'node:crypto'
import { MAX_THUMB_BYTES, THUMB_PUT_PATH, thumbClaim } from '@kaibo/contract/stage/thumb.schema.ts'
import type { Identity } from '#identity/identity.ts'
import { signedUrl } from '#link/upgrade.ts'
import type { Log } from '#log/log.ts'
import type { ServerClock } from '#time/server-clock.ts'

interface ThumbsOptions {
  server: URL
  identity: Pick<Identity, 'pc_id' | 'key'>
  clock: ServerClock
  log: Log
}

const WITHIN_MS = 10_000
const NONCE_BYTES = 16
/** Of all rooms of the PC; another waits for the next time it is pictured. */
const AT_ONCE = 2

/** Sends pictures of stages to the server. One that does not get there is not sent again: another comes soon. */
export class Thumbs {
  readonly #options: ThumbsOptions
  readonly #sending = new Set<string>()
  readonly #ended = new AbortController()

  constructor(options: ThumbsOptions) {
    this.#options = options
  }

  send(room_code: string, jpeg: Buffer): void {
    const isBusy = this.#sending.has(room_code) || this.#sending.size >= AT_ONCE
    if (isBusy || jpeg.byteLength > MAX_THUMB_BYTES || this.#ended.signal.aborted) return
    this.#sending.add(room_code)
    void this.#put(room_code, jpeg).finally(() => this.#sending.delete(room_code))
  }

  close(): void {
    this.#ended.abort()
  }

  async #put(room_code: string, jpeg: Buffer): Promise<void> {
    const { server, identity, clock, log } = this.#options
    const url = new URL(`${THUMB_PUT_PATH.slice(1)}${encodeURIComponent(room_code)}`, server)
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const about = thumbClaim(room_code)
    try {
      const answer = await fetch(signedUrl(url, identity, { now: clock.now(), nonce, about }), {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(jpeg),
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(WITHIN_MS)]),
      })
      await answer.arrayBuffer()
      if (!answer.ok) log.debug({ room_code, status: answer.status }, '服务器没有收下画面缩略图')
    } catch {
      // The server is away: the link says so
    }
  }
}
