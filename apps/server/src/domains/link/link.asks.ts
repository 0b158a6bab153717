import {
  STATE_WITHIN_MS,
  type LiveState,
  type ServerToAgent,
} from '@kaibo/contract/agent/frames.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

type AskFrame = Extract<ServerToAgent, { type: 'ask_state' }>

export interface StateAnswer {
  id: string
  state: LiveState | null
  too_long?: true | undefined
}

/** Whose state is asked for, and what of it. */
export interface StateQuestion {
  pc_id: string
  room_code: string
  sets: readonly string[]
  user: string
}

interface Waiter {
  pc_id: string
  resolve(answer: StateAnswer | undefined): void
}

/** Questions to PCs that are worth nothing a moment later: they are kept nowhere, and a late answer is dropped. */
export function createAsks(
  { clock, ids }: Pick<Platform<Tables>, 'clock' | 'ids'>,
  send: (pc_id: string, frame: AskFrame) => void,
) {
  const waiting = new Map<string, Waiter>()

  function settle(id: string, answer?: StateAnswer): void {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  }

  return {
    /** Nothing where the PC does not answer in time. */
    ask({ pc_id, sets, ...of }: StateQuestion): Promise<StateAnswer | undefined> {
      const id = ids.next(clock.now())
      const answer = new Promise<StateAnswer | undefined>((resolve) => {
        const late = setTimeout(() => settle(id), STATE_WITHIN_MS).unref()
        waiting.set(id, {
          pc_id,
          resolve(told) {
            clearTimeout(late)
            resolve(told)
          },
        })
      })
      send(pc_id, { type: 'ask_state', id, sets: [...sets], ...of })
      return answer
    },

    /** Only the PC that was asked answers. */
    answered(pc_id: string, answer: StateAnswer): void {
      if (waiting.get(answer.id)?.pc_id === pc_id) settle(answer.id, answer)
    },
  }
}
