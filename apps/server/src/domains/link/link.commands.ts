import type { Transaction } from 'kysely'
import type { CommandArgs, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './link.store.ts'

export type CommandFrame = Extract<ServerToAgent, { type: 'command' }>

type CommandName = CommandFrame['name']

export interface CommandOrder {
  pc_id: string
  room_id: string
  room_code: string
  name: CommandName
  args?: CommandArgs
  /** The agent must start it within this time; later it is ignored. */
  within_ms: number
  created_by: string
}

/** `expired`: no answer in time. The command may have been done anyway; a late answer is still recorded. */
export interface CommandEnd {
  state: 'done' | 'failed' | 'rejected' | 'expired'
  detail: string | null
}

const ENDS: readonly string[] = ['done', 'failed', 'rejected', 'expired']
const isEnd = (answer: { state: string; detail: string | null }): answer is CommandEnd =>
  ENDS.includes(answer.state)

interface Waiter {
  deliver_by: number
  resolve(end: CommandEnd): void
}

/** Commands to PCs. The row is written first: whichever server has the PC's connection, now or in time, reads it there. */
export function createCommands(
  { db, clock, ids }: Platform<Tables>,
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>,
) {
  const waiting = new Map<string, Waiter>()

  async function settle(id: string): Promise<void> {
    const answer = await store.commandState(db.query, id)
    if (!isEnd(answer)) return
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  }

  return {
    async run(order: CommandOrder): Promise<CommandEnd> {
      const { within_ms, name, pc_id, room_id, created_by, args } = order
      const now = clock.now()
      const id = ids.next(now)
      const deliver_by = now + within_ms
      const command = {
        id,
        pc_id,
        room_id,
        name,
        state: 'queued',
        detail: null,
        deliver_by,
        created_at: now,
        created_by,
        updated_at: now,
        data_json: args ? JSON.stringify(args) : null,
      }
      const end = new Promise<CommandEnd>((resolve) => waiting.set(id, { deliver_by, resolve }))
      try {
        await db.transaction(async (trx) => {
          await store.addCommand(trx, command)
          await wake(trx, [pc_id])
        })
      } catch (error) {
        waiting.delete(id)
        throw error
      }
      return end
    },

    /** The commands that a PC should still run. */
    async open(pc_id: string): Promise<CommandFrame[]> {
      const rows = await store.openCommands(db.query, null, { pc_id, now: clock.now() })
      return rows.map(({ data_json, ...row }) => ({
        ...(JSON.parse(data_json ?? '{}') as CommandArgs),
        type: 'command',
        ...row,
        name: row.name as CommandName,
      }))
    },

    answered: (pc_id: string, answer: { id: string; state: string; detail: string | null }) =>
      store.answerCommand(db.query, { ...answer, pc_id, at: clock.now() }),

    settle,

    /** Expires unanswered commands; also reads answers whose bus message was lost. */
    async expire(): Promise<void> {
      const now = clock.now()
      const late = [...waiting].filter(([, { deliver_by }]) => deliver_by < now)
      if (late.length === 0) return
      await store.expireCommands(db.query, now)
      for (const [id] of late) await settle(id)
    },

    /** Commands whose waiting server ended before they did. */
    expireOld: () => store.expireCommands(db.query, clock.now()),
  }
}
