import { useRef, type ComponentType, type ReactNode } from 'react'
import type { InputRef } from 'antd'
import type { DataOf, InputOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { useSpeak } from '#client/language.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { isEdit, type Creation } from '#kit/action/action.ts'
import { FormHost } from '#kit/form/form-host.tsx'
import { CreateButton } from './create-button.tsx'
import { ListBody, ListBulk, ListFilters, ListHead, ListNews } from './list-pieces.tsx'
import { useCursor } from './use-cursor.tsx'
import { useListControl, type ListSettings } from './use-list-control.ts'
import type { ListEndpoint, RowOf } from './use-list.ts'

export interface ListPageProps<E extends ListEndpoint> extends ListSettings<E> {
  create?: Creation
  /** The query that finds one record, for a link to its form when it is not on the current page. */
  find?: (id: string) => InputOf<E>
  /** What opens over the list, at an address of its own. */
  detail?: {
    param: string
    Drawer: ComponentType<{ id: string; row: RowOf<E> | undefined; onClose: () => void }>
  }
  /** Beside the count, of what shows. */
  summary?: (page: DataOf<E>) => Words
  /** Input that is always sent: of which record the rows are. */
  fixed?: Partial<InputOf<E>>
  /** Shows a print button. */
  prints?: boolean
  /** Content between the filters and the rows, of the current query. */
  above?: (values: ParsedOf<E>) => ReactNode
}

/** A whole page that is one list. A list within a page is composed of the pieces of `list-pieces.tsx`. */
export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  return (
    <ActHost>
      <List {...props} />
    </ActHost>
  )
}

function List<E extends ListEndpoint>(props: ListPageProps<E>) {
  const { create, find, detail, summary, above, prints, fixed } = props
  const speak = useSpeak()
  const list = useListControl(props, {
    detail: detail?.param,
    ...(fixed && { fixed }),
  })
  const { address, rows, keyOf, actions } = list
  const open = detail ? (row: RowOf<E>) => address.open(keyOf(row)) : undefined
  const root = useRef<HTMLDivElement>(null)
  const keyword = useRef<InputRef>(null)
  const cursor = useCursor({
    root,
    rows,
    keyOf,
    actions,
    selection: list.selection,
    onOpen: open,
    onFind: () => keyword.current?.focus({ cursor: 'all' }),
  })
  const createButton = create ? <CreateButton creation={create} /> : null
  const { Drawer } = detail ?? {}
  const edit = actions.find(isEdit)

  return (
    <div ref={root} data-kit="list" data-state={list.state}>
      <ListHead list={list} summary={summary} create={createButton} prints={prints} />
      <ListFilters list={list} keyword={keyword} />
      {above?.(list.values as ParsedOf<E>)}
      <ListNews list={list} />
      <ListBody
        list={list}
        create={createButton}
        cursor={cursor.at}
        onCursor={cursor.onMove}
        onOpen={open}
      />
      <ListBulk list={list} />
      {Drawer && address.id !== undefined ? (
        <Drawer
          key={address.id}
          id={address.id}
          row={rows.find((row) => keyOf(row) === address.id)}
          onClose={address.close}
        />
      ) : null}
      {edit && find ? (
        <FormHost
          edit={edit}
          create={create}
          what={speak(props.words.what)}
          rows={rows}
          endpoint={props.endpoint}
          find={find}
          rowIn={(page) => page.list[0]}
        />
      ) : null}
      {cursor.help}
    </div>
  )
}
