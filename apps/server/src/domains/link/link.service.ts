import type { Transaction } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { SAYS_OBEYED, type ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { WATCHED } from '@kaibo/contract/agent/queue.schema.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { HeardSince } from '#domains/lookup/presence.ts'
import { raiseWake, raiseWakeOf, type Woken } from '#domains/lookup/wake.ts'
import type { Tables } from '#migrations/tables.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import { Committer } from '#platform/committer.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { Leave } from '#platform/places.ts'
import type { Platform } from '#platform/platform.ts'
import { createAlone } from './link.alone.ts'
import { createAdmission, type Admission } from './link.admission.ts'
import { createAsks, type Answer, type Asks } from './link.asks.ts'
import { createCommands, type CommandEnd, type CommandOrder } from './link.commands.ts'
import { createPresence } from './link.presence.ts'
import { Session, type Frame, type LinkHandlers, type SessionHost } from './link.session.ts'
import { createHeld } from './link.held.ts'
import type { Known } from './link.known.ts'
import { createNewest } from './link.newest.ts'
import * as store from './link.store.ts'

/** The link to the PC clients. A PC may be connected to any server: messages to it go over the bus to that server. */
export interface Link {
  /** Called once, before the first connection. */
  serve(handlers: LinkHandlers): void
  startUp(): Promise<void>
  admission: Admission
  /** `arrived` is called when it has been welcomed or has disconnected. */
  accept(socket: WebSocket, known: Known, arrived?: Leave): void
  /** Whether this server has reached its limit of agents; a PC that is connected already may reconnect. */
  isFull(this: void, pc_id: string): boolean
  /** Whether the PC is online: heard by this server, or online in the database. */
  online(pc_id: string): boolean
  readonly heardSince: HeardSince
  /** Notes with a change of desired state that these PCs are to be told it; they are once the transaction is committed. */
  wake(this: void, trx: Transaction<Tables>, pc_ids: readonly string[]): Promise<void>
  /** The same for the PCs of these rooms. */
  wakeRooms(this: void, trx: Transaction<Tables>, room_ids: readonly string[]): Promise<void>
  /** Sends these PCs their desired state once more: nothing is changed by it, and it may be lost. */
  pushDesired(pc_ids: readonly string[]): void
  /** Sends its desired state to a PC that has just said something else, on the connection by which it did. */
  answer(pc_id: string): void
  /** Resolves when the PC has done or refused it, or when it expired. */
  command(order: CommandOrder): Promise<CommandEnd>
  /** Questions to PCs; nothing where one is offline or does not answer in time. */
  readonly asks: Pick<Asks, 'state' | 'queue' | 'closeTape'>
  /** Has a PC that is connected to this server tell for a while what waits in a room; nothing where it cannot. */
  watch(pc_id: string, room_code: string): void
  /** Passes events pushed by a platform to the rules of the room on its PC, once they are stored. An offline PC misses them. */
  forwardEvents(
    trx: Transaction<Tables>,
    to: { pc_id: string; room_code: string },
    events: readonly LiveEvent[],
  ): Promise<void>
  /** How many PCs this server has declared offline. */
  readonly swept: number
  /** How many PCs are connected to this server. */
  readonly size: number
  /** Before this server ends, and where it alone is cut off from the database: asks every PC to reconnect after a random delay and closes its connection. */
  goaway(): void
  close(): Promise<void>
}

type Message =
  | { type: 'connected'; pc_id: string; epoch: number }
  | { type: 'presence'; pc_id: string; online: boolean }
  | { type: 'wake'; pcs: readonly Woken[] }
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
  const { db, clock, ids, bus, log, instance } = platform
  const sessions = new Map<string, Session>()
  /** The sessions that are not welcomed yet, each with the callback for when it is. */
  const arriving = new Map<Session, Leave>()
  const presence = createPresence(platform)
  const tell = (message: Message) => bus.publish(CHANNEL, message)
  const wake: Link['wake'] = async (trx, pc_ids) => say(trx, await raiseWake(trx, pc_ids))
  const commands = createCommands(platform, wake)
  const asks = createAsks(platform, {
    send(pc_id, frame) {
      const session = sessions.get(pc_id)
      if (session) session.send(frame)
      else tell({ type: 'send', pc_id, frame })
    },
    online: (pc_id) => presence.of(pc_id) === PcPresence.online,
  })
  /** After a restart all PCs reconnect at once: those waiting for the disk are written in one statement. */
  const greetings = new Committer<store.Greeting, store.Admitted | undefined>(
    MOST_GREETINGS,
    () => 1,
    async (waiting) => {
      const admitted = await store.greeted(db.query, db.dialect, instance.id, newestOf(waiting))
      const byPc = new Map(admitted.map((one) => [one.id, one]))
      return waiting.map(({ pc_id }) => byPc.get(pc_id))
    },
    () => sleep(GREETINGS_GATHER_MS),
  )
  /** After a change for many PCs all of them say so at once. */
  const obeying = new Committer<store.Obeyed, void>(
    MOST_GREETINGS,
    () => 1,
    async (said) => {
      const pcs = await store.noteObeyed(db.query, db.dialect, newestOf(said))
      if (pcs.length > 0) await host.handlers.obeyed(pcs)
      return said.map(() => undefined)
    },
    () => sleep(GREETINGS_GATHER_MS),
  )
  let handlers: LinkHandlers | undefined
  let swept = 0
  let beats: Beat[] = []
  const newest = createNewest()
  const report = (error: unknown) => log.error({ err: error }, 'link failed')

  const host: SessionHost = {
    clock,
    log,
    get handlers() {
      if (!handlers) throw new Error('the link was opened before it was wired')
      return handlers
    },
    heard: ({ pc_id, epoch }, said) => presence.heard({ pc_id, epoch }, said),
    greeted: greet,
    obeyed: ({ pc_id, epoch }, seq) => obeying.add({ pc_id, epoch, seq }),
    isAway: () => db.isAway,
    held: createHeld(),
    openCommands: (pc_id) => commands.open(pc_id),
    async answered(pc_id, { id, state, detail }) {
      if (await commands.answered(pc_id, { id, state, detail })) {
        tell({ type: 'answered', command_id: id })
      }
    },
    told(pc_id, answer) {
      // Where nobody here has asked, another server has.
      if (!asks.answered(pc_id, answer)) tell({ type: 'told', pc_id, answer })
    },
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

  function say(trx: Transaction<Tables>, pcs: readonly Woken[]): void {
    if (pcs.length > 0)
      afterCommit(trx, () => bus.hint(CHANNEL, { type: 'wake', pcs } satisfies Message))
  }

  async function greet(session: Session, hello: Frame<'hello'>) {
    const { pc_id, key_no } = session
    const now = clock.now()
    const before = sessions.get(pc_id)
    // From now on it hears of orders: which it was told already, the database says as it admits it.
    sessions.set(pc_id, session)
    const admitted = await greetings.add({
      pc_id,
      key_no,
      says_obeyed: hello.capabilities.includes(SAYS_OBEYED),
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
    if (!admitted) {
      if (sessions.get(pc_id) === session) giveBack(session, before)
      throw new Error('the PC was deleted or enrolled anew while it connected')
    }
    // An older connection to this server is closed at once, those to others when they hear of this one.
    before?.replace()
    const { epoch } = admitted
    presence.connected({ pc_id, epoch })
    tell({ type: 'connected', pc_id, epoch })
    if (presence.of(pc_id) !== PcPresence.online) present(pc_id, PcPresence.online)
    return admitted
  }

  /** What was not admitted takes no place of what was. */
  function giveBack(session: Session, before: Session | undefined): void {
    session.close('replaced')
    if (!before) return void sessions.delete(session.pc_id)
    sessions.set(before.pc_id, before)
    wakeHere([before.pc_id, session.wanted])
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
    else if (message.type === 'wake') message.pcs.forEach(wakeHere)
    else if (message.type === 'push') {
      for (const pc_id of message.pc_ids) void sessions.get(pc_id)?.push().catch(report)
    } else {
      const session = sessions.get(message.pc_id)
      if (message.type === 'send') session?.send(message.frame)
      else if (session && session.epoch > 0 && session.epoch < message.epoch) session.replace()
    }
  })

  function wakeHere([pc_id, seq]: Woken): void {
    const session = sessions.get(pc_id)
    session?.want(seq)
    void session?.catchUp().catch(report)
  }

  // The PC was enrolled again: connections made with its old key are closed.
  const unsubscribeKeys = bus.subscribe('pc:rekeyed', (heard) => {
    const { pc_id, key_no } = heard as { pc_id: string; key_no: number }
    const session = sessions.get(pc_id)
    if (session && session.key_no < key_no) session.close('replaced')
  })

  async function onBeat(): Promise<void> {
    const { back, replaced } = await presence.flush()
    for (const pc_id of back) present(pc_id, PcPresence.online)
    for (const { pc_id, epoch } of replaced) {
      const session = sessions.get(pc_id)
      if (session?.epoch === epoch) session.replace()
    }
    for (const pc_id of await presence.sweep()) {
      swept += 1
      sessions.get(pc_id)?.drop()
      present(pc_id, PcPresence.offline)
    }
    await commands.expire()
    const tooLate = clock.now() - HELLO_WITHIN_MS
    for (const [session] of arriving)
      if (!session.hasGreeted && session.opened_at < tooLate) session.close('badFrame')
  }

  /** Always, whatever the bus says: an order that was committed reaches its PC. */
  async function lookForOrders(): Promise<void> {
    const found = await store.woken(db.query, null, {
      instance_id: instance.id,
      after: newest.after(),
    })
    for (const { id, wake_seq } of found) sessions.get(id)?.want(wake_seq)
    newest.read(found.map(({ wake_seq }) => wake_seq))
    await Promise.all(
      [...sessions.values()].map(async (session) => {
        await session.recover()
        await session.catchUp()
      }),
    )
  }

  /** At random moments of a window, that they do not come back all at once. */
  function sendAway(): void {
    const window_ms = Math.max(MIN_WINDOW_MS, (sessions.size / RETURNS_PER_S) * 1000)
    const frame: ServerToAgent = { type: 'goaway', window_ms: Math.round(window_ms) }
    for (const session of new Set([...sessions.values(), ...arriving.keys()])) {
      session.send(frame)
      session.close('goaway')
    }
  }

  return {
    serve: (given) => void (handlers = given),
    async startUp() {
      await presence.load()
      await commands.expireOld()
      const isAlone = createAlone(platform)
      const leave = async () => {
        if (isAlone()) sendAway()
      }
      beats = [onBeat, lookForOrders, leave].map((work) => startBeat(BEAT_MS, work, report))
    },
    admission: createAdmission(
      platform,
      async (pc_id) => (await store.pcKey(db.query, null, { pc_id }))[0],
    ),
    accept(socket, known, arrived = () => {}) {
      arriving.set(new Session(ids.next(clock.now()), known, socket, host), arrived)
    },
    isFull: (pc_id) => sessions.size + arriving.size >= maxAgents && !sessions.has(pc_id),
    online: (pc_id) => presence.of(pc_id) === PcPresence.online,
    heardSince: presence.heardSince,
    wake,
    wakeRooms: async (trx, room_ids) => say(trx, await raiseWakeOf(trx, room_ids)),
    pushDesired: (pc_ids) => bus.hint(CHANNEL, { type: 'push', pc_ids } satisfies Message),
    answer: (pc_id) => void sessions.get(pc_id)?.push().catch(report),
    get size() {
      return sessions.size
    },
    get swept() {
      return swept
    },
    command: (order) => commands.run(order),
    asks,
    watch(pc_id, room_code) {
      const session = sessions.get(pc_id)
      if (session?.says(WATCHED)) session.send({ type: 'watch', room_code })
    },
    async forwardEvents(trx, { pc_id, room_code }, events) {
      for (let i = 0; i < events.length; i += EVENTS_A_FRAME) {
        const some = events.slice(i, i + EVENTS_A_FRAME).map(withoutRaw)
        const frame: ServerToAgent = { type: 'events', room_code, events: some }
        await bus.publishIn(trx, CHANNEL, { type: 'send', pc_id, frame } satisfies Message)
      }
    },
    goaway: sendAway,
    async close() {
      unsubscribe()
      unsubscribeKeys()
      for (const beat of beats) await beat.stop()
      // Where the database is away the server ends all the same.
      await presence.flush().catch(report)
    },
  }
}

/** Of several of one PC the last. */
const newestOf = <One extends { pc_id: string }>(all: readonly One[]): One[] => [
  ...new Map(all.map((one) => [one.pc_id, one])).values(),
]

/** Without the platform's original message: it is evidence for the ledger and not read by rules. */
function withoutRaw(event: LiveEvent): LiveEvent {
  const { raw: _, ...rest } = event
  return rest
}
