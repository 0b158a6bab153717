import type { AgentFrame, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import type { Room } from './room.ts'

type Asked = Extract<ServerToAgent, { type: 'ask_queue' }>
type Queued = Pick<Room, 'queue' | 'actual'>

const isOnAir = (room: Queued | undefined): room is Queued => room?.actual().phase === 'running'

/** What a PC answers of the lines that wait; nothing of a room that is not on air. */
export function queueAnswer(room: Queued | undefined, { id, order }: Asked): AgentFrame {
  if (!isOnAir(room)) return { type: 'queue', id, list: null, done: false }
  return { type: 'queue', id, ...room.queue(order) }
}

/** The lines that wait; none in a room that is not on air. */
export const waitingIn = (room: Queued | undefined): Waiting[] =>
  isOnAir(room) ? room.queue(null).list : []
