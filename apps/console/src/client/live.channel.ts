import {
  LIVE_CLOSE,
  SILENT_MS,
  type ClientFrame,
  type ServerFrame,
} from '@kaibo/contract/live/channel.ts'
import { toldIn, currentLanguage } from './language.ts'
import { legacyApi } from '@kaibo/contract/legacy/legacy.api.ts'
import { call } from './http.ts'
import { currentSession, expire } from './session.ts'
import { signal } from './signal.ts'

/** `crowded`: the server has closed it, because the account has too many pages open or asks too often. */
export type LiveState = 'connecting' | 'open' | 'lost' | 'crowded'
type Listener = (event: string, data: unknown) => void

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** To come back at once would only make it worse. */
const CROWDED_WAIT_MS = 10_000
/** The close code of a connection that ended without one. */
const NO_CODE = 1006
/** A connection that lasted this long ends the back-off of the failures before it. */
const STEADY_MS = 10_000

/**
 * One WebSocket for the whole console. When it breaks it comes back by itself with full-jitter back-off, subscribes to what
 * is wanted then, and says so by `onReopen`.
 */
export class LiveChannel {
  state: LiveState = 'connecting'
  readonly #changed = signal<void>()
  readonly #topics = new Map<string, Set<Listener>>()
  readonly #onReopen: () => void
  readonly #silentMs: number
  #running: AbortController | undefined
  #socket: WebSocket | undefined

  constructor(onReopen: () => void, silentMs = SILENT_MS) {
    this.#onReopen = onReopen
    this.#silentMs = silentMs
  }

  readonly onState = (listener: () => void): (() => void) => this.#changed.on(listener)

  open(): void {
    if (this.#running) return
    this.#running = new AbortController()
    void this.#run(this.#running.signal)
  }

  close(): void {
    this.#running?.abort()
    this.#running = undefined
    this.#become('connecting')
  }

  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set()
    if (listeners.size === 0) {
      this.#topics.set(topic, listeners)
      this.#send({ type: 'subscribe', topics: [topic] })
    }
    listeners.add(listener)
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      this.#topics.delete(topic)
      this.#send({ type: 'unsubscribe', topics: [topic] })
    }
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let failures = 0
    let openedBefore = false
    while (!stopped.aborted) {
      let crowded = false
      const began = performance.now()
      const socket = await this.#connect(stopped)
      if (socket) {
        this.#become('open')
        if (openedBefore) this.#onReopen()
        openedBefore = true
        crowded = (await ended(socket, this.#silentMs)) === LIVE_CLOSE.tooMuch
        // Closed and opened again meanwhile, the channel has a newer one.
        if (this.#socket === socket) this.#socket = undefined
        if (performance.now() - began > STEADY_MS) failures = 0
      }
      if (stopped.aborted) return
      this.#become(crowded ? 'crowded' : 'lost')
      const longest = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS)
      const wait = crowded ? CROWDED_WAIT_MS : 0
      await pause(wait + Math.random() * longest, stopped)
    }
  }

  /** An open socket with its topics asked for, or nothing. The ticket opens one connection only. */
  async #connect(stopped: AbortSignal): Promise<WebSocket | undefined> {
    const { token } = currentSession()
    try {
      const info = await call(legacyApi.wsInfo, {}, { signal: stopped, silent: true })
      const socket = new WebSocket(addressOf(info))
      const stop = () => socket.close()
      stopped.addEventListener('abort', stop)
      socket.addEventListener('close', () => stopped.removeEventListener('abort', stop))
      await opened(socket)
      this.#socket = socket
      socket.addEventListener('message', ({ data }) => {
        // One that was given up may still have something to say.
        if (this.#socket === socket) this.#hear(String(data), token)
      })
      if (this.#topics.size > 0) this.#send({ type: 'subscribe', topics: [...this.#topics.keys()] })
      return socket
    } catch {
      return undefined
    }
  }

  #hear(text: string, token: string | null): void {
    const frame = JSON.parse(text) as ServerFrame
    if (frame.type === 'forced_out')
      expire(token, toldIn(frame.msg, frame.msg_en ?? null, currentLanguage()))
    if (frame.type !== 'event') return
    for (const listener of this.#topics.get(frame.topic) ?? []) listener(frame.event, frame.data)
  }

  #send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  #become(state: LiveState): void {
    if (this.state === state) return
    this.state = state
    this.#changed.emit()
  }
}

function addressOf({ url, ticket }: { url: string; ticket: string }): URL {
  const address = new URL(url, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  address.searchParams.set('ticket', ticket)
  return address
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('close', () => reject(new Error('closed')), { once: true })
  })
}

/**
 * Answers the close code. A connection is given up at once when the machine loses its network, and when nothing was heard for
 * longer than the server ever keeps silent: that it is closed may be heard minutes later.
 */
function ended(socket: WebSocket, silentMs: number): Promise<number> {
  const over = new AbortController()
  const { signal } = over
  return new Promise<number>((resolve) => {
    const giveUp = () => {
      socket.close()
      resolve(NO_CODE)
    }
    let silence = setTimeout(giveUp, silentMs)
    const hear = () => {
      clearTimeout(silence)
      silence = setTimeout(giveUp, silentMs)
    }
    signal.addEventListener('abort', () => clearTimeout(silence))
    socket.addEventListener('message', hear, { signal })
    socket.addEventListener('close', ({ code }) => resolve(code), { signal })
    addEventListener('offline', giveUp, { signal })
    if (socket.readyState === WebSocket.CLOSED) resolve(NO_CODE)
  }).finally(() => over.abort())
}

/** Waits; less long when the network comes back or the channel is closed. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      stopped.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    stopped.addEventListener('abort', done)
  })
}
