import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { DEFAULT_IDLE_S, type Answer } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Drive } from '@kaibo/contract/talk/part.schema.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { valueOf } from './talk.store.ts'

type Q = Queryable<Tables>

const DRIVE: Drive = { idle_s: DEFAULT_IDLE_S, quiet: [] }

/** When a room speaks of its own accord. */
export const driveOf = async (q: Q, room_id: string): Promise<Drive> =>
  ((await valueOf(q, room_id, 'initiative')) as Drive | null) ?? DRIVE

/** The questions that a room answers, in their order. */
export const repliesOf = async (q: Q, room_id: string): Promise<Reply[]> =>
  ((await valueOf(q, room_id, 'reply')) as Reply[] | null) ?? []

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
