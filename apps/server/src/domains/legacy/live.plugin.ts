import { words } from '@kaibo/contract/kernel/words.ts'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import {
  BEAT_MS,
  ClientFrame,
  LIVE_CLOSE,
  LIVE_PATH,
  Topic,
  type ServerFrame,
} from '@kaibo/contract/live/channel.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { createDoor } from '#platform/http/door.ts'
import { isAway as isDatabaseAway } from '#platform/db/away.ts'
import { databaseAway, HttpFault } from '#platform/http/failure.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Hub, LiveConnection } from '#platform/live/create-hub.ts'
import type { Holder } from '#platform/live/tickets.ts'
import type { Leave } from '#platform/places.ts'
import { readConsole } from './live.frames.ts'

const PING_MS = 30_000
const POLICY_VIOLATION = 1008
const TRY_AGAIN_LATER = 1013

/** Who asks for the channel, and gives its place at the door back when it is let in. */
interface Stranger {
  leave: Leave
  holder: Holder | undefined
}

interface LiveNeeds {
  actorOf: (holder: Holder) => Promise<Actor>
  /** Whether the database is away: without it nobody can be known. */
  isAway: () => boolean
}

/** The live channel's WebSocket. A browser sends its ticket in the query, because it can set no header here. */
export const livePlugin = (hub: Hub, { actorOf, isAway }: LiveNeeds) =>
  async function live(http: FastifyInstance): Promise<void> {
    const door = createDoor()
    const strangers = new WeakMap<IncomingMessage, Stranger>()
    http.route<{ Querystring: { ticket?: string } }>({
      method: 'GET',
      url: LIVE_PATH,
      config: { endpoint: 'live.channel' },
      preValidation: async (request, reply) => {
        if (!request.ws) return
        const leave = door.enter(request, reply)
        const { ticket } = request.query
        // Before the upgrade: the ticket stays good.
        if (isAway()) throw databaseAway()
        const holder = typeof ticket === 'string' ? await hub.redeem(ticket) : undefined
        strangers.set(request.raw, { leave, holder })
      },
      handler: () => {
        throw new HttpFault(
          426,
          Code.invalid,
          words('此地址只接受WebSocket连接', 'This address takes WebSocket connections only'),
        )
      },
      wsHandler: async (socket, request) => {
        // Frames that the console sends before it is authenticated wait in the socket.
        socket.pause()
        const { leave, holder } = strangers.get(request.raw) ?? {}
        let actor: Actor | undefined
        try {
          actor = holder && (await actorOf(holder))
        } catch (error) {
          if (isDatabaseAway(error)) return socket.close(TRY_AGAIN_LATER, 'the database is away')
        } finally {
          socket.resume()
        }
        if (!holder || !actor) return socket.close(LIVE_CLOSE.badTicket, 'bad ticket')
        // The socket's `close` event has passed: nothing would ever remove its connection from the hub.
        if (socket.readyState !== socket.OPEN) return
        const isServed = serve({ socket, log: request.log }, hub, actor, () => actorOf(holder))
        // An account with too many channels keeps its place at the door until this socket is closed.
        if (isServed) leave?.()
      },
    })
  }

interface Peer {
  socket: WebSocket
  log: FastifyBaseLogger
}

/** False where the account has as many channels as it may. */
function serve(
  { socket, log }: Peer,
  hub: Hub,
  actor: Actor,
  renew: () => Promise<Actor>,
): boolean {
  const connection = hub.connect(actor, renew, {
    send: (text) => socket.send(text),
    get backlog() {
      return socket.bufferedAmount
    },
    close: (code, reason) => socket.close(code, reason),
  })
  if (!connection) {
    socket.close(LIVE_CLOSE.tooMuch, 'too many channels')
    return false
  }
  let answered = true
  const ping = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, PING_MS).unref()
  socket.on('pong', () => (answered = true))
  const beat = setInterval(() => tell(connection, { type: 'beat' }), BEAT_MS).unref()
  readConsole(socket, {
    mayRead: () => connection.mayRead(),
    obey: (text) => obey(socket, connection, text),
    failed: (err) => log.error({ err }, 'live frame failed'),
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    clearInterval(ping)
    clearInterval(beat)
    connection.gone()
  })
  return true
}

async function obey(socket: WebSocket, connection: LiveConnection, text: string): Promise<void> {
  const frame = frameFrom(text)
  if (!frame) return socket.close(POLICY_VIOLATION, 'bad frame')
  if (frame.type === 'unsubscribe') return connection.unsubscribe(frame.topics)
  const { open, refused } = await connection.subscribe(frame.topics.filter(isTopic))
  if (open.length > 0) tell(connection, { type: 'subscribed', topics: open })
  const unknown = frame.topics.filter((topic) => !isTopic(topic))
  for (const topic of [...refused, ...unknown])
    tell(connection, { type: 'refused', topic, msg: '内容不存在' })
}

const isTopic = (text: string) => Topic.safeParse(text).success

const tell = (connection: LiveConnection, frame: ServerFrame) =>
  connection.send(JSON.stringify(frame))

function frameFrom(text: string): ClientFrame | undefined {
  try {
    return ClientFrame.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
