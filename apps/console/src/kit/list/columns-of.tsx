import { Tag } from 'antd'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { labelIn, schemaAt } from '@kaibo/contract/kernel/field.ts'
import { asIs, type Words } from '@kaibo/contract/kernel/words.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import type { Column } from './column.ts'
import type { Filter, Narrowing } from './filter.ts'
import type { ListEndpoint } from './use-list.ts'

interface ColumnSettings<Row> extends Omit<Column<Row>, 'key' | 'title' | 'render'> {
  /** Overrides the contract's label, or stands in where the contract has none. */
  title?: Words
}

/**
 * Columns and filters of a list under the names that the contract has for them: in its rows, in its query, or in a call that
 * fills the field in.
 */
export function columnsOf<E extends ListEndpoint>(list: E, ...forms: readonly Endpoint[]) {
  const row = schemaAt(list.data, ['list', 0])
  const schemas = [...(row ? [row] : []), list.input, ...forms.map(({ input }) => input)]
  const called = (name: string, title: Words | undefined) =>
    title ?? labelIn(schemas, name) ?? asIs(name)

  const column = <Row,>(
    key: string,
    { title, ...settings }: ColumnSettings<Row>,
    render: Column<Row>['render'],
  ): Column<Row> => ({ ...settings, key, title: called(key, title), render })

  return {
    column,
    text: <K extends string>(key: K, settings: ColumnSettings<Record<K, string>>) =>
      column<Record<K, string>>(key, settings, (row) => row[key]),
    instant: <K extends string>(key: K, settings: ColumnSettings<Record<K, number | null>>) =>
      column<Record<K, number | null>>(key, settings, (row) => <Instant at={row[key]} />),
    filter: <F extends Narrowing<keyof InputOf<E> & string>>(
      one: F,
      label?: Words,
    ): F & Pick<Filter, 'label'> => ({ ...one, label: called(one.name, label) }),
  }
}

interface Named {
  name: string
  is_demo: number
}

/** The first column: what a record is called, and whether it is the demonstration's. */
export const nameColumn = (title: Words, width: number): Column<Named> => ({
  key: 'name',
  title,
  width,
  render: (row, { lang }) => (
    <>
      {row.name} {row.is_demo === IsOrNot.is ? <Tag>{nouns.demo[lang]}</Tag> : null}
    </>
  ),
})

export const enabledColumn: Column<{ enabled: number }> = {
  key: 'enabled',
  title: nouns.status,
  width: 90,
  card: 'status',
  render: ({ enabled }, { lang }) => (
    <Status tone={enabled === OpenStatus.open ? 'ok' : 'offline'}>
      {labelOf(OpenStatus, enabled, lang)}
    </Status>
  ),
}
