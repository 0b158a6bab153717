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

// `saved`: when local storage is full, this must not be dropped to make room.
entry('list:', Layout, { saved: true })

/** The person's columns of this list (kept on this machine) and their row density (the same for all lists). */
export function useListLayout<Row>(
  name: string,
  columns: Columns<Row>,
  /** `linked`: columns of the link that was opened; as a view's, they are not stored as the person's own. */
  { linked, onChange }: { linked?: Layout['columns']; onChange?: () => void } = {},
) {
  const { user, info } = useSession()
  const stored = entry(`list:${user?.uid ?? ''}:${name}`, Layout)
  const own = () => stored.read() ?? {}
  const [{ layout, isOwn }, setLayout] = useState(() =>
    linked ? { layout: { columns: linked }, isOwn: false } : { layout: own(), isOwn: true },
  )
  // The list was opened anew, by a view with other columns.
  const [known, setKnown] = useState(linked)
  if (known !== linked) {
    setKnown(linked)
    if (linked) setLayout({ layout: { columns: linked }, isOwn: false })
  }
  // Keeps its identity between renders, as all rows render again when it changes.
  const placed = useMemo(() => arrange(columns, layout.columns), [columns, layout.columns])
  return {
    density: info?.preferences.density ?? densities.middle,
    placed,
    /** The columns of a view, which is not the person's own arrangement; where it has none, their own. */
    show: (columns: Layout['columns']) => {
      setLayout(columns ? { layout: { columns }, isOwn: false } : { layout: own(), isOwn: true })
      onChange?.()
    },
    setColumns: (placed: readonly Placed<Row>[]) => {
      const layout = { columns: choiceOf(placed) }
      setLayout({ layout, isOwn })
      // What is changed in a view is saved with the view.
      if (isOwn) stored.write(layout)
      onChange?.()
    },
    setDensity: (density: Density) => savePreference({ density }),
    reset: () => {
      setLayout({ layout: {}, isOwn: true })
      stored.remove()
      onChange?.()
    },
  }
}
