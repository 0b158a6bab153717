import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { densities, type Density } from '@kaibo/contract/facts/preferences.ts'
import { ViewState } from '@kaibo/contract/view/view.schema.ts'
import { savePreference } from '#client/preferences.ts'
import { useSession } from '#client/session.ts'
import { entry } from '#client/storage.ts'
import { arrange, choiceOf, type Columns, type Placed } from './column.ts'

const Layout = z.object({ columns: ViewState.shape.columns })
export type Layout = z.infer<typeof Layout>

// Declares each list's layout as saved: making room must not rearrange anybody's columns.
entry('list:', Layout, { saved: true })

/** How this person likes this list: its columns on this machine, and how tight the rows of every list are. */
export function useListLayout<Row>(name: string, columns: Columns<Row>) {
  const { user, info } = useSession()
  const stored = entry(`list:${user?.uid ?? ''}:${name}`, Layout)
  const own = () => stored.read() ?? {}
  const [{ layout, isOwn }, setLayout] = useState(() => ({ layout: own(), isOwn: true }))
  // The same from drawing to drawing: rows are drawn again where it changes.
  const placed = useMemo(() => arrange(columns, layout.columns), [columns, layout.columns])
  return {
    density: info?.preferences.density ?? densities.middle,
    placed,
    /** The columns of a view, which is not the person's own arrangement; where it has none, their own. */
    show: (columns: Layout['columns']) =>
      setLayout(columns ? { layout: { columns }, isOwn: false } : { layout: own(), isOwn: true }),
    setColumns: (placed: readonly Placed<Row>[]) => {
      const layout = { columns: choiceOf(placed) }
      setLayout({ layout, isOwn })
      // What is changed in a view is saved with the view.
      if (isOwn) stored.write(layout)
    },
    setDensity: (density: Density) => savePreference({ density }),
    reset: () => {
      setLayout({ layout: {}, isOwn: true })
      stored.remove()
    },
  }
}
