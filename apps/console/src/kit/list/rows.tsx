import { useIsNarrow } from '#kit/media/media.ts'
import { Cards } from './cards.tsx'
import type { ListTableProps } from './rows-props.ts'
import { ListTable } from './table.tsx'

/** A list's rows in columns, or as cards where there is no room for columns. */
export function Rows<Row extends object>(props: ListTableProps<Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <ListTable {...props} />
}
