import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DesiredRoom, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import type { StageDesk } from '#stage/stage-desk.ts'
import { tellOpenLines } from './open-lines.ts'
import type { Packs } from './packs.ts'
import { Prewarm } from './prewarm.ts'
import { reconcile, type Step } from './reconcile.ts'
import { Room } from './room.ts'
import type { Surroundings } from './surroundings.ts'
import { readRooms, standIn, type Unread } from './wanted.ts'

/** How long a room that a person has taken over waits for the server. */
const ALONE_MS = 120_000

interface RoomsOptions extends Omit<Surroundings, 'isLinked'> {
  packs: Packs
  stages?: Pick<StageDesk, 'know' | 'packed' | 'mouthOf' | 'stageOf' | 'report'> | undefined
}

/** The rooms of this PC: their desired and actual state, and the steps from the one to the other. */
export class Rooms {
  readonly #around: RoomsOptions
  readonly #rooms = new Map<string, Room>()
  readonly #file: KeptFile
  readonly #prewarm: Prewarm
  #desired: DesiredRoom[] = []
  #unread: readonly Unread[] = []
  #isShutDown = false
  #isLinked = false
  /** The server has been away for so long that nobody holds a room any more. */
  #isAlone = false
  #cancelAlone: () => void = () => {}

  private constructor(around: RoomsOptions) {
    this.#around = around
    this.#prewarm = new Prewarm(around)
    around.packs.arrived = (hash) => this.#packed(hash)
    const { folder, time, log } = around
    const path = join(folder, 'desired.json')
    this.#file = new KeptFile({ path, value: () => this.#desired, ms: 0, time, log })
  }

