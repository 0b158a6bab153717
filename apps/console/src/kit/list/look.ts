import { useState } from 'react'
import * as z from 'zod/mini'
import { ViewState } from '@kaibo/contract/view/view.schema.ts'
import { useSession } from '#client/session.ts'
import { entry } from '#client/storage.ts'
import { arrange, choiceOf, type Column, type Placed } from './column.ts'

const Look = z.object({ columns: ViewState.shape.columns, density: ViewState.shape.density })
export type Look = z.infer<typeof Look>
export type Density = NonNullable<Look['density']>

// Declares each list's look as saved: making room must not rearrange anybody's columns.
entry('list:', Look, { saved: true })

/** How this person likes this list on this machine: its columns and how tight its rows are. */
export function useLook<Row>(name: string, columns: readonly Column<Row>[]) {
  const { user, info } = useSession()
  const stored = entry(`list:${user?.uid ?? ''}:${name}`, Look)
  const [look, setLook] = useState<Look>(() => stored.read() ?? {})
  const density: Density = look.density ?? info?.preferences.density ?? 'middle'
  const keep = (next: Look) => {
    setLook(next)
    stored.write(next)
  }
  return {
    look,
    density,
    placed: arrange(columns, look.columns),
    keep,
    setColumns: (placed: readonly Placed<Row>[]) => keep({ ...look, columns: choiceOf(placed) }),
    setDensity: (next: Density) => keep({ ...look, density: next }),
    reset: () => {
      setLook({})
      stored.remove()
    },
  }
}
