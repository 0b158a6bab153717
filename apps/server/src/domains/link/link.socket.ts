import type { Logger } from 'pino'
import { WebSocket } from 'ws'
import {
  AGENT_CLOSE,
  AgentFrame,
  ReportedRoom,
  type ServerToAgent,
} from '@kaibo/contract/agent/frames.ts'
import { isPassing } from '#platform/db/away.ts'
import { bytesOf, readFrames, type Frames } from '#platform/http/frames.ts'
import type { Held } from './link.held.ts'

const MAX_BUFFERED_BYTES = 1_048_576
/** After so many unreadable frames in a row the connection is closed: it is not an agent. */
const MAX_FAULTS = 5

interface Heard {
  any(): void
  frame(frame: AgentFrame): Promise<void>
  /** A frame that came while nothing could be stored. */
  missed(frame: AgentFrame): void
  isAway(): boolean
  closed(): void
}

/** One agent's WebSocket: frames are read, checked and handled one after another, in the order of their arrival. */
export class AgentSocket {
  readonly #socket: WebSocket
  readonly #log: Logger
  readonly #frames: Frames
  #faults = 0
  /** Bytes of frames that wait to be handled. */
  #waiting = 0

  constructor(socket: WebSocket, log: Logger, heard: Heard, held: Held) {
    this.#socket = socket
    this.#log = log
    this.#frames = readFrames(socket, {
      accept: (data) => {
        heard.any()
        const { length } = bytesOf(data)
        if (!held.take(length)) return false
        this.#waiting += length
        return true
      },
      obey: async (data, isBinary) => {
        const bytes = bytesOf(data)
        try {
          const frame = isBinary ? this.fault('消息须为文本') : this.#read(bytes.toString())
          if (frame) await this.#obey(frame, heard)
        } finally {
          const size = Math.min(bytes.length, this.#waiting)
          this.#waiting -= size
          held.give(size)
        }
      },
      failed: (error) => this.#log.error({ err: error }, 'agent frame failed'),
    })
    socket.on('close', () => {
      // Frames that wait are not handled any more.
      held.give(this.#waiting)
      this.#waiting = 0
      heard.closed()
    })
    socket.on('error', (error) => log.debug({ err: error }, 'agent socket failed'))
  }

  send(frame: ServerToAgent): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#log.warn('agent does not read what it is sent: dropped')
      this.drop()
      return
    }
    this.#socket.send(JSON.stringify(frame))
  }

  /** Tells the agent what is wrong with a frame. The connection stays open unless this repeats. */
  fault(msg: string): undefined {
    this.send({ type: 'fault', msg })
    this.#faults += 1
    if (this.#faults >= MAX_FAULTS) this.close(AGENT_CLOSE.badFrame, 'bad frames')
  }

  close(code: number, reason: string): void {
    this.#frames.end(code, reason)
  }

  /** What it said cannot be obeyed: it connects again and says it anew. */
  fail(error: unknown): void {
    this.#frames.fail(error)
  }

  drop(): void {
    this.#socket.terminate()
  }

  /** Where the database is away, or its disk full, the connection stays: nothing is wrong with it. */
  async #obey(frame: AgentFrame, heard: Heard): Promise<void> {
    try {
      if (heard.isAway()) heard.missed(frame)
      else await heard.frame(frame)
    } catch (error) {
      if (!isPassing(error)) throw error
      this.#log.debug({ err: error, type: frame.type }, 'nothing can be stored for now')
      heard.missed(frame)
    }
  }

  #read(text: string): AgentFrame | undefined {
    let json: unknown
    try {
      json = JSON.parse(text)
    } catch {
      return this.fault('消息不是有效的JSON')
    }
    const { success, data: frame, error } = AgentFrame.safeParse(json)
    if (!success) return this.fault(`消息不合规：${wrongIn(error.issues)}`)
    this.#faults = 0
    return frame
  }
}

/** Parses an agent's reports one by one, so that a bad report does not affect the others. */
export function readReports(items: readonly unknown[]): {
  rooms: ReportedRoom[]
  faults: string[]
} {
  const rooms: ReportedRoom[] = []
  const faults: string[] = []
  for (const [index, item] of items.entries()) {
    const { success, data, error } = ReportedRoom.safeParse(item)
    if (success) rooms.push(data)
    else faults.push(`第${index + 1}个房间的报告不合规：${wrongIn(error.issues)}`)
  }
  return { rooms, faults }
}

const wrongIn = (issues: readonly { path: PropertyKey[] }[]) =>
  [...new Set(issues.map((issue) => issue.path.join('.') || '整条'))].slice(0, 5).join('、')
