import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { DEFAULT_IDLE_S, type Answer } from '@kaibo/contract/talk/bundle.schema.ts'
import type { ImportantViewer } from '@kaibo/contract/talk/consumer.schema.ts'
import type { Drive } from '@kaibo/contract/talk/part.schema.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { gameDriveOf } from '#domains/lookup/game.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { valueOf } from './talk.store.ts'

type Q = Queryable<Tables>

const DRIVE: Drive = { idle_s: DEFAULT_IDLE_S, quiet: [] }

/** What a room has of its own: a `Drive`, or that it speaks as its game does. */
type Own = Drive | { inherit: 1 } | null

/** Whether a room speaks of its own accord as its game does: it says so, or has never said otherwise. */
export async function driveIn(q: Q, room_id: string): Promise<{ inherits: boolean; drive: Drive }> {
  const own = (await valueOf(q, room_id, 'initiative')) as Own
  if (own && !('inherit' in own)) return { inherits: false, drive: own }
  const room = await q
    .selectFrom('room')
    .select('game_id')
    .where('id', '=', room_id)
    .executeTakeFirst()
  const game = room?.game_id ? await gameDriveOf(q, room.game_id) : undefined
  return { inherits: own !== null || game !== undefined, drive: game ?? DRIVE }
}

/** When a room speaks of its own accord. */
export async function driveOf(q: Q, room_id: string): Promise<Drive> {
  const { idle_s, quiet } = (await driveIn(q, room_id)).drive
  return { idle_s, quiet }
}

/** The questions that a room answers, in their order. */
export const repliesOf = async (q: Q, room_id: string): Promise<Reply[]> =>
  ((await valueOf(q, room_id, 'reply')) as Reply[] | null) ?? []

/** The viewers whom the rules of a room are to know. */
export const viewersOf = async (q: Q, room_id: string): Promise<ImportantViewer[]> =>
  ((await valueOf(q, room_id, 'consumer')) as ImportantViewer[] | null) ?? []

/** As rooms run them: those that are enabled and not over. */
export const answersOf = (replies: readonly Reply[], now: number): Answer[] =>
  replies
    .filter(
      ({ enabled, valid_until = Infinity }) => enabled === OpenStatus.open && valid_until > now,
    )
    .map(({ id, keywords, match, replies: said, at, cooldown_s, valid_until }) => ({
      id,
      keywords,
      match,
      replies: said,
      cooldown_ms: cooldown_s * 1_000,
      ...(at === IsOrNot.is && { at: true as const }),
      ...(valid_until !== undefined && { until: valid_until }),
    }))

const COOLDOWN_S = 60

/** A question as it is where nothing is said of it but words and reply. */
export const plainReply = (
  { keywords, reply }: { keywords: string[]; reply: string },
  index: number,
): Reply => ({
  id: `q-${index + 1}`,
  keywords,
  match: 'contains',
  replies: [reply],
  at: IsOrNot.not,
  cooldown_s: COOLDOWN_S,
  enabled: OpenStatus.open,
})
