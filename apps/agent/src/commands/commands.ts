import { CommandName, type AgentFrame, type ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Command } from '#link/incoming.ts'
import type { Log } from '#log/log.ts'
import type { Room } from '#rooms/room.ts'
import type { Rooms } from '#rooms/rooms.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Journal } from './journal.ts'

type State = Extract<AgentFrame, { type: 'command_state' }>['state']
type Name = Extract<ServerToAgent, { type: 'command' }>['name']

const DO: Record<Name, (room: Room) => void> = {
  'room.reset': (room) => room.reset(),
}

export interface CommandsOptions {
  rooms: Pick<Rooms, 'get'>
  journal: Journal
  clock: ServerClock
  log: Log
  send(frame: AgentFrame): void
}

/** Does what the server commands: in order, each once, and none that is too late. */
export class Commands {
  readonly #options: CommandsOptions
  #work: Promise<void> = Promise.resolve()

  constructor(options: CommandsOptions) {
    this.#options = options
  }

  /** Resolves when it is answered. */
  handle(command: Command): Promise<void> {
    this.#work = this.#work
      .then(() => this.#handle(command))
      .catch((error: unknown) => this.#options.log.error({ err: error }, '命令结果没有存下'))
    return this.#work
  }

  async #handle(command: Command): Promise<void> {
    const { journal, clock } = this.#options
    const { id, deliver_by, room_code } = command
    const known = journal.get(id)
    if (known) return this.#answer(id, known.state, known.detail)
    if (deliver_by < clock.now()) return this.#answer(id, 'rejected', '送达时已过期')
    const { success, data: name } = CommandName.safeParse(command.name)
    if (!success) return this.#answer(id, 'rejected', '这个版本的客户端没有此功能，请升级客户端')
    this.#answer(id, 'received', null)
    const fault = this.#do(name, room_code)
    const state = fault === undefined ? 'done' : 'failed'
    this.#answer(id, state, fault ?? null)
    await journal.add(id, { state, detail: fault ?? null })
  }

  /** Answers why it could not. */
  #do(name: Name, roomCode: string): string | undefined {
    const room = this.#options.rooms.get(roomCode)
    if (room?.actual().phase !== 'running') return '这个直播间没有在这台电脑上直播'
    DO[name](room)
    return undefined
  }

  #answer(id: string, state: State, detail: string | null): void {
    this.#options.send({ type: 'command_state', id, state, detail })
  }
}
