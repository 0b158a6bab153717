import type { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import type { WordList } from '@kaibo/rules/words/merge.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>
export type WordAt = Tables['word']

/** Whose list: a platform, the id of an organisation or of a room; empty where it counts everywhere. */
export interface Place {
  readonly scope: WordScope
  readonly scope_id: string
}

/** The lists of a room, the widest first. */
export const placesOf = (room: {
  id: string
  org_id: string
  platform: string
}): readonly Place[] => [
  { scope: 'global', scope_id: '' },
  { scope: 'platform', scope_id: room.platform },
  { scope: 'org', scope_id: room.org_id },
  { scope: 'room', scope_id: room.id },
]

/** The rooms in which a list counts. */
export function selectRoomsAt(q: Q, { scope, scope_id }: Place) {
  const all = q
    .selectFrom('room')
    .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
    .select(['room.id', 'room.name', 'room.org_id', 'room.pc_id', 'room.words_hash'])
    .select('held.platform')
    .where('room.deleted_at', 'is', null)
  if (scope === 'global') return all
  const column = { platform: 'held.platform', org: 'room.org_id', room: 'room.id' } as const
  return all.where(column[scope], '=', scope_id)
}

export const roomsAt = (q: Q, place: Place) => selectRoomsAt(q, place).execute()

export type RoomAt = Awaited<ReturnType<typeof roomsAt>>[number]

export async function wordsAt(q: Q, place: Place): Promise<WordAt[]> {
  return q
    .selectFrom('word')
    .selectAll()
    .where('scope', '=', place.scope)
    .where('scope_id', '=', place.scope_id)
    .orderBy('folded')
    .execute()
}

/** Rows of one list, as rooms are screened by them. */
export const listOf = (scope: WordScope, rows: readonly WordAt[]): WordList => ({
  scope,
  words: rows.flatMap(({ word, level, replaced, sound }) =>
    level === ''
      ? []
      : [
          {
            word,
            level,
            ...(replaced !== '' && { replace: replaced }),
            ...(sound === 1 && { sound: true as const }),
          },
        ],
  ),
  allow: rows.flatMap(({ word, level }) => (level === '' ? [word] : [])),
})

export async function versionAt(q: Q, { scope, scope_id }: Place): Promise<number> {
  const row = await q
    .selectFrom('word_profile')
    .select('version')
    .where('scope', '=', scope)
    .where('scope_id', '=', scope_id)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** So many rows a statement: a database takes only so many values at once. */
const ROWS = 500

export async function keepWords(q: Q, rows: readonly WordAt[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await q
      .insertInto('word')
      .values(rows.slice(from, from + ROWS))
      .onConflict((on) =>
        on.columns(['scope', 'scope_id', 'is_allowed', 'folded']).doUpdateSet((is) => ({
          word: is.ref('excluded.word'),
          level: is.ref('excluded.level'),
          tag: is.ref('excluded.tag'),
          replaced: is.ref('excluded.replaced'),
          sound: is.ref('excluded.sound'),
          updated_at: is.ref('excluded.updated_at'),
        })),
      )
      .execute()
}

export async function dropWords(
  q: Q,
  { scope, scope_id }: Place,
  is_allowed: WordAt['is_allowed'],
  folded: readonly string[],
): Promise<void> {
  for (let from = 0; from < folded.length; from += ROWS)
    await q
      .deleteFrom('word')
      .where('scope', '=', scope)
      .where('scope_id', '=', scope_id)
      .where('is_allowed', '=', is_allowed)
      .where('folded', 'in', folded.slice(from, from + ROWS))
      .execute()
}
