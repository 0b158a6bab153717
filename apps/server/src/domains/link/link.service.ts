import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { HeardSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import { Committer } from '#platform/committer.ts'
import type { Leave } from '#platform/places.ts'
import type { Platform } from '#platform/platform.ts'
import { createAdmission, type Admission } from './link.admission.ts'
import { createAsks, type Answer, type Asks } from './link.asks.ts'
import { createCommands, type CommandEnd, type CommandOrder } from './link.commands.ts'
import { createPresence } from './link.presence.ts'
import { Session, type Frame, type LinkHandlers, type SessionHost } from './link.session.ts'
import * as store from './link.store.ts'

/** The link to the PC clients. A PC may be connected to any server: messages to it go over the bus to that server. */
export interface Link {
  /** Called once, before the first connection. */
  serve(handlers: LinkHandlers): void
  startUp(): Promise<void>
  admission: Admission
  /** `arrived` is called when it has been welcomed or has disconnected. */
  accept(socket: WebSocket, pc_id: string, arrived?: Leave): void
  /** Whether this server has reached its limit of agents; a PC that is connected already may reconnect. */
  isFull(this: void, pc_id: string): boolean
  /** Whether the PC is online: heard by this server, or online in the database. */
  online(pc_id: string): boolean
  readonly heardSince: HeardSince
  /** Sends these PCs their desired state; call it after the commit. An offline PC gets it when it reconnects. */
  pushDesired(pc_ids: readonly string[]): void
  /** Resolves when the PC has done or refused it, or when it expired. */
  command(order: CommandOrder): Promise<CommandEnd>
  /** Questions to PCs; nothing where one is offline or does not answer in time. */
  readonly asks: Pick<Asks, 'state' | 'queue' | 'closeTape'>
  /** Passes events pushed by a platform to the rules of the room on its PC. An offline PC misses them. */
  forwardEvents(to: { pc_id: string; room_code: string }, events: readonly LiveEvent[]): void
  /** Before this server ends: asks every PC to reconnect after a random delay and closes its connection. */
  goaway(): void
  close(): Promise<void>
}

type Message =
  | { type: 'connected'; pc_id: string; session_id: string; server_id: string }
  | { type: 'presence'; pc_id: string; online: boolean }
  | { type: 'push'; pc_ids: readonly string[] }
  | { type: 'send'; pc_id: string; frame: ServerToAgent }
  | { type: 'answered'; command_id: string }
  | { type: 'told'; pc_id: string; answer: Answer }

const CHANNEL = 'link'
const BEAT_MS = 1_000
const HELLO_WITHIN_MS = 10_000
/** How many agents per second should reconnect after a restart, and the shortest period for all of them. */
const RETURNS_PER_S = 200
const MIN_WINDOW_MS = 2_000
/** Keeps an events frame far below the agent's limit. */
const EVENTS_A_FRAME = 200
/** The most rows in one statement. */
const MOST_GREETINGS = 500
/** On SQLite a flush to disk blocks everything for some milliseconds: agents that connect shortly after each other share one. */
const GREETINGS_GATHER_MS = 30

export function createLink(
  platform: Platform<Tables>,
  { maxAgents = Infinity }: { maxAgents?: number } = {},
): Link {
  const { db, clock, ids, bus, log } = platform
  const server_id = ids.next(clock.now())
  const sessions = new Map<string, Session>()
  /** The sessions that are not welcomed yet, each with the callback for when it is. */
  const arriving = new Map<Session, Leave>()
  const presence = createPresence(platform)
  const tell = (message: Message) => bus.publish(CHANNEL, message)
  const send = (pc_id: string, frame: ServerToAgent) => tell({ type: 'send', pc_id, frame })
  const commands = createCommands(platform, send)
  const asks = createAsks(platform, {
    send,
    online: (pc_id) => presence.of(pc_id) === PcPresence.online,
  })
  /** After a restart all PCs reconnect at once: those waiting for the disk are written in one statement. */
  const greetings = new Committer<store.Greeting, void>(
    MOST_GREETINGS,
    () => 1,
    async (waiting) => {
      const newest = new Map(waiting.map((one) => [one.pc_id, one]))
      await store.greeted(db.query, db.dialect, [...newest.values()])
      return waiting.map(() => undefined)
    },
    () => sleep(GREETINGS_GATHER_MS),
  )
  let handlers: LinkHandlers | undefined
  let beat: Beat | undefined
  const report = (error: unknown) => log.error({ err: error }, 'link failed')

  const host: SessionHost = {
    clock,
    log,
    get handlers() {
      if (!handlers) throw new Error('the link was opened before it was wired')
      return handlers
    },
    heard: ({ pc_id }, said) => presence.heard(pc_id, said),
    greeted: greet,
    openCommands: (pc_id) => commands.open(pc_id),
    async answered(pc_id, { id, state, detail }) {
      if (await commands.answered(pc_id, { id, state, detail })) {
        tell({ type: 'answered', command_id: id })
      }
    },
    // Another server may have asked
    told: (pc_id, answer) => tell({ type: 'told', pc_id, answer }),
    welcomed: hasArrived,
    closed(session) {
      hasArrived(session)
      if (sessions.get(session.pc_id) === session) sessions.delete(session.pc_id)
    },
  }

  function hasArrived(session: Session): void {
    arriving.get(session)?.()
    arriving.delete(session)
  }

  async function greet(session: Session, hello: Frame<'hello'>): Promise<void> {
    const { pc_id } = session
    const now = clock.now()
    // Older connections of this PC are closed: here at once, on other servers by the bus message.
    sessions.get(pc_id)?.close('replaced')
    sessions.set(pc_id, session)
    tell({ type: 'connected', pc_id, session_id: session.id, server_id })
    await greetings.add({
      pc_id,
      agent_version: hello.version,
      boot_id: hello.boot_id,
      facts_json: JSON.stringify({
        ...hello.facts,
        pc_name: hello.pc_name,
        capabilities: hello.capabilities,
      }),
      at: now,
      skew_ms: hello.at - now,
    })
    if (presence.of(pc_id) !== PcPresence.online) present(pc_id, PcPresence.online)
  }

  function present(pc_id: string, now: 'online' | 'offline') {
    const before = presence.of(pc_id)
    const online = now === PcPresence.online
    presence.set(pc_id, online)
    tell({ type: 'presence', pc_id, online })
    host.handlers.presence(pc_id, now, before)
  }

  const unsubscribe = bus.subscribe(CHANNEL, (heard) => {
    const message = heard as Message
    if (message.type === 'answered') void commands.settle(message.command_id).catch(report)
    else if (message.type === 'told') asks.answered(message.pc_id, message.answer)
    else if (message.type === 'presence') presence.set(message.pc_id, message.online)
    else if (message.type === 'push') {
      for (const pc_id of message.pc_ids) void sessions.get(pc_id)?.push().catch(report)
    } else {
      const session = sessions.get(message.pc_id)
      if (message.type === 'send') session?.send(message.frame)
      else if (message.server_id === server_id) return
      // Session ids sort by creation time: the newer session stays.
      else if (session && session.id < message.session_id) session.close('replaced')
    }
  })

  // The PC was enrolled again: connections made with its old key are closed.
  const unsubscribeKeys = bus.subscribe('pc:rekeyed', (heard) => {
    const { pc_id, at } = heard as { pc_id: string; at: number }
    const session = sessions.get(pc_id)
    if (session && session.opened_at < at) session.close('replaced')
  })

  async function onBeat(): Promise<void> {
    for (const pc_id of await presence.flush()) present(pc_id, PcPresence.online)
    for (const pc_id of await presence.sweep()) {
      sessions.get(pc_id)?.drop()
      present(pc_id, PcPresence.offline)
    }
    await commands.expire()
    const tooLate = clock.now() - HELLO_WITHIN_MS
    for (const [session] of arriving)
      if (!session.hasGreeted && session.opened_at < tooLate) session.close('badFrame')
  }

  return {
    serve: (given) => void (handlers = given),
    async startUp() {
      await presence.load()
      await commands.expireOld()
      beat = startBeat(BEAT_MS, onBeat, report)
    },
    admission: createAdmission(
      clock,
      async (pc_id) => (await store.pcKey(db.query, null, { pc_id }))[0],
    ),
    accept(socket, pc_id, arrived = () => {}) {
      arriving.set(new Session(ids.next(clock.now()), pc_id, socket, host), arrived)
    },
    isFull: (pc_id) => sessions.size + arriving.size >= maxAgents && !sessions.has(pc_id),
    online: (pc_id) => presence.of(pc_id) === PcPresence.online,
    heardSince: presence.heardSince,
    pushDesired: (pc_ids) => tell({ type: 'push', pc_ids }),
    command: (order) => commands.run(order),
    asks,
    forwardEvents({ pc_id, room_code }, events) {
      for (let i = 0; i < events.length; i += EVENTS_A_FRAME) {
        const some = events.slice(i, i + EVENTS_A_FRAME).map(withoutRaw)
        send(pc_id, { type: 'events', room_code, events: some })
      }
    },
    goaway() {
      const window_ms = Math.max(MIN_WINDOW_MS, (sessions.size / RETURNS_PER_S) * 1000)
      const frame: ServerToAgent = { type: 'goaway', window_ms: Math.round(window_ms) }
      for (const session of new Set([...sessions.values(), ...arriving.keys()])) {
        session.send(frame)
        session.close('goaway')
      }
    },
    async close() {
      unsubscribe()
      unsubscribeKeys()
      await beat?.stop()
      await presence.flush()
    },
  }
}

/** Without the platform's original message: it is evidence for the ledger and not read by rules. */
function withoutRaw(event: LiveEvent): LiveEvent {
  const { raw: _, ...rest } = event
  return rest
}
