import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Density } from '@kaibo/contract/facts/preferences.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useText } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import { cursorAt, tabStop, type Cursor } from '#kit/list/rows-props.ts'
import type { Selection } from '#kit/list/selection.ts'
import { useRowEvents } from '#kit/list/use-row-events.ts'
import { useVirtual } from '#kit/list/use-virtual.ts'
import { offsetsOf } from '#kit/list/virtual.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import { keyOf } from '../room.present.ts'
import { partOf, type Part } from '../room.wall.ts'
import { WallTile } from './wall-tile.tsx'
import styles from './wall-tile.module.css'

export interface WallRoomsProps {
  rooms: readonly WallRoom[]
  actions: readonly Action<WallRoom>[]
  selection: Selection<WallRoom>
  /** Where the keyboard's cursor was last, and where it went. */
  cursor: Cursor | undefined
  onCursor: (cursor: Cursor) => void
  onOpen: (room: WallRoom) => void
  density: Density
}

/** In px: how narrow a tile may be, what is between two, and how high each part of the wall is. */
interface Size {
  least: number
  gap: number
  heights: Readonly<Record<Part, number>>
}
const heights = (attention: number, air: number, starting: number, idle: number) => ({
  attention,
  air,
  starting,
  idle,
})
const SIZES: Readonly<Record<Density, Size>> = {
  large: { least: 280, gap: 10, heights: heights(190, 190, 190, 62) },
  middle: { least: 220, gap: 8, heights: heights(126, 126, 92, 58) },
  compact: { least: 360, gap: 4, heights: heights(40, 40, 40, 40) },
}
/** Where there is room for one beside another no more, a tile is as broad as the screen and as low as it can be. */
const NARROW: Readonly<Record<Density, Size>> = {
  large: { least: 280, gap: 8, heights: heights(190, 190, 190, 62) },
  middle: { least: 280, gap: 6, heights: heights(90, 76, 58, 58) },
  compact: { least: 280, gap: 4, heights: heights(78, 40, 40, 40) },
}

/** More are below the screen. */
const COMING = 30

/** Holds the place of tiles that are on their way. */
export function WallStandIn({ density }: Pick<WallRoomsProps, 'density'>) {
  const isNarrow = useIsNarrow()
  const { least, gap, heights: of } = (isNarrow ? NARROW : SIZES)[density]
  const tiles = {
    gap,
    gridTemplateColumns: `repeat(auto-fill, minmax(min(${least}px, 100%), 1fr))`,
    gridAutoRows: of.air,
  }
  return (
    <ul className={styles.coming} style={tiles} aria-hidden="true">
      {Array.from({ length: COMING }, (_, at) => (
        <li key={at} data-kit="tile-stand-in">
          <span />
          <span />
          <span />
        </li>
      ))}
    </ul>
  )
}

/** All rooms as tiles, drawn where they are seen. */
export function WallTiles(props: WallRoomsProps) {
  const { rooms, actions, selection, cursor, onCursor, onOpen, density } = props
  const t = useText('room')
  const isNarrow = useIsNarrow()
  const { least, gap, heights: of } = (isNarrow ? NARROW : SIZES)[density]
  const root = useRef<HTMLUListElement>(null)
  const width = useWidth(root)
  const lanes = Math.max(1, Math.floor((width + gap) / (least + gap)))
  const lane = (width - (lanes - 1) * gap) / lanes
  // Beside one that is higher, a tile is as high as that: a line has no holes.
  const highs = useMemo(
    () =>
      Array.from({ length: Math.ceil(rooms.length / lanes) }, (_, line) => {
        const own = rooms.slice(line * lanes, (line + 1) * lanes)
        return Math.max(...own.map((room) => of[partOf(room)]))
      }),
    [rooms, lanes, of],
  )
  const offsets = useMemo(() => offsetsOf(highs, gap), [highs, gap])
  const stop = tabStop({ rows: rooms, keyOf, cursor })
  const lines = useVirtual(root, offsets, Math.floor(stop / lanes))
  // How many stand beside one another is known once the list has its width.
  const drawn = width === 0 ? [] : lines
  const events = useRowEvents({ onOpen, selection, onCursor })
  const choose = useCallback((room: WallRoom) => events.toggle(room), [events])
  const open = useCallback((room: WallRoom) => events.open(room), [events])

  return (
    <ul
      ref={root}
      className={styles.wall}
      data-density={density}
      aria-label={t('title')}
      style={{ height: offsets.at(-1) }}
    >
      {drawn.flatMap((line) =>
        rooms.slice(line * lanes, (line + 1) * lanes).map((room, place) => {
          const index = line * lanes + place
          const top = offsets[line] ?? 0
          return (
            // The keyboard's cursor stops at the tile; what it does there is the page's.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={keyOf(room)}
              data-row-at={index}
              aria-setsize={rooms.length}
              aria-posinset={index + 1}
              style={{
                top,
                left: place * (lane + gap),
                width: lane,
                height: highs[line],
              }}
              {...cursorAt(events.focus, stop, { key: keyOf(room), index })}
            >
              <WallTile
                room={room}
                isChosen={selection.has(room)}
                isLine={density === 'compact'}
                actions={actions}
                onChoose={choose}
                onOpen={open}
              />
            </li>
          )
        }),
      )}
    </ul>
  )
}

/** In px; where the page is hidden, as it was. */
function useWidth(root: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = root
    if (!current) return undefined
    const look = () => setWidth((old) => current.clientWidth || old)
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [root])
  return width
}
