import type { AgentFrame, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Room } from './room.ts'

type Asked = Extract<ServerToAgent, { type: 'ask_queue' }>

/** What a PC answers of the lines that wait; nothing of a room that is not on air. */
export function queueAnswer(
  room: Pick<Room, 'queue' | 'actual'> | undefined,
  { id, order }: Asked,
): AgentFrame {
  if (room?.actual().phase !== 'running') return { type: 'queue', id, list: null, done: false }
  return { type: 'queue', id, ...room.queue(order) }
}
