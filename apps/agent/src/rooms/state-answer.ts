import {
  MAX_STATE_LENGTH,
  type AgentFrame,
  type LiveState,
  type ServerToAgent,
} from '@kaibo/contract/agent/frames.ts'
import type { Wanted } from '@kaibo/rules/state-part.ts'

type Asked = Extract<ServerToAgent, { type: 'ask_state' }>

/** What a PC answers of a room; nothing of one that is not on air. */
export function stateAnswer(
  room: { peek(wanted: Wanted): LiveState | null } | undefined,
  { id, sets, user }: Asked,
): AgentFrame {
  const state = room?.peek({ sets, user }) ?? null
  if (JSON.stringify(state).length > MAX_STATE_LENGTH)
    return { type: 'state', id, state: null, too_long: true }
  return { type: 'state', id, state }
}