  /** Resumes what the last process was told to run, whether or not the server can be reached. */
  static async open(around: RoomsOptions): Promise<Rooms> {
    await mkdir(around.folder, { recursive: true })
    await tellOpenLines({ ...around, now: () => around.clock.now() })
    const rooms = new Rooms(around)
    const known = await readJson(join(around.folder, 'desired.json'))
    const stored = readRooms(Array.isArray(known) ? known : [])
    rooms.#desired = stored.rooms
    around.stages?.know(stored.rooms)
    // Not reported: the server is asked next, and may send it in a form that can be read
    for (const { room_code, at } of stored.unread)
      around.log.error({ room: room_code, at }, '看不懂上次存下的直播间，等服务器重新下发')
    const running = rooms.#desired.filter(({ run }) => run)
    await around.packs.want(hashesIn(rooms.#desired))
    if (running.length > 0) around.log.info({ rooms: running.length }, '恢复上次的直播')
    rooms.#prewarm.consider(rooms.#desired)
    rooms.#reconcile()
    return rooms
  }

  /** The whole desired state, from the server. */
  async desire(rooms: readonly DesiredRoom[], unread: readonly Unread[] = []): Promise<void> {
    const before = new Map(this.#desired.map((room) => [room.room_code, room]))
    const stands = unread.flatMap((one) => standIn(one, before.get(one.room_code)))
    this.#desired = [...rooms, ...stands]
    this.#around.stages?.know(this.#desired)
    this.#heed(unread)
    await this.#around.packs.want(hashesIn(this.#desired))
    this.#prewarm.consider(this.#desired)
    this.#reconcile()
    await this.#file.save()
  }

  /** Whether the server is there. */
  linked(isUp: boolean): void {
    this.#cancelAlone()
    this.#cancelAlone = () => {}
    this.#isLinked = isUp
    if (this.#isShutDown) return
    if (isUp) this.#isAlone = false
    else this.#cancelAlone = this.#around.time.after(ALONE_MS, () => this.#left())
  }

  #left(): void {
    this.#isAlone = true
    this.#reconcile()
  }

  get(roomCode: string): Room | undefined {
    return this.#rooms.get(roomCode)
  }

  forwarded(roomCode: string, events: readonly LiveEvent[]): void {
    this.#rooms.get(roomCode)?.forwarded(events)
  }

  /** Every room that the server knows here or that is still running here. */
  report(): ReportedRoom[] {
    const unread = new Map(this.#unread.map((one) => [one.room_code, one]))
    const idle = new Map(this.#desired.map((room) => [room.room_code, this.#idle(room)]))
    for (const one of this.#unread)
      idle.set(one.room_code, {
        ...unreadRoom(one),
        packs: { bundle: null, words: null, fault: null },
      })
    const running = [...this.#rooms].map(([room_code, room]) => {
      idle.delete(room_code)
      return withFault(room.report(), unread.get(room_code))
    })
    return [...running, ...idle.values()]
  }

  /** Leaves the rooms as desired: the next process goes on with them. */
  async shutDown(): Promise<void> {
    this.#isShutDown = true
    this.#cancelAlone()
    await Promise.all([...this.#rooms.values()].map((room) => room.stop('now', false)))
    await this.#file.save()
  }

  /** Logs rooms that cannot be read; the same fault only once, however often the server sends it. */
  #heed(unread: readonly Unread[]): void {
    const known = new Set(this.#unread.map(({ room_code, at }) => `${room_code} ${at}`))
    this.#unread = unread
    for (const { room_code, at } of unread)
      if (!known.has(`${room_code} ${at}`))
        this.#around.log.error({ room: room_code, at }, '看不懂这个直播间的新设置，请升级客户端')
    if (unread.length > 0) this.#around.changed()
  }

  #reconcile(): void {
    if (this.#isShutDown) return
    const actual = [...this.#rooms.values()].map((room) => room.actual())
    for (const step of reconcile(this.#desired.map(this.#asHeld), actual)) this.#take(step)
  }

  /** Nobody can speak for a room whose server is away: its rules do again. */
  readonly #asHeld = (room: DesiredRoom): DesiredRoom =>
    this.#isAlone && room.air === 'takeover' ? { ...room, air: 'open' } : room

  #idle(room: DesiredRoom): ReportedRoom {
    const stage = this.#around.stages?.report(room.room_code)
    return { ...idleRoom(room), packs: this.#readyIn(room), ...(stage && { stage }) }
  }

  #readyIn({ config: { bundle, words, script } }: DesiredRoom) {
    const { packs } = this.#around
    const hash = bundle?.hash
    return {
      bundle: hash !== undefined && packs.get(hash) ? hash : null,
      words: words && packs.words(words.hash) ? words.hash : null,
      plan: script && packs.script(script.hash) ? script.hash : null,
      fault:
        (hash === undefined ? null : packs.faultOf(hash)) ??
        (words ? packs.faultOf(words.hash) : null),
    }
  }

  #packed(hash: string): void {
    for (const room of this.#rooms.values()) room.packed(hash)
    this.#around.stages?.packed(hash)
    this.#prewarm.consider(this.#desired)
    this.#around.changed()
  }

  #take(step: Step): void {
    if (step.do === 'start') this.#start(step.room)
    else if (step.do === 'direct') this.#rooms.get(step.room.room_code)?.direct(step.room)
    else if (step.do === 'update')
      this.#watch(this.#rooms.get(step.room.room_code)?.update(step.room))
    else this.#watch(this.#stop(step.room_code, step.mode))
  }

  #start(desired: DesiredRoom): void {
    const room = new Room(desired, { ...this.#around, isLinked: () => this.#isLinked })
    this.#rooms.set(desired.room_code, room)
    this.#around.log.info({ room: desired.room_code, run: desired.run_id }, '开播')
    this.#watch(room.start())
    this.#around.changed()
  }

  async #stop(roomCode: string, mode: DesiredRoom['stop_mode']): Promise<void> {
    const room = this.#rooms.get(roomCode)
    this.#around.log.info({ room: roomCode, mode }, '停播')
    await room?.stop(mode)
    // Two calls of `stop` end together: only the first removes the room
    if (this.#rooms.get(roomCode) !== room) return
    this.#rooms.delete(roomCode)
    this.#around.changed()
    this.#reconcile()
  }

  #watch(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#around.log.error({ err: error }, '房间出错'))
  }
}

const hashesIn = (rooms: readonly DesiredRoom[]): string[] =>
  rooms.flatMap(({ config: { bundle, words, script }, stage }) =>
    [bundle, words, script, stage?.scene].flatMap((pack) => pack?.hash ?? []),
  )

const errorOf = ({ at }: Unread): string =>
  `这个版本的客户端看不懂直播间的新设置（${at}），请升级客户端`

const withFault = (report: ReportedRoom, unread: Unread | undefined): ReportedRoom =>
  unread ? { ...report, error: report.error ?? errorOf(unread) } : report

/** The report of a room that cannot be read: a failed run, so that the operator sees why. */
const unreadRoom = (one: Unread): ReportedRoom => ({
  ...idleRoom(one),
  ...(one.order?.run && { run_id: one.order.run_id, worker: WorkerStatus.unliving }),
  error: errorOf(one),
})

const idleRoom = ({ room_code }: { room_code: string }): ReportedRoom => ({
  room_code,
  run_id: null,
  worker: WorkerStatus.undo,
  config_hash: null,
  source: null,
  queue: 0,
  error: null,
})
