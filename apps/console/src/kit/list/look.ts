import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { densities, type Density } from '@kaibo/contract/facts/preferences.ts'
import { ViewState } from '@kaibo/contract/view/view.schema.ts'
import { savePreference } from '#client/preferences.ts'
import { useSession } from '#client/session.ts'
import { entry } from '#client/storage.ts'
import { arrange, choiceOf, type Column, type Placed } from './column.ts'

const Look = z.object({ columns: ViewState.shape.columns })
export type Look = z.infer<typeof Look>

// Declares each list's look as saved: making room must not rearrange anybody's columns.
entry('list:', Look, { saved: true })

/** How this person likes this list: its columns on this machine, and how tight the rows of every list are. */
export function useLook<Row>(name: string, columns: readonly Column<Row>[]) {
  const { user, info } = useSession()
  const stored = entry(`list:${user?.uid ?? ''}:${name}`, Look)
  const own = () => stored.read() ?? {}
  const [{ look, isOwn }, setLook] = useState(() => ({ look: own(), isOwn: true }))
  // The same from drawing to drawing: rows are drawn again where it changes.
  const placed = useMemo(() => arrange(columns, look.columns), [columns, look.columns])
  return {
    density: info?.preferences.density ?? densities.middle,
    placed,
    /** The columns of a view, which is not the person's own arrangement; where it has none, their own. */
    show: (columns: Look['columns']) =>
      setLook(columns ? { look: { columns }, isOwn: false } : { look: own(), isOwn: true }),
    setColumns: (placed: readonly Placed<Row>[]) => {
      const look = { columns: choiceOf(placed) }
      setLook({ look, isOwn })
      // What is changed in a view is saved with the view.
      if (isOwn) stored.write(look)
    },
    setDensity: (density: Density) => savePreference({ density }),
    reset: () => {
      setLook({ look: {}, isOwn: true })
      stored.remove()
    },
  }
}
