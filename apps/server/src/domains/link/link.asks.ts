import { STATE_WITHIN_MS, type ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { QUEUE_WITHIN_MS } from '@kaibo/contract/agent/queue.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { Frame } from './link.session.ts'

export type Answer = Frame<'state' | 'queue' | 'tape_closed'>

type Question<Type extends ServerToAgent['type']> = Omit<
  Extract<ServerToAgent, { type: Type }>,
  'type' | 'id'
>

const TAPE_WITHIN_MS = 3_000

interface Waiter {
  pc_id: string
  resolve(answer: Answer | undefined): void
}

/** Questions to PCs that are worth nothing a moment later: they are kept nowhere, and a late answer is dropped. */
export function createAsks(
  { clock, ids }: Pick<Platform<Tables>, 'clock' | 'ids'>,
  line: { send(pc_id: string, frame: ServerToAgent): void; online(pc_id: string): boolean },
) {
  const waiting = new Map<string, Waiter>()

  function settle(id: string, answer?: Answer): void {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  }

  /** Nothing where the PC is offline or does not answer in time. */
  async function ask(
    pc_id: string,
    within_ms: number,
    question: (id: string) => ServerToAgent,
  ): Promise<Answer | undefined> {
    if (!line.online(pc_id)) return undefined
    const id = ids.next(clock.now())
    const answer = new Promise<Answer | undefined>((resolve) => {
      const late = setTimeout(() => settle(id), within_ms).unref()
      waiting.set(id, {
        pc_id,
        resolve(told) {
          clearTimeout(late)
          resolve(told)
        },
      })
    })
    line.send(pc_id, question(id))
    return answer
  }

  return {
    /** What the rules of a room on this PC remember. */
    async state(pc_id: string, of: Question<'ask_state'>): Promise<Frame<'state'> | undefined> {
      const answer = await ask(pc_id, STATE_WITHIN_MS, (id) => ({ type: 'ask_state', id, ...of }))
      return answer?.type === 'state' ? answer : undefined
    },

    /** What waits to be said in a room of this PC, after an order was carried out. */
    async queue(pc_id: string, of: Question<'ask_queue'>): Promise<Frame<'queue'> | undefined> {
      const answer = await ask(pc_id, QUEUE_WITHIN_MS, (id) => ({ type: 'ask_queue', id, ...of }))
      return answer?.type === 'queue' ? answer : undefined
    },

    /** Has the PC send what the tape of a room holds until now; answers whether it is on its way. */
    async closeTape(pc_id: string, room_code: string): Promise<boolean> {
      const question = (id: string) => ({ type: 'close_tape', id, room_code }) as const
      return (await ask(pc_id, TAPE_WITHIN_MS, question)) !== undefined
    },

    /** Only the PC that was asked answers. False where nobody here waits for it. */
    answered(pc_id: string, answer: Answer): boolean {
      if (waiting.get(answer.id)?.pc_id !== pc_id) return false
      settle(answer.id, answer)
      return true
    },
  }
}

export type Asks = ReturnType<typeof createAsks>
