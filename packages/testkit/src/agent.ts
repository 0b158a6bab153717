import { randomUUID, sign, type KeyObject } from 'node:crypto'
import { WebSocket } from 'ws'
import {
  AGENT_PATH,
  AGENT_SUBPROTOCOL,
  MIN_AGENT_VERSION,
  type AgentFrame,
  type DesiredRoom,
  type ReportedRoom,
  type ServerToAgent,
} from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'

type Frame<Type extends ServerToAgent['type']> = Extract<ServerToAgent, { type: Type }>
type Heartbeat = Extract<AgentFrame, { type: 'heartbeat' }>
type Hello = Extract<AgentFrame, { type: 'hello' }>

/** Who connects, and what an honest agent would not say. */
export interface AgentClaim {
  pc_id: string
  private_key: KeyObject
  ts: number | string
  nonce?: string
  sig?: string
  headers?: Record<string, string>
}

/** The HTTP status that an upgrade was refused with. */
export class UpgradeRefused extends Error {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string | string[] | undefined>,
  ) {
    super(`the upgrade was refused with ${status}`)
  }
}

/** The PC's end of the link, moved by hand: it does nothing by itself. */
export interface TestAgent {
  /** Everything the server sent, oldest first. */
  readonly frames: readonly ServerToAgent[]
  /** The code the connection was closed with. */
  readonly closed: Promise<number>
  send(frame: AgentFrame): void
  sendRaw(data: string | Buffer): void
  hello(overrides?: Partial<Hello>): Promise<Frame<'welcome'>>
  report(room: Partial<ReportedRoom> & { room_code: string }): void
  /** The next frame of this type that nobody took yet. */
  next<Type extends ServerToAgent['type']>(
    type: Type,
    wanted?: (frame: Frame<Type>) => boolean,
  ): Promise<Frame<Type>>
  /** Ends without a goodbye. */
  kill(): void
  /** Stops reading what the server sends. */
  pause(): void
}

const WAIT_MS = 5_000

/** Opens the link as a PC does; rejects with `UpgradeRefused`. */
export async function connectAgent(server: string, claim: AgentClaim): Promise<TestAgent> {
  const { pc_id, private_key, ts, nonce = randomUUID(), headers = {} } = claim
  const text = `${pc_id}|${ts}|${nonce}`
  const sig = claim.sig ?? sign(null, Buffer.from(text), private_key).toString('base64url')
  const url = new URL(AGENT_PATH, server.replace(/^http/, 'ws'))
  url.search = new URLSearchParams({ pc_id, ts: String(ts), nonce, sig }).toString()
  const socket = new WebSocket(url, AGENT_SUBPROTOCOL, { headers, perMessageDeflate: false })

  const frames: ServerToAgent[] = []
  const taken = new Set<ServerToAgent>()
  const waiting = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as ServerToAgent)
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      reject(new UpgradeRefused(response.statusCode ?? 0, response.headers))
      socket.terminate()
    })
  })

  const agent: TestAgent = {
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    sendRaw: (data) => socket.send(data),
    hello(overrides = {}) {
      agent.send({
        type: 'hello',
        version: MIN_AGENT_VERSION,
        pc_name: 'test',
        boot_id: 'boot',
        capabilities: ['source:simulator'],
        spool_id: `spool-${pc_id}`,
        spool_seq: 0,
        at: Number(ts),
        facts: { os: 'test', cpu: 'test', mem_mb: 1, node: process.version },
        rooms: [],
        ...overrides,
      })
      return agent.next('welcome')
    },
    report: (room) => agent.send({ type: 'report', at: Number(ts), rooms: [reportOf(room)] }),
    next: (type, wanted = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          const seen = frames.map((frame) => frame.type).join(', ')
          reject(new Error(`no ${type} within ${WAIT_MS} ms; came: ${seen}`))
        }, WAIT_MS)
        function look() {
          const found = frames.find(
            (frame): frame is Frame<typeof type> =>
              frame.type === type && !taken.has(frame) && wanted(frame as Frame<typeof type>),
          )
          if (!found) return
          taken.add(found)
          waiting.delete(look)
          clearTimeout(timer)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    kill: () => socket.terminate(),
    pause: () => socket.pause(),
  }
  return agent
}

/** Does what the server asks of a room: waits until it shall run, reports it on air, answers the run. */
export async function obeyStart(agent: TestAgent, room_code: string): Promise<string> {
  const wanted = (room: DesiredRoom) => room.room_code === room_code && room.run
  const { rooms } = await agent.next('desired', (frame) => frame.rooms.some(wanted))
  const run_id = rooms.find(wanted)?.run_id ?? ''
  agent.report({ room_code, run_id, worker: WorkerStatus.living })
  return run_id
}

/** A report in which all is well. */
export function reportOf(room: Partial<ReportedRoom> & { room_code: string }): ReportedRoom {
  return {
    run_id: null,
    worker: WorkerStatus.undo,
    config_hash: null,
    source: { kind: 'simulator', connected: true, detail: '' },
    queue: 0,
    error: null,
    ...room,
  }
}

/** A heartbeat of an idle PC. */
export function heartbeatOf(at: number, more: Partial<Heartbeat> = {}): Heartbeat {
  const metrics = {
    cpu_pct: 12.5,
    mem_used_mb: 1_024,
    mem_total_mb: 8_192,
    disk_free_mb: null,
    spool_items: 0,
    spool_dropped: 0,
  }
  return { type: 'heartbeat', at, metrics, rooms: [], ...more }
}
