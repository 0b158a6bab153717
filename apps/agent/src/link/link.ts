import { randomUUID } from 'node:crypto'
import type { AgentFrame } from '@kaibo/contract/agent/frames.ts'
import type { Identity } from '#identity/identity.ts'
import type { Log } from '#log/log.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import { Backoff } from './backoff.ts'
import { Connection } from './connection.ts'
import { waitAfter, type Ending } from './ending.ts'
import type { Incoming, Welcome } from './incoming.ts'
import { upgradeUrl } from './upgrade.ts'

type Frame<T extends AgentFrame['type']> = Extract<AgentFrame, { type: T }>

/** After this long without a welcome the connection is given up: one side may not have understood the other. */
const WELCOME_MS = 30_000

export interface LinkOptions {
  server: URL
  identity: Pick<Identity, 'pc_id' | 'key'>
  hello: () => Frame<'hello'>
  heartbeat: () => Promise<Frame<'heartbeat'>>
  /** The server has welcomed this agent: from now on frames can be sent. */
  up: (welcome: Welcome) => void
  down: () => void
  frame: (frame: Incoming) => void
  time: Time
  clock: ServerClock
  log: Log
  /** From 0 up to, not including, 1. */
  random: () => number
}

/**
 * Keeps the agent connected to the server: hello, heartbeats, and a new connection after each end. Rooms on air do not depend
 * on it.
 */
export class Link {
  readonly #options: LinkOptions
  readonly #backoff: Backoff
  #connection: Connection | undefined
  #isUp = false
  #isStopped = false
  /** When to reconnect after a `goaway`, in the time of `elapsed`. */
  #returnAt: number | undefined
  #cancelRetry: () => void = () => {}
  #cancelWelcome: () => void = () => {}
  #cancelHeartbeat: () => void = () => {}
  #cancelGoaway: () => void = () => {}

  constructor(options: LinkOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.random, () => options.time.elapsed())
  }

  start(): void {
    const { server, identity, time, clock, log } = this.#options
    const url = upgradeUrl(server, identity, clock.now(), randomUUID())
    this.#connection = new Connection(
      url,
      {
        opened: () => this.#greet(),
        frame: (frame) => this.#received(frame),
        ended: (ending) => this.#ended(ending),
      },
      time,
      log,
    )
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelRetry()
    this.#cancelGoaway()
    this.#connection?.close()
  }

  /** Sends a frame; false where there is no welcomed connection. */
  send(frame: AgentFrame): boolean {
    return this.#isUp && (this.#connection?.send(frame) ?? false)
  }

  /** Sends hello, and closes the socket if no welcome follows: otherwise it might stay open for ever. */
  #greet(): void {
    const { time, log, hello } = this.#options
    this.#connection?.send(hello())
    this.#cancelWelcome = time.after(WELCOME_MS, () => {
      log.warn('服务器没有认出这台电脑，断开重连')
      this.#connection?.close()
    })
  }

  #received(frame: Incoming): void {
    if (frame.type === 'welcome') this.#welcomed(frame)
    else if (frame.type === 'goaway') this.#leave(frame.window_ms)
    else this.#options.frame(frame)
  }

  #welcomed(welcome: Welcome): void {
    const { clock, log, up } = this.#options
    this.#cancelWelcome()
    clock.learn(welcome.server_time)
    log.info({ rooms: welcome.rooms.length + welcome.unread.length }, '已连接服务器')
    this.#isUp = true
    this.#beat(welcome.heartbeat_ms)
    up(welcome)
  }

  /** Sends heartbeats at slightly random intervals, so that thousands of agents do not send at the same instant. */
  #beat(ms: number): void {
    const { time, random, heartbeat, log } = this.#options
    this.#cancelHeartbeat = time.after(ms * (0.9 + random() * 0.1), () => this.#beat(ms))
    heartbeat().then(
      (frame) => this.send(frame),
      (error: unknown) => log.error({ err: error }, '心跳没有发出'),
    )
  }

  #leave(windowMs: number): void {
    const { time, random } = this.#options
    const wait = random() * windowMs
    this.#returnAt = time.elapsed() + wait
    this.#cancelGoaway()
    this.#cancelGoaway = time.after(wait, () => this.#connection?.close())
  }

  #ended(ending: Ending): void {
    const { time, log, random, clock, down } = this.#options
    this.#connection = undefined
    this.#cancelWelcome()
    this.#cancelHeartbeat()
    this.#cancelGoaway()
    if (this.#isUp) {
      if (ending.kind === 'closed') this.#backoff.lost(ending.livedMs)
      down()
    }
    this.#isUp = false
    if (this.#isStopped) return
    if (ending.kind === 'refused' && ending.status === 409 && ending.serverTime !== undefined)
      clock.learn(ending.serverTime)
    const announced = this.#returnAt
    this.#returnAt = undefined
    const waitMs = Math.max(0, (announced ?? 0) - time.elapsed())
    const why: Ending = announced === undefined ? ending : { kind: 'goaway', waitMs }
    this.#cancelRetry = time.after(waitAfter(why, this.#backoff, random, log), () => this.start())
  }
}
