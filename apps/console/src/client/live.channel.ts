import {
  LIVE_CLOSE,
  SILENT_MS,
  type ClientFrame,
  type ServerFrame,
} from '@kaibo/contract/live/channel.ts'
import { toldIn, currentLanguage } from './language.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import { call } from './http.ts'
import { currentSession, expire } from './session.ts'
import { signal, type Signal } from './signal.ts'

/** `crowded`: the server has closed it, because the account has too many pages open or asks too often. */
export type LiveState = 'connecting' | 'open' | 'lost' | 'crowded'
type Listener = (event: string, data: unknown) => void

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** Waits this long before connecting again, so as not to make the crowding worse. */
const CROWDED_WAIT_MS = 10_000
/** The close code if a connection ended without one. */
const NO_CODE = 1006
/** After a connection that lasted this long, the back-off starts over. */
const STEADY_MS = 10_000

/**
 * One WebSocket for the whole console. It reconnects with full-jitter back-off, subscribes to the topics in use
 * then, and calls `onReopen`.
 */
export class LiveChannel {
  state: LiveState = 'connecting'
  readonly #changed = signal<void>()
  readonly #subscribed = signal<string>()
  readonly #hurried = signal<void>()
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

  /** Hears each topic from which on nothing more is missed: what was asked before that may lack something. */
  readonly onSubscribed = (listener: (topic: string) => void): (() => void) =>
    this.#subscribed.on(listener)

  open(): void {
    if (this.#running) return
    this.#running = new AbortController()
    void this.#run(this.#running.signal)
  }

  /** To be called when the server can be reached: ends the wait before the next attempt. */
  hurry(): void {
    this.#hurried.emit()
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
        // The channel was closed and opened again: a newer loop runs.
        if (this.#socket === socket) this.#socket = undefined
        if (performance.now() - began > STEADY_MS) failures = 0
      }
      if (stopped.aborted) return
      this.#become(crowded ? 'crowded' : 'lost')
      const longest = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS)
      const wait = crowded ? CROWDED_WAIT_MS : 0
      await pause(wait + Math.random() * longest, stopped, this.#hurried)
    }
  }

  /** An open, subscribed socket, or undefined. Each ticket is valid for one connection. */
  async #connect(stopped: AbortSignal): Promise<WebSocket | undefined> {
    const { token } = currentSession()
    try {
      const info = await call(wsInfoApi.wsInfo, {}, { signal: stopped, silent: true })
      const socket = new WebSocket(addressOf(info))
      const stop = () => socket.close()
      stopped.addEventListener('abort', stop)
      socket.addEventListener('close', () => stopped.removeEventListener('abort', stop))
      await opened(socket)
      this.#socket = socket
      socket.addEventListener('message', ({ data }) => {
        // An abandoned socket may still deliver messages.
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
    if (frame.type === 'subscribed') for (const topic of frame.topics) this.#subscribed.emit(topic)
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
 * Resolves to the close code. The connection is given up when the machine loses its network, or when nothing was received for
 * longer than the server's heartbeat interval: the browser may report the close only minutes later.
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

/** Waits; ends early if the network comes back or the channel is closed. */
function pause(ms: number, stopped: AbortSignal, hurried: Signal<void>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      removeEventListener('online', done)
      stopped.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = hurried.on(done)
    addEventListener('online', done)
    stopped.addEventListener('abort', done)
  })
}
