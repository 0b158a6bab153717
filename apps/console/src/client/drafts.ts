import { useMemo, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { useSession } from './session.ts'
import { signal } from './signal.ts'
import { entry, keysAfter } from './storage.ts'

const KEPT_MINUTES = 7 * 24 * 60

const Draft = z.record(z.string(), z.unknown())
// Declares every draft as saved: making room must not cost what a person typed.
entry('draft:', Draft, { saved: true })

const changed = signal<void>()

export interface DraftEntry {
  /** What was typed and neither saved nor thrown away; nothing when there is none. */
  readonly read: () => Record<string, unknown> | undefined
  /** Called with every change; never with a secret. */
  readonly keep: (values: Record<string, unknown>) => void
  /** After saving or discarding. */
  readonly drop: () => void
}

/** The draft of one form of this page and person: it outlives a reload and an expired login. */
export function useDraft(form: string): DraftEntry {
  const { user } = useSession()
  const { pathname } = useLocation()
  const uid = user?.uid ?? ''
  return useMemo(() => {
    const stored = entry(`draft:${uid}:${pathname}:${form}`, Draft)
    return {
      read: stored.read,
      keep: (values) => {
        stored.write(values, KEPT_MINUTES)
        changed.emit()
      },
      drop: () => {
        stored.remove()
        changed.emit()
      },
    }
  }, [uid, pathname, form])
}

/** The paths of the pages where this person left something typed. */
export function useDraftPages(): readonly string[] {
  const uid = useSession().user?.uid ?? ''
  // As text: what React compares from render to render must be the same value.
  const pages = useSyncExternalStore(changed.on, () => draftPages(uid).join('\n'))
  return useMemo(() => (pages ? pages.split('\n') : []), [pages])
}

/** The same outside a component. */
export const draftPages = (uid: string): string[] =>
  keysAfter(`draft:${uid}:`)
    // One that is past its time is none.
    .filter((key) => entry(`draft:${uid}:${key}`, Draft).read())
    .map((key) => key.slice(0, key.indexOf(':')))
