import { useDeferredValue, useMemo } from 'react'
import * as z from 'zod/mini'
import { IsOrNot, LiveStatus, SortDir } from '@kaibo/contract/facts/enums.ts'
import { Platform, PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { oneOf } from '@kaibo/contract/kernel/enumeration.ts'
import { RoomNeed } from '@kaibo/contract/room/room.enums.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { useListAddress } from '#kit/list/address.ts'
import { isActive, without, type Filter } from '#kit/list/filter.ts'
import { useHeldOrder } from '#kit/list/use-held-order.ts'
import { useTyped } from '#kit/list/use-typed.ts'
import { useSound } from '#kit/sound/use-sound.ts'
import { keyOf } from './room.present.ts'
import { narrowed, needsOf, ofNeed, sorted, WALL_SORTS } from './room.wall.ts'
import './room.i18n.ts'
import './room.wall.i18n.ts'

const words = wordsOf('room')

/** The wall's name for its saved views and columns. */
export const WALL = 'room'

/** What a link to the wall carries, and a saved view. */
const WallState = z.object({
  keyword: z.optional(z.string()),
  status: z.optional(oneOf(LiveStatus)),
  platform: z.optional(Platform),
  attention: z.optional(oneOf(IsOrNot)),
  need: z.optional(oneOf(RoomNeed)),
  presence: z.optional(oneOf(PcPresence)),
  sort_by: z.optional(oneOf(WALL_SORTS)),
  sort_dir: z.optional(oneOf(SortDir)),
  view: z._default(z.enum(['wall', 'table']), 'wall'),
})

const filters: readonly Filter<keyof z.infer<typeof WallState>>[] = [
  { kind: 'keyword', name: 'keyword', asTyped: true, label: words('filter_keyword') },
  { kind: 'enum', name: 'status', of: LiveStatus, label: words('filter_status') },
  { kind: 'enum', name: 'platform', of: PLATFORMS, label: words('filter_platform') },
  { kind: 'tick', name: 'attention', value: IsOrNot.is, label: words('only_attention') },
  { kind: 'enum', name: 'need', of: RoomNeed, label: wordsOf('wall')('need') },
  { kind: 'enum', name: 'presence', of: PcPresence, label: words('filter_presence') },
  { kind: 'enum', name: 'sort_by', of: WALL_SORTS, label: wordsOf('wall')('sort') },
]

/** How the wall is looked at: what narrows and sorts its rooms, as the address has it, and those that come of it. */
export function useWallView(all: readonly WallRoom[]) {
  const address = useListAddress(WallState, { list: WALL, rowKey: 'room_code', param: 'room' })
  const { values, change } = address
  const { sort_by, sort_dir } = values
  const [typed, type] = useTyped(values.keyword, (keyword) =>
    change({ keyword }, { replace: true }),
  )
  // The box shows each letter at once, whatever the rooms take.
  const keyword = useDeferredValue(typed)
  const hears = useSound(typed)
  const found = useMemo(() => narrowed(all, keyword, values, hears), [all, keyword, values, hears])
  const { need } = values
  const shown = useMemo(
    () => sorted(ofNeed(found, need), sort_by, sort_dir),
    [found, need, sort_by, sort_dir],
  )
  // Of all that the other filters show: one need is chosen after the other.
  const needs = useMemo(() => needsOf(found), [found])
  const held = useHeldOrder(shown, keyOf, JSON.stringify([values, keyword]))
  const inBoxes = { ...values, keyword: typed }
  /** A filter's own change: the keyword is typed, all else stands in the address. */
  const narrow = (part: Record<string, unknown>) => {
    const { keyword: next, ...rest } = part
    if ('keyword' in part) type(typeof next === 'string' ? next : '')
    if (Object.keys(rest).length > 0) change(rest)
  }
  return {
    address,
    change,
    filters,
    /** What stands in the filters' boxes. */
    values: inBoxes,
    narrow,
    clear: () => narrow(without(filters)),
    isNarrowed: filters.some(({ name }) => name !== 'sort_by' && isActiveIn(inBoxes, name)),
    shown,
    /** The same in the order in which they stay while somebody points at them. */
    rooms: held.rows,
    pointed: held.pointed,
    sort: { by: sort_by, dir: sort_dir },
    sortBy: (by: typeof sort_by) => change({ sort_by: by, sort_dir: undefined }),
    needs,
    /** Those alone that need a person for this, or all again. */
    toggleNeed: (need: RoomNeed) => change({ need: values.need === need ? undefined : need }),
    /** Those on air alone, or all again. */
    toggleOnAir: () =>
      change({ status: values.status === LiveStatus.doing ? undefined : LiveStatus.doing }),
  }
}

const isActiveIn = (values: Record<string, unknown>, name: string) =>
  filters.some((filter) => filter.name === name && isActive(filter, values))
