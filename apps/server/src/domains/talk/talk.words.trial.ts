import type { WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import { WordScreen } from '@kaibo/rules/words/screen.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db } from '#platform/db/db.ts'
import type { Place } from './talk.words.store.ts'

const DAYS_MS = 7 * 86_400_000
const MAX_LINES = 200_000
const LIMIT_MS = 10_000
/** Read and screened at a time: nobody else waits for more than these. */
const STEP = 5_000

interface Looked {
  would_hit: { word: string; n: number }[]
  looked: { lines: number; from_at: number | null }
}

/** How many of the sentences that were spoken last in these rooms hold each of the words. */
export async function tryWords(
  { db, now, signal }: { db: Db<Tables>; now: number; signal: AbortSignal },
  place: Place,
  pack: WordPack,
): Promise<Looked> {
  const screen = new WordScreen(pack)
  const hits = new Map<string, number>()
  const looked: Looked['looked'] = { lines: 0, from_at: null }
  const until = performance.now() + LIMIT_MS
  let before = Number.MAX_SAFE_INTEGER
  while (looked.lines < MAX_LINES) {
    const left = until - performance.now()
    if (left <= 0) break
    const lines = await db.report(spokenAt(db, place, now - DAYS_MS, before), {
      signal,
      limitMs: left,
    })
    for (const { text, at } of lines) {
      looked.from_at = Math.min(looked.from_at ?? at, at)
      for (const word of new Set(screen.screen(text).hits.map((hit) => hit.word)))
        hits.set(word, (hits.get(word) ?? 0) + 1)
    }
    looked.lines += lines.length
    before = lines.at(-1)?.id ?? before
    if (lines.length < STEP) break
  }
  const would_hit = [...hits].map(([word, n]) => ({ word, n })).sort((a, b) => b.n - a.n)
  return { would_hit, looked }
}

/** The newest first. */
function spokenAt(db: Db<Tables>, { scope, scope_id }: Place, since: number, before: number) {
  const lines = db.query
    .selectFrom('room_moment')
    .innerJoin('room', 'room.id', 'room_moment.room_id')
    .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
    .select(['room_moment.id', 'room_moment.text', 'room_moment.at'])
    .where('room_moment.kind', '=', 'speech')
    .where('room_moment.tag', '=', 'spoken')
    .where('room_moment.at', '>=', since)
    .where('room_moment.id', '<', before)
    .orderBy('room_moment.id', 'desc')
    .limit(STEP)
  if (scope === 'global') return lines
  const column = { platform: 'held.platform', org: 'room.org_id', room: 'room.id' } as const
  return lines.where(column[scope], '=', scope_id)
}
