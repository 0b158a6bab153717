import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { words } from '@kaibo/contract/kernel/words.ts'
import { MAX_ROOM_WORDS } from '@kaibo/contract/talk/word-pack.schema.ts'
import { mergeWords, type WordList } from '@kaibo/rules/words/merge.ts'
import type { Tables } from '#migrations/tables.ts'
import { hold } from '#platform/db/hold.ts'
import { invalid } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './talk.words.store.ts'

type Trx = Transaction<Tables>

/** Held by whoever changes a list or puts packs together, before any room: otherwise a new room could miss what is saved at once. */
const holdAll = (trx: Trx) => hold(trx, 'word_profile', 'scope', 'global')

/** What rooms are screened by: the lists that count there, put together as one pack. */
export function createWordPacks({ clock }: Platform<Tables>) {
  /** Puts the packs of these rooms together anew; answers the PCs of those that are screened by another one now. */
  async function renewRooms(trx: Trx, rooms: readonly store.RoomAt[]): Promise<string[]> {
    const lists = new Map<string, WordList>()
    const hashes = new Map<string, string | null>()
    const pcs: string[] = []
    for (const room of [...rooms].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const counting: WordList[] = []
      const keys: string[] = []
      for (const place of store.placesOf(room)) {
        const key = `${place.scope}:${place.scope_id}`
        const list = lists.get(key) ?? store.listOf(place.scope, await store.wordsAt(trx, place))
        lists.set(key, list)
        if (list.words.length + list.allow.length === 0) continue
        counting.push(list)
        keys.push(key)
      }
      const key = keys.join(' ')
      const known = hashes.get(key)
      const hash = known === undefined ? await keep(trx, counting, room) : known
      hashes.set(key, hash)
      if (room.words_hash === hash) continue
      await trx.updateTable('room').set({ words_hash: hash }).where('id', '=', room.id).execute()
      if (room.pc_id !== null) pcs.push(room.pc_id)
    }
    return pcs
  }

  async function keep(
    trx: Trx,
    lists: readonly WordList[],
    room: store.RoomAt,
  ): Promise<string | null> {
    const pack = mergeWords(lists)
    if (pack.words.length === 0) return null
    const total = pack.words.length + pack.allow.length
    if (total > MAX_ROOM_WORDS)
      throw invalid({
        put: words(
          `直播间「${room.name}」的敏感词合计${total}个，最多${MAX_ROOM_WORDS}个，请减少`,
          `The room “${room.name}” would have ${total} words, more than ${MAX_ROOM_WORDS}; remove some`,
        ),
      })
    const body = JSON.stringify(pack)
    const hash = createHash('sha256').update(body).digest('base64url')
    await trx
      .insertInto('pack')
      .values({ hash, kind: 'words', body, at: clock.now() })
      .onConflict((on) => on.column('hash').doNothing())
      .execute()
    return hash
  }

  return {
    holdAll,

    /** Of one room, which is new or on another platform. */
    async renew(trx: Trx, room_ids: readonly string[]): Promise<string[]> {
      await holdAll(trx)
      const pcs: string[] = []
      for (const scope_id of room_ids)
        pcs.push(...(await renewRooms(trx, await store.roomsAt(trx, { scope: 'room', scope_id }))))
      return pcs
    },

    renewAt: async (trx: Trx, place: store.Place): Promise<string[]> =>
      renewRooms(trx, await store.roomsAt(trx, place)),
  }
}

export type WordPacks = ReturnType<typeof createWordPacks>
