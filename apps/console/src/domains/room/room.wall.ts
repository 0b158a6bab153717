import type { Platform } from '@kaibo/contract/facts/platforms.ts'
import { IsOrNot, SortDir, type LiveStatus } from '@kaibo/contract/facts/enums.ts'
import type { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { enumeration, type ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import { fold, termsOf } from '@kaibo/contract/kernel/fold.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { RoomNeed } from '@kaibo/contract/room/room.enums.ts'
import { liveStatusOf } from '@kaibo/contract/room/room.state.ts'
import type { Hears } from '#kit/sound/use-sound.ts'
import { isOnAir, ratePerMinute } from './room.present.ts'

/* What the wall makes of its rooms: they are all in the browser, and are narrowed, sorted and summed there. */

/** By what the wall can be sorted; the table's columns are called so. */
export const WALL_SORTS = enumeration({
  name: ['name', '名称', 'Name'],
  gift_fen: ['gift_fen', '本场收入', 'This run'],
  per_minute: ['per_minute', '每分钟', 'A minute'],
  today_fen: ['today_fen', '今日流水', 'Today'],
  viewers: ['viewers', '观众', 'Viewers'],
})
export type WallSort = ValueOf<typeof WALL_SORTS>

export interface WallFilters {
  status?: ValueOf<typeof LiveStatus> | undefined
  platform?: Platform | undefined
  presence?: PcPresence | undefined
  attention?: number | undefined
}

/** The rooms that match, in their order. `hears`: whether a text sounds as a term is typed, once that can be told. */
export function narrowed(
  rooms: readonly WallRoom[],
  keyword: string,
  filters: WallFilters,
  hears: Hears = () => false,
): WallRoom[] {
  const terms = termsOf(keyword)
  const { status, platform, presence, attention } = filters
  return rooms.filter(
    (room) =>
      isFound(room, terms, hears) &&
      (status === undefined || liveStatusOf(room.state) === status) &&
      (platform === undefined || room.account.platform === platform) &&
      (presence === undefined || room.pc?.presence === presence) &&
      (attention === undefined || (room.attention !== null) === (attention === IsOrNot.is)),
  )
}

/** As the server finds rooms: every term in one of its texts, as it is written or as it sounds, or at the head of its code. */
function isFound(room: WallRoom, terms: readonly string[], hears: Hears): boolean {
  const { name, room_code, account, pc } = room
  const texts = [name, account.nickname, pc?.name ?? '']
  return terms.every(
    (term) =>
      texts.some((text) => fold(text).includes(term)) ||
      fold(room_code).startsWith(term) ||
      texts.some((text) => hears(text, term)),
  )
}

/** In which part of the wall a room stands. */
export type Part = 'attention' | 'air' | 'starting' | 'idle'
const PARTS: readonly Part[] = ['attention', 'air', 'starting', 'idle']

export function partOf(room: WallRoom): Part {
  if (room.attention) return 'attention'
  if (isOnAir(room)) return 'air'
  return room.state === 'starting' || room.state === 'preflight' ? 'starting' : 'idle'
}

/** First who needs a person, the most urgent ahead and of those what earns most; then those on air by income, those starting, and the rest by name. */
export function sorted(rooms: readonly WallRoom[], by?: WallSort, dir?: number): WallRoom[] {
  place(rooms)
  const order = by === undefined ? byNeed : by === 'name' ? byName : byFigure(by)
  const ascends = dir === undefined ? by === undefined || by === 'name' : dir === SortDir.ascend
  return rooms.toSorted((a, b) => (ascends ? order(a, b) : order(b, a)))
}

function byNeed(a: WallRoom, b: WallRoom): number {
  const part = partOf(a)
  const between = PARTS.indexOf(part) - PARTS.indexOf(partOf(b))
  if (between !== 0) return between
  const urgency = (a.attention?.rank ?? 0) - (b.attention?.rank ?? 0)
  return urgency || figureOf(b, 'gift_fen') - figureOf(a, 'gift_fen') || byName(a, b)
}

const byName = (a: WallRoom, b: WallRoom) =>
  placeOf(a.name) - placeOf(b.name) || (a.room_code < b.room_code ? -1 : 1)

/** Where each name stands among the others, as people sort them: `间 9` before `间 10`. */
const places = new Map<string, number>()
const placeOf = (name: string) => places.get(name) ?? 0

/** To compare names so takes a while: it is done anew only when a name comes that was not there. */
function place(rooms: readonly WallRoom[]): void {
  if (rooms.every(({ name }) => places.has(name))) return
  const { compare } = new Intl.Collator('zh-Hans-CN', { numeric: true })
  const names = new Set(rooms.map(({ name }) => name))
  places.clear()
  for (const name of [...names].toSorted(compare)) places.set(name, places.size)
}
const byFigure = (by: Exclude<WallSort, 'name'>) => (a: WallRoom, b: WallRoom) =>
  figureOf(a, by) - figureOf(b, by) || byName(b, a)

/** Of rooms off air the run that is over counts for nothing: the wall is about this hour. */
function figureOf(room: WallRoom, by: Exclude<WallSort, 'name'>): number {
  if (by === 'today_fen') return room.today_fen
  if (!isOnAir(room) || !room.run) return 0
  return by === 'per_minute' ? rateOf(room) : room.run[by]
}

/** Fen a minute. */
export const rateOf = (room: WallRoom): number => ratePerMinute(room.run?.per_minute ?? [])

/** What the rooms come to together. */
export interface WallSums {
  all: number
  on_air: number
  starting: number
  attention: number
  today_fen: number
  week_ago_fen: number
  per_minute: number
}

export function sumsOf(rooms: readonly WallRoom[]): WallSums {
  const of = (part: (room: WallRoom) => number) => rooms.reduce((sum, room) => sum + part(room), 0)
  return {
    all: rooms.length,
    on_air: of((room) => Number(isOnAir(room))),
    starting: of((room) => Number(room.state === 'starting' || room.state === 'preflight')),
    attention: of((room) => Number(room.attention !== null)),
    today_fen: of((room) => room.today_fen),
    week_ago_fen: of((room) => room.week_ago_fen),
    per_minute: of((room) => figureOf(room, 'per_minute')),
  }
}

/** Those that need a person for this; all of them where nothing is named. */
export const ofNeed = (rooms: readonly WallRoom[], need?: RoomNeed): readonly WallRoom[] =>
  need === undefined ? rooms : rooms.filter(({ attention }) => attention?.rank === need)

/** For what rooms need a person, the most urgent first, and how many each. */
export const needsOf = (rooms: readonly WallRoom[]): { need: RoomNeed; count: number }[] =>
  Object.values(RoomNeed)
    .map((need) => ({ need, count: ofNeed(rooms, need).length }))
    .filter(({ count }) => count > 0)
