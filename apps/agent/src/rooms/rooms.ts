import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DesiredRoom, type ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { reconcile, type Step } from './reconcile.ts'
import { Room, type Surroundings } from './room.ts'

/** The rooms of this PC: what they should be, what they are, and the steps from the one to the other. */
export class Rooms {
  readonly #around: Surroundings
  readonly #rooms = new Map<string, Room>()
  readonly #file: KeptFile
  #desired: DesiredRoom[] = []
  #isShutDown = false

  private constructor(around: Surroundings) {
    this.#around = around
    const { folder, time, log } = around
    const path = join(folder, 'desired.json')
    this.#file = new KeptFile({ path, value: () => this.#desired, ms: 0, time, log })
  }

  /** Resumes what the last process was told to run, whether or not the server can be reached. */
  static async open(around: Surroundings): Promise<Rooms> {
    await mkdir(around.folder, { recursive: true })
    const rooms = new Rooms(around)
    const known = await readJson(join(around.folder, 'desired.json'))
    const stored = (Array.isArray(known) ? known : []).map((one) => DesiredRoom.safeParse(one))
    rooms.#desired = stored.flatMap(({ success, data }) => (success ? [data] : []))
    const running = rooms.#desired.filter(({ run }) => run)
    if (running.length > 0) around.log.info({ rooms: running.length }, '恢复上次的直播')
    rooms.#reconcile()
    return rooms
  }

  /** The whole desired state, from the server. */
  async desire(rooms: DesiredRoom[]): Promise<void> {
    this.#desired = rooms
    this.#reconcile()
    await this.#file.save()
  }

  get(roomCode: string): Room | undefined {
    return this.#rooms.get(roomCode)
  }

  forwarded(roomCode: string, events: readonly LiveEvent[]): void {
    this.#rooms.get(roomCode)?.forwarded(events)
  }

  /** Every room that the server knows here or that is still running here. */
  report(): ReportedRoom[] {
    const idle = this.#desired.filter(({ room_code }) => !this.#rooms.has(room_code)).map(idleRoom)
    return [...[...this.#rooms.values()].map((room) => room.report()), ...idle]
  }

  /** Leaves the rooms as desired: the next process goes on with them. */
  async shutDown(): Promise<void> {
    this.#isShutDown = true
    await Promise.all([...this.#rooms.values()].map((room) => room.stop('now')))
    await this.#file.save()
  }

  #reconcile(): void {
    if (this.#isShutDown) return
    const actual = [...this.#rooms.values()].map((room) => room.actual())
    for (const step of reconcile(this.#desired, actual)) this.#take(step)
  }

  #take(step: Step): void {
    if (step.do === 'start') this.#start(step.room)
    else if (step.do === 'update')
      this.#watch(this.#rooms.get(step.room.room_code)?.update(step.room))
    else this.#watch(this.#stop(step.room_code, step.mode))
  }

  #start(desired: DesiredRoom): void {
    const room = new Room(desired, this.#around)
    this.#rooms.set(desired.room_code, room)
    this.#around.log.info({ room: desired.room_code, run: desired.run_id }, '开播')
    this.#watch(room.start())
    this.#around.changed()
  }

  async #stop(roomCode: string, mode: DesiredRoom['stop_mode']): Promise<void> {
    const room = this.#rooms.get(roomCode)
    this.#around.log.info({ room: roomCode, mode }, '停播')
    await room?.stop(mode)
    // A sharper stop ends together with the first: only one of them finds the room still there
    if (this.#rooms.get(roomCode) !== room) return
    this.#rooms.delete(roomCode)
    this.#around.changed()
    this.#reconcile()
  }

  #watch(work: Promise<void> | undefined): void {
    work?.catch((error: unknown) => this.#around.log.error({ err: error }, '房间出错'))
  }
}

const idleRoom = ({ room_code }: DesiredRoom): ReportedRoom => ({
  room_code,
  run_id: null,
  worker: WorkerStatus.undo,
  config_hash: null,
  source: null,
  queue: 0,
  error: null,
})
