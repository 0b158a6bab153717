import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import {
  MAKES_CLIPS,
  type ClipFrame,
  type VoiceFrame,
} from '@kaibo/contract/agent/clip-frames.schema.ts'
import {
  AGENT_CLOSE,
  HEARTBEAT_MS,
  PART_LENGTH,
  type AgentFrame,
  type DesiredRoom,
  type MoneyUnsent,
  type ReportedRoom,
  type ServerToAgent,
} from '@kaibo/contract/agent/frames.ts'
import type { WaitingFrame } from '@kaibo/contract/agent/queue.schema.ts'
import type { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { RefusedEvent } from '@kaibo/contract/live/event.ts'
import type { Clock } from '#platform/clock.ts'
import { isPassing } from '#platform/db/away.ts'
import type { CommandFrame } from './link.commands.ts'
import type { Held } from './link.held.ts'
import type { Known } from './link.known.ts'
import { AgentSocket, readReports } from './link.socket.ts'

/** What the link needs from other domains. */
export interface LinkHandlers {
  desired(pc_id: string): Promise<DesiredRoom[]>
  /** Returns a message for each refused report: the room is not this PC's. */
  reported(pc_id: string, rooms: ReportedRoom[], epoch: number): Promise<string[]>
  /** Called if a PC reports the same as before; must not read or write for each of these. */
  repeated(pc_id: string, rooms: ReportedRoom[]): void
  storeSpool(
    pc_id: string,
    spool_id: string,
    first_seq: number,
    items: unknown[],
    seqs?: readonly number[],
  ): Promise<{ up_to: number; refused: RefusedEvent[] }>
  spoolAcked(pc_id: string, spool_id: string): Promise<number>
  /** The body of a pack that a room of this PC names. */
  packFor(pc_id: string, hash: string): Promise<string | undefined>
  /** Answers a sentence that is to be made into sound, piece by piece; never rejects. */
  speak(pc_id: string, asked: VoiceFrame, send: (frame: ClipFrame) => void): Promise<void>
  /** The PC has been welcomed on this server. */
  connected(pc_id: string): void
  /** What waits to be said in a room that is watched. */
  waiting(pc_id: string, frame: WaitingFrame): void
  /** The number of events with money, by run, that a PC has not sent yet. */
  unsent(pc_id: string, runs: readonly MoneyUnsent[]): Promise<void>
  /** These PCs say that they do what they were told. */
  obeyed(pc_ids: readonly string[]): Promise<void>
  /** Called when a PC comes online or goes offline; `before` is its previous state. */
  presence(pc_id: string, now: 'online' | 'offline', before: PcPresence): void
}

/** Answers of a PC that are kept while the database is away. */
const MAX_UNANSWERED = 200

/** Features of this server that agents may use and older servers lack. */
const CAPABILITIES = ['batch.seqs', MAKES_CLIPS]

export type Frame<Type extends AgentFrame['type']> = Extract<AgentFrame, { type: Type }>

/** What a session needs from the link. */
export interface SessionHost {
  readonly clock: Clock
  readonly log: Logger
  readonly handlers: LinkHandlers
  heard(session: Session, said?: { skew_ms: number; metrics_json: string }): void
  /** Answers the place of the connection among those of its PC, and the newest order to it. */
  greeted(session: Session, hello: Frame<'hello'>): Promise<{ epoch: number; seq: number }>
  /** Whether the database is. */
  isAway(): boolean
  readonly held: Held
  /** The PC does, by its word, what it was told up to this order. */
  obeyed(session: Session, seq: number): Promise<void>
  openCommands(pc_id: string): Promise<CommandFrame[]>
  answered(pc_id: string, answer: Frame<'command_state'>): Promise<void>
  told(pc_id: string, answer: Frame<'state' | 'queue' | 'tape_closed'>): void
  welcomed(session: Session): void
  closed(session: Session): void
}

/** One connection of one PC, from its upgrade to its close. */
export class Session {
  readonly opened_at: number
  readonly #host: SessionHost
  readonly #socket: AgentSocket
  #state: 'new' | 'greeting' | 'ready' = 'new'
  #pushing = false
  #pushAgain = false
  #holdsNothing = false
  #epoch = 0
  #capabilities: readonly string[] = []
  #isReplaced = false
  /** The newest order that the PC was sent, and that it is to be sent. */
  #woken = 0
  #wanted = 0
  #waking = false
  /** Up to which order the PC does what it is told. */
  #obeyed = 0
  /** Commands that were sent on this connection. */
  readonly #sent = new Set<string>()
  /** By room: the PC's last report that could not be stored. */
  readonly #missed = new Map<string, ReportedRoom>()
  readonly #unanswered: AgentFrame[] = []
  #recovering = false
  /** By room: the PC's last accepted report. */
  readonly #said = new Map<string, string>()

  readonly pc_id: string
  /** Which of its PC's keys it was opened with. */
  readonly key_no: number

  constructor(
    readonly id: string,
    { pc_id, key_no }: Known,
    socket: WebSocket,
    host: SessionHost,
  ) {
    this.pc_id = pc_id
    this.key_no = key_no
    this.#host = host
    this.opened_at = host.clock.now()
    const heard = {
      any: () => this.#state !== 'new' && host.heard(this),
      frame: (frame: AgentFrame) => this.#take(frame),
      missed: (frame: AgentFrame) => this.#miss(frame),
      isAway: () => host.isAway(),
      closed: () => host.closed(this),
    }
    this.#socket = new AgentSocket(socket, host.log.child({ pc_id }), heard, host.held)
  }

  get hasGreeted(): boolean {
    return this.#state !== 'new'
  }

  /** Which of its PC's connections it is: a later one has a higher number. 0 until it is admitted. */
  get epoch(): number {
    return this.#epoch
  }

  /** Whether its PC said that it can do this. */
  says(capability: string): boolean {
    return this.#capabilities.includes(capability)
  }

  /** The newest order that it heard of. */
  get wanted(): number {
    return this.#wanted
  }

  send(frame: ServerToAgent): void {
    this.#socket.send(frame)
  }

  readonly #tell = (frame: ServerToAgent) => this.send(frame)

  close(reason: keyof typeof AGENT_CLOSE): void {
    this.#socket.close(AGENT_CLOSE[reason], reason)
  }

  /** Its PC has connected anew: what still comes by this one counts no more. */
  replace(): void {
    this.#isReplaced = true
    this.close('replaced')
  }

  /** Terminates a connection whose peer is gone. */
  drop(): void {
    this.#socket.drop()
  }

  /** Sends the current desired state. If requested again while it runs, it reads and sends once more, so that the last frame is current. */
  async push(): Promise<void> {
    this.#pushAgain = true
    if (this.#pushing || this.#state !== 'ready') return
    this.#pushing = true
    try {
      while (this.#pushAgain) {
        this.#pushAgain = false
        // Read after it is known: what was ordered until then is in it.
        const seq = this.#wanted
        const rooms = await this.#host.handlers.desired(this.pc_id)
        this.send({ type: 'desired', rooms, seq })
      }
    } finally {
      this.#pushing = false
    }
  }

  /**
   * The database is away: a batch is sent again by the PC, of its reports the latest of each room is kept, and so is what it answered.
   * What waits to be said is told again. One that has only begun to connect comes again.
   */
  #miss(frame: AgentFrame): void {
    if (this.#state !== 'ready') return this.close('goaway')
    if (frame.type === 'report' || frame.type === 'heartbeat') {
      if (frame.type === 'heartbeat') this.#hear(frame)
      for (const room of readReports(frame.rooms).rooms) this.#missed.set(room.room_code, room)
    } else if (frame.type === 'waiting') return
    else if (frame.type !== 'batch' && this.#unanswered.length < MAX_UNANSWERED)
      this.#unanswered.push(frame)
  }

  /** Acts on what came while the database was away. What cannot be obeyed ends the connection, as it would have when it came. */
  async recover(): Promise<void> {
    if (this.#recovering || (this.#missed.size === 0 && this.#unanswered.length === 0)) return
    this.#recovering = true
    try {
      while (this.#unanswered[0]) {
        await this.#take(this.#unanswered[0])
        this.#unanswered.shift()
      }
      const rooms = [...this.#missed.values()]
      if (rooms.length > 0) await this.#report(rooms)
    } catch (error) {
      if (isPassing(error)) throw error
      this.#socket.fail(error)
    } finally {
      this.#recovering = false
    }
  }

  /** The PC is to be told everything up to this order. */
  want(seq: number): void {
    this.#wanted = Math.max(this.#wanted, seq)
  }

  /** Sends what the PC was not told yet; called again until it succeeds. */
  async catchUp(): Promise<void> {
    if (this.#waking || this.#state !== 'ready' || this.#wanted <= this.#woken) return
    this.#waking = true
    const wanted = this.#wanted
    try {
      await this.#sendCommands()
      await this.push()
      this.#woken = wanted
    } finally {
      this.#waking = false
    }
  }

  async #sendCommands(): Promise<void> {
    for (const command of await this.#host.openCommands(this.pc_id)) {
      if (this.#sent.has(command.id)) continue
      this.#sent.add(command.id)
      this.send(command)
    }
  }

  async #take(frame: AgentFrame): Promise<void> {
    if (this.#isReplaced) return
    if (frame.type === 'hello') {
      if (this.#state === 'new') return this.#greet(frame)
      this.#socket.fault('hello只发一次')
    } else if (this.#state !== 'ready') this.#socket.fault('请先发送hello')
    else if (frame.type === 'batch') await this.#store(frame)
    else if (frame.type === 'need') await this.#sendPack(frame.hash)
    // The frames behind it do not wait for the voice
    else if (frame.type === 'voice') void this.#host.handlers.speak(this.pc_id, frame, this.#tell)
    else if (frame.type === 'command_state') await this.#host.answered(this.pc_id, frame)
    else if (frame.type === 'state' || frame.type === 'queue' || frame.type === 'tape_closed')
      this.#host.told(this.pc_id, frame)
    else if (frame.type === 'waiting') this.#host.handlers.waiting(this.pc_id, frame)
    else {
      if (frame.type === 'heartbeat') {
        this.#hear(frame)
        if (frame.money_unsent) await this.#noteUnsent(frame.money_unsent)
      }
      await this.#report(frame.rooms)
      await this.#noteObeyed(frame.obeyed)
    }
  }

  /** Heartbeats repeat it: what could not be noted is noted with the next. */
  async #noteObeyed(seq = 0): Promise<void> {
    if (seq <= this.#obeyed) return
    await this.#host.obeyed(this, seq)
    this.#obeyed = seq
  }

  #hear({ at, metrics }: Frame<'heartbeat'>): void {
    const skew_ms = at - this.#host.clock.now()
    this.#host.heard(this, { skew_ms, metrics_json: JSON.stringify(metrics) })
  }

  async #greet(hello: Frame<'hello'>): Promise<void> {
    const { handlers, clock } = this.#host
    this.#state = 'greeting'
    this.#capabilities = hello.capabilities
    const { epoch, seq } = await this.#host.greeted(this, hello)
    this.#epoch = epoch
    this.#woken = seq
    this.want(seq)
    const spool_acked = await handlers.spoolAcked(this.pc_id, hello.spool_id)
    const backlogs = await this.#acked(hello.backlogs ?? [])
    this.#pushAgain = false
    const rooms = await handlers.desired(this.pc_id)
    this.send({
      type: 'welcome',
      server_time: clock.now(),
      heartbeat_ms: HEARTBEAT_MS,
      capabilities: CAPABILITIES,
      spool_acked,
      backlogs,
      rooms,
      seq,
    })
    this.#state = 'ready'
    this.#host.welcomed(this)
    handlers.connected(this.pc_id)
    if (this.#pushAgain) await this.push()
    await this.#sendCommands()
    await this.catchUp()
    await this.#report(hello.rooms)
  }

  #acked(spools: readonly string[]) {
    const acked = async (spool_id: string) => ({
      spool_id,
      acked: await this.#host.handlers.spoolAcked(this.pc_id, spool_id),
    })
    return Promise.all(spools.map(acked))
  }

  async #store({ spool_id, first_seq, items, seqs }: Frame<'batch'>): Promise<void> {
    const { handlers } = this.#host
    const stored = await handlers.storeSpool(this.pc_id, spool_id, first_seq, items, seqs)
    this.send({ type: 'ack', spool_id, ...stored })
  }

  async #sendPack(hash: string): Promise<void> {
    const body = await this.#host.handlers.packFor(this.pc_id, hash)
    const of = Math.ceil((body?.length ?? 0) / PART_LENGTH)
    if (body === undefined || of === 0)
      return this.send({ type: 'part', hash, index: 0, of: 0, body: '' })
    for (let index = 0; index < of; index++) {
      const piece = body.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH)
      this.send({ type: 'part', hash, index, of, body: piece })
    }
  }

  /** An empty spool is reported once per connection. */
  async #noteUnsent(runs: readonly MoneyUnsent[]): Promise<void> {
    if (runs.length === 0 && this.#holdsNothing) return
    await this.#host.handlers.unsent(this.pc_id, runs)
    this.#holdsNothing = runs.length === 0
  }

  async #report(items: readonly unknown[]): Promise<void> {
    const { rooms, faults } = readReports(items)
    const missed = new Map(this.#missed)
    for (const fault of faults) this.#socket.fault(fault)
    const { handlers } = this.#host
    const isRepeated = (room: ReportedRoom) => this.#said.get(room.room_code) === sayingOf(room)
    const repeated = rooms.filter(isRepeated)
    const changed = rooms.filter((room) => !isRepeated(room))
    if (repeated.length > 0) handlers.repeated(this.pc_id, repeated)
    for (const { room_code } of repeated) this.#missed.delete(room_code)
    if (changed.length === 0) return
    const refused = await handlers.reported(this.pc_id, changed, this.#epoch)
    // What was kept of the rooms is older, unless it came meanwhile.
    for (const room of rooms)
      if (this.#missed.get(room.room_code) === missed.get(room.room_code))
        this.#missed.delete(room.room_code)
    for (const room of changed) this.#said.set(room.room_code, sayingOf(room))
    for (const msg of refused) this.send({ type: 'fault', msg })
  }
}

/** Of the queue only whether anything waits, by which runs end: its length changes all the time and needs no reaction. */
const sayingOf = (room: ReportedRoom) => JSON.stringify({ ...room, queue: Math.min(room.queue, 1) })
