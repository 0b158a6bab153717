import type { Transaction } from 'kysely'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { MAX_WORDS } from '@kaibo/contract/talk/word-pack.schema.ts'
import { mergeWords } from '@kaibo/rules/words/merge.ts'
import { canSound, soundsUnasked, wordKey } from '@kaibo/rules/words/word-rows.ts'
import type { Tables } from '#migrations/tables.ts'
import { conflict, invalid } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import type { WordPacks } from './talk.words.packs.ts'
import { mayChange, placeOf, type Found } from './talk.words.place.ts'
import { readWords } from './talk.words.read.ts'
import * as store from './talk.words.store.ts'
import { tryWords } from './talk.words.trial.ts'

type Save = ParsedOf<typeof talkApi.setWords>
type Saved = DataOf<typeof talkApi.setWords>

interface Needs {
  wordPacks: WordPacks
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>
}

/** So many words of one save are named in its audit row. */
const MAX_NAMED = 200

/** What may not be said: lists that count everywhere, on a platform, in an organisation, in a room. */
export function createWords({ db, clock }: Platform<Tables>, { wordPacks, wake }: Needs) {
  async function save({ input, actor, audit }: Call<Save>, found: Found): Promise<Saved> {
    const { place } = found
    const changes = changesOf(input, place, clock.now())
    return db.transaction(async (trx) => {
      await wordPacks.holdAll(trx)
      const before = await store.versionAt(trx, place)
      if (before !== input.version)
        throw conflict(
          words(
            '他人刚刚保存过这份敏感词，请刷新后重新提交',
            'Somebody else has just saved these words; refresh and submit again',
          ),
          { version: before },
        )
      const version = before + 1
      const stamp = { version, updated_at: clock.now(), updated_by: actor.uid }
      await trx
        .insertInto('word_profile')
        .values({ ...place, ...stamp })
        .onConflict((on) => on.columns(['scope', 'scope_id']).doUpdateSet(stamp))
        .execute()
      const had = await store.wordsAt(trx, place)
      await store.dropWords(trx, place, IsOrNot.not, changes.remove)
      await store.dropWords(trx, place, IsOrNot.is, changes.allow_remove)
      await store.keepWords(trx, changes.rows)
      const now = await store.wordsAt(trx, place)
      const total = countOf(now)
      if (now.length > MAX_WORDS)
        throw invalid({
          put: words(
            `一份敏感词最多${MAX_WORDS}个，这样会有${now.length}个`,
            `A list holds at most ${MAX_WORDS} words; this would make ${now.length}`,
          ),
        })
      const pcs = await wordPacks.renewAt(trx, place)
      await wake(trx, pcs)
      audit({ target: `${place.scope} ${found.called}`.trim(), ...auditOf(had, now) })
      return { version, total, would_hit: [], looked: { lines: 0, from_at: null } }
    })
  }

  /** What the words would hit, with everything that is allowed there. */
  async function dryRun({ input, signal }: Call<Save>, { place, wider }: Found): Promise<Saved> {
    const { rows, remove, allow_remove } = changesOf(input, place, clock.now())
    const had = await store.wordsAt(db.query, place)
    const gone = new Set([...remove, ...allow_remove.map((key) => `+${key}`)])
    const after = new Map(
      [...had.filter((row) => !gone.has(keyOf(row))), ...rows].map((row) => [keyOf(row), row]),
    )
    const lists = [store.listOf(place.scope, [...after.values()])]
    for (const one of wider.toReversed()) {
      const { allow } = store.listOf(one.scope, await store.wordsAt(db.query, one))
      lists.unshift({ scope: one.scope, words: [], allow })
    }
    const pack = mergeWords(lists)
    const put = new Set(rows.map(({ folded }) => folded))
    const asked = { ...pack, words: pack.words.filter(({ word }) => put.has(wordKey(word))) }
    const tried = await tryWords({ db, now: clock.now(), signal }, place, asked)
    const version = await store.versionAt(db.query, place)
    return { version, total: countOf([...after.values()]), ...tried }
  }

  return {
    words: async ({ input, actor }: Call<ParsedOf<typeof talkApi.words>>) =>
      readWords(db.query, input, await placeOf(db.query, actor, input), {
        actor,
        now: clock.now(),
      }),

    async setWords(call: Call<Save>): Promise<Saved> {
      const found = await placeOf(db.query, call.actor, call.input)
      mayChange(call.actor, found.place)
      return call.input.dry ? dryRun(call, found) : save(call, found)
    },
  }
}

/** What is saved by the letters that count; of a word that is given twice the later counts. */
function changesOf(input: Save, place: store.Place, now: number) {
  const wrong: Record<string, Words> = {}
  const keyOf = (word: string, path: string): string => {
    const key = wordKey(word)
    if (key === '')
      wrong[path] = words(
        `「${word}」里没有文字或数字，无法识别`,
        `There is no letter or digit in “${word}”`,
      )
    return key
  }
  const rows = new Map<string, store.WordAt>()
  for (const [index, { word, level, tag, replace, sound }] of input.put.entries()) {
    const folded = keyOf(word, `put.${index}.word`)
    if (sound === IsOrNot.is && !canSound(word))
      wrong[`put.${index}.sound`] = words(
        `「${word}」不全是汉字或只有一个字，不能按读音识别`,
        `“${word}” is not of two Chinese characters or more and cannot be found by its sound`,
      )
    const isBySound = sound ?? (soundsUnasked({ word, level }) ? IsOrNot.is : IsOrNot.not)
    rows.set(folded, {
      ...place,
      folded,
      word,
      level,
      tag,
      replaced: replace,
      is_allowed: IsOrNot.not,
      sound: isBySound,
      updated_at: now,
    })
  }
  const allowed = new Map<string, store.WordAt>()
  for (const [index, word] of input.allow_put.entries()) {
    const folded = keyOf(word, `allow_put.${index}`)
    const plain = { level: '' as const, tag: '', replaced: '', sound: IsOrNot.not, updated_at: now }
    allowed.set(folded, { ...place, folded, word, is_allowed: IsOrNot.is, ...plain })
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return {
    rows: [...rows.values(), ...allowed.values()],
    remove: input.remove.map(wordKey),
    allow_remove: input.allow_remove.map(wordKey),
  }
}

const countOf = (rows: readonly store.WordAt[]): number =>
  rows.filter(({ level }) => level !== '').length

/** A word that is allowed beside one that is not: both may stand in a list. */
const keyOf = (row: store.WordAt) => (row.level === '' ? `+${row.folded}` : row.folded)

const lineOf = ({ word, level, tag, replaced, sound }: store.WordAt) =>
  JSON.stringify({ word, level, tag, replaced, sound })

/** Of thousands of words those that are not the same on the other side. */
function auditOf(had: readonly store.WordAt[], has: readonly store.WordAt[]) {
  const [before, after] = [new Set(had.map(lineOf)), new Set(has.map(lineOf))]
  const shown = (rows: readonly store.WordAt[], other: ReadonlySet<string>) => ({
    total: rows.length,
    words: rows
      .filter((row) => !other.has(lineOf(row)))
      .slice(0, MAX_NAMED)
      .map(({ word, level }) => (level === '' ? `+ ${word}` : `${word} ${level}`)),
  })
  return { before: shown(had, after), after: shown(has, before) }
}
