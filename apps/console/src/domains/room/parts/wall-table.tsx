import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useText } from '#client/i18n.ts'
import type { Placed } from '#kit/list/column.ts'
import { resized } from '#kit/list/column.ts'
import { RowsStandIn } from '#kit/list/rows-stand-in.tsx'
import type { Sort } from '#kit/list/rows-props.ts'
import { ListTable } from '#kit/list/table.tsx'
import { roomActions } from '../room.actions.tsx'
import { keyOf, nameOf } from '../room.present.ts'
import { WALL_SORTS } from '../room.wall.ts'
import type { WallRoomsProps } from './wall-tiles.tsx'

interface WallTableProps extends WallRoomsProps {
  columns: readonly Placed<WallRoom>[]
  onColumns: (columns: readonly Placed<WallRoom>[]) => void
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The wall's rooms in rows; a chunk of its own, which the wall does not wait for. */
export function WallTable({ rooms, columns, onColumns, ...rest }: WallTableProps) {
  const t = useText('room')
  return (
    <ListTable
      {...rest}
      long
      rows={rooms}
      columns={columns}
      keyOf={keyOf}
      nameOf={nameOf}
      sortable={SORTABLE}
      onResize={(key, width) => onColumns(resized(columns, key, width))}
      label={t('title')}
    />
  )
}

/** Holds the place of rows that are on their way. */
export function WallTableStandIn(props: Pick<WallTableProps, 'columns' | 'density' | 'selection'>) {
  const t = useText('room')
  return <RowsStandIn {...props} actions={roomActions} sortable={SORTABLE} label={t('title')} />
}

const SORTABLE: readonly string[] = Object.values(WALL_SORTS)
