import type { LiveState } from '@kaibo/contract/agent/frames.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import type { GameCommandEnd, GameState } from '@kaibo/contract/game-link/game-link.schema.ts'
import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import { gameIn } from '#domains/lookup/reported-game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { conflict, fault, notFound } from '#platform/fault.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { effectOf, effectPage, effectRow, roundPage } from './game-link.lists.ts'
import * as store from './game-link.store.ts'

interface Order {
  pc_id: string
  room_id: string
  room_code: string
  name: 'game.cmd'
  args: { game: { name: string; args: (string | number)[] } }
  within_ms: number
  created_by: string
}

export interface GameLinkNeeds {
  command: (order: Order) => Promise<{ state: string; detail: string | null }>
  asks: {
    /** What the rules of a room on this PC remember; of no set and no viewer it is the variables. */
    state: (
      pc_id: string,
      of: { room_code: string; sets: string[]; user: string },
    ) => Promise<{ state: LiveState | null } | undefined>
  }
}

/** Less than the console waits. */
const WITHIN_MS = 11_000

/** The games beside the PCs: what they are told, what they played, and what had no effect. */
export function gameLinkRoutes(
  { db, clock }: Platform<Tables>,
  { command, asks }: GameLinkNeeds,
): Implementation[] {
  async function find({ scope }: Actor, room_code: string) {
    const room = await store.roomByCode(db.query, scope, room_code)
    if (!room) throw notFound(nouns.room)
    return room
  }

  async function varsOf(room: { pc_id: string | null; room_code: string }) {
    const { pc_id, room_code } = room
    if (pc_id === null) return null
    const answer = await asks.state(pc_id, { room_code, sets: [], user: '' })
    return answer?.state ? varsIn(answer.state) : null
  }

  return implement(gameLinkApi, {
    async command({ actor, input, audit }): Promise<GameCommandEnd> {
      const { command: name, args } = input
      const { id: room_id, ...room } = await find(actor, input.room_code)
      const { pc_id, room_code, reported_json } = room
      audit({ target: room.name, target_id: room_code, after: { command: name, args } })
      if (pc_id === null || gameIn(reported_json)?.state !== 'connected')
        throw fault(Code.unavailable, NOT_LINKED)
      const game = { name, args }
      const order = { pc_id, room_id, room_code, name: 'game.cmd', args: { game } } as const
      const end = await command({ ...order, within_ms: WITHIN_MS, created_by: actor.uid })
      if (end.state === 'expired') throw fault(Code.noAnswer, NO_ANSWER)
      if (end.state === 'rejected') throw conflict(asIs(end.detail ?? ''))
      const detail = end.detail ?? ''
      return end.state === 'done' ? { state: 'done', detail } : { state: 'failed', detail }
    },

    async state({ actor, input }): Promise<GameState> {
      const room = await find(actor, input.room_code)
      const link = gameIn(room.reported_json)
      if (!link) return { link: null, vars: null }
      // The link opens the game: it is for those who may operate the room
      const url = actor.actions.has('room.operate') ? link.url : ''
      return { link: { ...link, url }, vars: await varsOf(room) }
    },

    rounds: ({ actor, input, signal }) => roundPage(db, actor.scope, input, { signal }),
    effects: ({ actor, input, signal }) => effectPage(db, actor.scope, input, { signal }),

    async madeGood({ actor, input, audit }) {
      const before = await effectOf(db.query, actor.scope, input)
      if (!before) throw notFound(words('命令', 'Command'))
      const { room_id, cmd_id, room_code, room_name } = before
      const done = { room_id, cmd_id, by: actor.uid, at: clock.now() }
      await db.transaction(async (trx) => {
        if (!(await store.makeGood(trx, done))) throw conflict(ALREADY)
      })
      const after = await effectOf(db.query, actor.scope, input)
      const row = effectRow(after ?? before)
      audit({ target: room_name, target_id: room_code, before: effectRow(before), after: row })
      return row
    },
  })
}

/** A room's variables, of those that a PC remembers. Its state is the rules' own: what is not like this is left out. */
function varsIn({ rules }: LiveState): GameState['vars'] {
  const { vars } = rules as { vars?: { room?: Record<string, { value?: unknown }> } }
  return Object.entries(vars?.room ?? {}).flatMap(([key, { value }]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ key, value }] : [],
  )
}

const NOT_LINKED = words('游戏未连接', 'The game is not linked')
const NO_ANSWER = words('PC未响应，命令可能已执行', 'The PC does not answer; it may have been done')
const ALREADY = words('这条已经补过，请刷新', 'Somebody has made this good already; reload')
