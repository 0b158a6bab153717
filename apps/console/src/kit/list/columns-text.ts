import { ViewState } from '@kaibo/contract/view/view.schema.ts'
import type { Choice } from './column.ts'

/** The name of a link's columns in the address; no list has a filter of this name. */
export const COLUMNS = 'cols'

/* `name.-kind.amount*120`: in their order, `-` before those that are hidden, the width behind `*`. All of it needs no escaping. */
const BETWEEN = '.'
const HIDDEN = '-'
const WIDTH = '*'

export const columnsText = (columns: Choice): string =>
  columns
    .map(({ key, hidden, width }) =>
      [hidden ? HIDDEN : '', key, width === undefined ? '' : `${WIDTH}${width}`].join(''),
    )
    .join(BETWEEN)

/** Nothing where the link has none, or none that can be read. */
export function columnsIn(text: string | null): Choice | undefined {
  if (!text) return undefined
  const columns = text.split(BETWEEN).map((one) => {
    const hidden = one.startsWith(HIDDEN)
    const [key = '', width] = (hidden ? one.slice(HIDDEN.length) : one).split(WIDTH)
    return {
      key,
      ...(hidden && { hidden }),
      ...(width !== undefined && { width: Number(width) }),
    }
  })
  return ViewState.shape.columns.safeParse(columns).data
}
