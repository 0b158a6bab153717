import { CommandName, type AgentFrame, type ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Command } from '#link/incoming.ts'
import type { Log } from '#log/log.ts'
import type { Room } from '#rooms/room.ts'
import type { Rooms } from '#rooms/rooms.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Journal, Outcome } from './journal.ts'

type State = Extract<AgentFrame, { type: 'command_state' }>['state']
type Name = Extract<ServerToAgent, { type: 'command' }>['name']

const DONE: Outcome = { state: 'done', detail: null }

/**
 * All of these must be idempotent: an agent that is killed after it carried one out, but before the journal has it, carries it
 * out again when the server asks again.
 */
const DO: Record<Name, (room: Room, command: Command) => Outcome | Promise<Outcome>> = {
  async 'room.reset'(room) {
    await Promise.resolve(room.reset())
    return DONE
  },
  'room.insert'(room, { insert }) {
    if (!insert) return { state: 'failed', detail: '没有要插播的内容' }
    return room.onStage.insert(insert)
      ? DONE
      : { state: 'failed', detail: '这台电脑没有画面，不能播放文件' }
  },
  'room.insert_cancel'(room, { insert_id = '' }) {
    return room.onStage.withdraw(insert_id) ? DONE : { state: 'failed', detail: '已经结束或取消了' }
  },
  async 'game.cmd'(room, { id, game }) {
    const { name = '', args = [] } = game ?? {}
    const { state, detail } = await room.command(`c.${id}`, name, args)
    return { state: state === 'done' ? 'done' : 'failed', detail }
  },
}

export interface CommandsOptions {
  rooms: Pick<Rooms, 'get'>
  journal: Journal
  clock: ServerClock
  log: Log
  send(frame: AgentFrame): void
}

/**
 * Carries out the server's commands, each once, none after its deadline, in order within a room; rooms do not wait for each
 * other. Starting and stopping are desired state, not commands.
 */
export class Commands {
  readonly #options: CommandsOptions
  /** The last unfinished command of each room. */
  readonly #last = new Map<string, Promise<void>>()

  constructor(options: CommandsOptions) {
    this.#options = options
  }

  /** Resolves when it is answered. */
  async handle(command: Command): Promise<void> {
    const { room_code } = command
    const work = (this.#last.get(room_code) ?? Promise.resolve())
      .then(() => this.#handle(command))
      .catch((error: unknown) => this.#options.log.error({ err: error }, '命令处理出错'))
    this.#last.set(room_code, work)
    await work
    if (this.#last.get(room_code) === work) this.#last.delete(room_code)
  }

  async #handle(command: Command): Promise<void> {
    const { journal, clock } = this.#options
    const { id, deliver_by } = command
    const known = journal.get(id)
    if (known) return this.#answer(id, known.state, known.detail)
    if (deliver_by < clock.now()) return this.#answer(id, 'rejected', '送达时已过期')
    const { success, data: name } = CommandName.safeParse(command.name)
    if (!success) return this.#answer(id, 'rejected', '这个版本的客户端没有此功能，请升级客户端')
    this.#answer(id, 'received', null)
    const outcome = await this.#do(name, command)
    // The journal first, so that the same outcome is answered if the server asks again. A full disk loses only that.
    await journal.add(id, outcome)
    this.#answer(id, outcome.state, outcome.detail)
  }

  async #do(name: Name, command: Command): Promise<Outcome> {
    const roomCode = command.room_code
    const room = this.#options.rooms.get(roomCode)
    if (room?.actual().phase !== 'running')
      return { state: 'failed', detail: '这个直播间没有在这台电脑上直播' }
    try {
      return await DO[name](room, command)
    } catch (error) {
      this.#options.log.error({ err: error, room: roomCode, command: name }, '命令没有做成')
      return { state: 'failed', detail: '没有做成，原因见客户端日志' }
    }
  }

  #answer(id: string, state: State, detail: string | null): void {
    this.#options.send({ type: 'command_state', id, state, detail })
  }
}
