import { SortDir } from '@kaibo/contract/facts/enums.ts'
import type { ParsedOf, DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { WordRow } from '@kaibo/contract/talk/words.schema.ts'
import type { WordScope } from '@kaibo/contract/talk/words.enums.ts'
import { wordKey } from '@kaibo/rules/words/word-rows.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hitsOf } from './talk.words.hits.ts'
import type { Found } from './talk.words.place.ts'
import * as store from './talk.words.store.ts'

type Q = Queryable<Tables>
type Page = DataOf<typeof talkApi.words>

/** The most that is shown of what is allowed. */
const MAX_ALLOWED = 1_000

/** The words of a list, and behind them those of the lists that it inherits of. */
export async function readWords(
  q: Q,
  { page, page_size, keyword, level, sort_by, sort_dir }: ParsedOf<typeof talkApi.words>,
  { place, wider, of }: Found,
  { actor, now }: { actor: Actor; now: number },
): Promise<Page> {
  const own = await store.wordsAt(q, place)
  const all = [...own]
  for (const one of wider.toReversed()) all.push(...(await store.wordsAt(q, one)))
  const sought = keyword === undefined ? '' : wordKey(keyword)
  const isAsked = (row: store.WordAt) =>
    row.level !== '' &&
    (level === undefined || row.level === level) &&
    (row.folded.includes(sought) || row.tag.includes(keyword ?? ''))
  const order = sort_dir === SortDir.ascend ? 1 : -1
  const shown = all.filter(isAsked)
  if (sort_by === 'updated_at') shown.sort((a, b) => order * (a.updated_at - b.updated_at))
  const from = (page - 1) * page_size
  const rows = shown.slice(from, from + page_size)
  const hits = await hitsOf(q, actor, { place, words: rows.map(({ word }) => word), now })
  return {
    version: await store.versionAt(q, place),
    list: rows.flatMap((row) => rowOf(row, hits.get(row.word) ?? 0)),
    total: shown.length,
    own: own.filter(({ level: one }) => one !== '').length,
    allow: all
      .filter((row) => row.level === '')
      .slice(0, MAX_ALLOWED)
      .map(({ word, scope }) => ({ word, from: scope })),
    of,
  }
}

const rowOf = (
  { word, level, tag, replaced, sound, scope }: store.WordAt,
  hits_7d: number,
): WordRow[] => {
  const from: WordScope = scope
  return level === '' ? [] : [{ word, level, tag, replace: replaced, sound, hits_7d, from }]
}
