import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { textWidth } from '#kit/cell/text-width.ts'
import { ActButton } from './act-button.tsx'
import { ActMenu } from './act-menu.tsx'
import { appliesTo, isTucked, type Action } from './action.ts'
import styles from './action.module.css'

/** How many acts are buttons; the rest are in the ⋯ menu. */
const VISIBLE = 2

interface RowActsProps<Row> {
  actions: readonly Action<Row>[]
  row: Row
  name: string
}

/** A row's acts: the first as buttons, the rest behind ⋯. */
export function RowActs<Row>({ actions, row, name }: RowActsProps<Row>) {
  const { shown, hidden } = placesOf(actions, row)
  return (
    <span className={styles.rowActs} data-kit="row-acts">
      {shown.map((action) => (
        <ActButton key={action.name} action={action} row={row} calm />
      ))}
      {hidden.length > 0 ? <ActMenu actions={hidden} row={row} name={name} /> : null}
    </span>
  )
}

function placesOf<Row>(actions: readonly Action<Row>[], row: Row) {
  const applying = actions.filter((action) => appliesTo(action, row))
  const shown = applying.filter((action) => !isTucked(action, row)).slice(0, VISIBLE)
  return { shown, hidden: applying.filter((action) => !shown.includes(action)) }
}

// Widths of a small button without its text, of the ⋯ button, and of the cell's padding; in pixels.
const BUTTON = 44
const MORE = 28
const AROUND = 24

/** The width of the acts column that fits each row's acts in one line. */
export function actsWidth<Row>(
  actions: readonly Action<Row>[],
  rows: readonly Row[],
  lang: Lang,
): number {
  const widths = rows.map((row) => {
    const { shown, hidden } = placesOf(actions, row)
    return widthOf(shown, hidden.length > 0, lang)
  })
  return Math.max(0, ...widths) + AROUND
}

/** The same while there are no rows yet: as wide as it is for a row to which all acts apply. */
export const fullActsWidth = <Row,>(actions: readonly Action<Row>[], lang: Lang): number =>
  widthOf(actions.slice(0, VISIBLE), actions.length > VISIBLE, lang) + AROUND

function widthOf<Row>(shown: readonly Action<Row>[], hasMore: boolean, lang: Lang): number {
  const buttons = shown.map((action) => BUTTON + textWidth(action.label[lang]))
  return buttons.reduce((sum, width) => sum + width, hasMore ? MORE : 0)
}
